// Many requests at once, in front of providers that are slow, break off and fail: every client gets its own answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { residentBytes } from '../hosts/worker.mjs';
import { SHAPES } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, worker } from './worker.mjs';

/** `WORKER_REQUESTS=10000` is the long run. */
const REQUESTS = Number(process.env.WORKER_REQUESTS ?? 2_000);
const CONCURRENCY = 50;
/** One request in so many goes to each fault. */
const FAULTS = { 7: 'slow', 11: 'cut', 13: '400', 17: '500' };
/** What the runtime's process may hold: it keeps some kilobytes for each request, under a Worker that passes on, too. */
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;

const providers = await upstreams();
const call = worker({ UPSTREAMS: leadingTo(providers.origin) });

const faultOf = (n) => Object.entries(FAULTS).find(([every]) => n % every === 0)?.[1];

/** What a client saw, in a word. */
async function outcomeOf(n) {
  const { path, clean, dirty } = SHAPES[n % SHAPES.length];
  const fault = faultOf(n);
  const tag = `request-${n}`;
  const body = (n % 2 === 0 ? clean : dirty).replace('List the files.', `${tag} ${'x'.repeat(n % 4_000)}`);
  const response = await call(path, post(body, { 'x-tag': tag, ...(fault && { 'x-fault': fault }) }));
  const text = await response.text();
  if (fault === 'cut') return text;
  if (response.status !== 200) return String(response.status);
  const tags = [...text.matchAll(/"tag":"([^"]*)"/g)].map(([, found]) => found);
  return tags.length === 4 && tags.every((found) => found === tag) && text.endsWith('[DONE]\n\n') ? 'own' : `mixed: ${text}`;
}

const expectedOf = (n) => ({ cut: 'data: half of it', 400: '400', 500: '500' })[faultOf(n)] ?? 'own';

/** Sends the requests with these numbers; gives what went wrong. */
async function run(from, to) {
  let next = from;
  const wrong = [];
  const client = async () => {
    while (next < to) {
      const n = next++;
      const outcome = await outcomeOf(n).catch((error) => error.message);
      if (outcome !== expectedOf(n)) wrong.push(`${n}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return wrong;
}

test(`${REQUESTS} requests, ${CONCURRENCY} at once: none lost, none mixed up, memory bounded`, async (t) => {
  const start = performance.now();
  const first = await run(0, REQUESTS / 2);
  const half = residentBytes();
  const second = await run(REQUESTS / 2, REQUESTS);
  const all = residentBytes();
  const wrong = [...first, ...second];
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${REQUESTS}`);
  const tags = providers.requests.map(({ headers }) => headers['x-tag']);
  assert.equal(new Set(tags).size, REQUESTS);
  assert.equal(tags.length, REQUESTS, 'each arrives once');
  const mebibytes = (bytes) => (bytes / 1024 / 1024).toFixed(0);
  t.diagnostic(`${((performance.now() - start) / 1000).toFixed(0)} s; MiB after half ${mebibytes(half)}, after all ${mebibytes(all)}`);
  assert.ok(all <= MAX_RESIDENT_BYTES, `${all} bytes are held`);
});
