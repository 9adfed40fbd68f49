// What the Worker adds to a request, in Cloudflare's runtime. Rows as in `../rows.mjs`; one without a must only tells.
import { readFileSync } from 'node:fs';
import { residentBytes } from '../../tests/hosts/worker.mjs';
import { summary } from '../measure.mjs';
import { body } from './bodies.mjs';
import { start, startUpstream } from './workers.mjs';

const SIZES = { '10 KB': 10_000, '100 KB': 100_000, '1 MB': 1_000_000 };
const ADDRESS = '/anthropic/v1/messages';
const ROUNDS = 60;
const COLD_STARTS = 5;
/** `EDGE_REQUESTS` says otherwise. */
const REQUESTS = Number(process.env.EDGE_REQUESTS ?? 40_000);
const CONCURRENCY = 50;
const MIB = 1024 * 1024;
/** Of Linux's clock for processes. */
const TICK_MS = 10;

const milliseconds = ({ min, median }) => `${min.toFixed(1)} / ${median.toFixed(1)} ms`;

export async function edge() {
  return [...(await inside()), ...(await added()), ...(await memory()), ...(await coldStart())];
}

/** What looking at a clean body costs in an isolate, against reading and writing it as JSON there. By turns. */
async function inside() {
  const worker = await start('inside');
  await worker.send('/keep?body=large', body(SIZES['1 MB'], false));
  await worker.send('/keep?body=small', body(SIZES['100 KB'], false));
  const tasks = {
    peer: { path: '/json?body=large', times: 2 },
    own: { path: '/preflight?body=large', times: 2 },
    ownSmall: { path: '/preflight?body=small', times: 10 },
  };
  const samples = Object.fromEntries(Object.keys(tasks).map((name) => [name, { none: [], some: [] }]));
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    for (const [name, { path, times }] of Object.entries(tasks)) {
      samples[name].none.push(await worker.send(`${path}&times=0`, ''));
      samples[name].some.push(await worker.send(`${path}&times=${times}`, ''));
    }
  }
  await worker.dispose();
  const timeOf = (name) => (summary(samples[name].some).min - summary(samples[name].none).min) / tasks[name].times;
  const [peer, own, ownSmall] = Object.keys(tasks).map(timeOf);
  return [
    {
      what: 'edge, clean 1 MB body: preflight ÷ (JSON.parse + JSON.stringify) in one isolate',
      must: 1.0,
      aim: 0.5,
      measured: own / peer,
      note: `${own.toFixed(2)} ms, peer ${peer.toFixed(2)} ms`,
    },
    {
      what: 'edge, clean 100 KB body: preflight, ms',
      must: 1.0,
      aim: 0.5,
      measured: ownSmall,
      note: 'in one isolate',
    },
  ];
}

/** Latency and CPU beyond a Worker that only passes on. */
async function added() {
  const upstream = await startUpstream();
  const workers = [await start('passThrough', upstream.url), await start('worker', upstream.url)];
  const rows = [];
  for (const [size, bytes] of Object.entries(SIZES)) {
    for (const dirty of [false, true]) {
      const text = body(bytes, dirty);
      const [peer, own] = await byTurns(workers, text);
      rows.push({
        what: `edge, ${dirty ? 'dirty' : 'clean'} ${size} body: latency added, ms`,
        measured: own.time.min - peer.time.min,
        note:
          `${milliseconds(own.time)}, passing on alone ${milliseconds(peer.time)}; ` +
          `CPU added ${(own.cpu - peer.cpu).toFixed(1)} ms`,
      });
    }
  }
  for (const worker of workers) await worker.dispose();
  upstream.close();
  return rows;
}

async function byTurns(workers, text) {
  for (const worker of workers) for (let warm = 0; warm < 10; warm += 1) await worker.send(ADDRESS, text);
  const times = workers.map(() => []);
  const cpu = workers.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, worker] of workers.entries()) {
      const before = cpuMilliseconds(worker.processId);
      times[at].push(await worker.send(ADDRESS, text));
      cpu[at] += cpuMilliseconds(worker.processId) - before;
    }
  }
  return workers.map((_, at) => ({ time: summary(times[at]), cpu: cpu[at] / ROUNDS }));
}

/** User and system time of a process. */
function cpuMilliseconds(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * Many requests at once, clean and dirty. A runtime keeps something of each request, under a Worker that only passes on,
 * too: what counts is what ours holds beyond that.
 */
async function memory() {
  const upstream = await startUpstream();
  const peer = await residentOver('passThrough', upstream.url);
  const own = await residentOver('worker', upstream.url);
  upstream.close();
  const beyond = own.map((sample, at) => sample - peer[at]);
  const told = (samples) => samples.map((sample) => sample.toFixed(0)).join(', ');
  return [
    {
      what: `edge, ${REQUESTS} requests, ${CONCURRENCY} at once: memory beyond passing on alone, after all ÷ after half`,
      must: 1.25,
      aim: 1.1,
      measured: beyond[9] / beyond[4],
      note: `MiB of the runtime after each tenth: ${told(own)}; passing on alone ${told(peer)}`,
    },
  ];
}

/** Mebibytes that the runtime's process holds after each tenth of the requests. */
async function residentOver(name, upstream) {
  const worker = await start(name, upstream);
  const bodies = [body(SIZES['10 KB'], false), body(SIZES['10 KB'], true), body(SIZES['100 KB'], true)];
  const samples = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    let next = 0;
    const client = async () => {
      while (next < REQUESTS / 10) await worker.send(ADDRESS, bodies[next++ % bodies.length]);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, client));
    samples.push(residentBytes() / MIB);
  }
  await worker.dispose();
  return samples;
}

/** From starting a runtime to its first answer, beyond what a Worker takes that only passes on. */
async function coldStart() {
  const upstream = await startUpstream();
  const text = body(SIZES['10 KB'], true);
  const times = { passThrough: [], worker: [] };
  for (let round = 0; round < COLD_STARTS; round += 1) {
    for (const [name, list] of Object.entries(times)) {
      const worker = await start(name, upstream.url);
      list.push(await worker.send(ADDRESS, text));
      await worker.dispose();
    }
  }
  upstream.close();
  const [peer, own] = [summary(times.passThrough), summary(times.worker)];
  return [
    {
      what: 'edge, first request of a fresh runtime: latency added, ms',
      measured: own.min - peer.min,
      note: `${milliseconds(own)}, passing on alone ${milliseconds(peer)}, in ${COLD_STARTS} runtimes each`,
    },
  ];
}
