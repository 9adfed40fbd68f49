// What is measured, each with its budget. A row is { what, must, aim, measured, note }; less is better everywhere.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { planRepair } from '../pkg/history-node.js';
import { sanitizeSync, sanitizeTextSync } from '../pkg/node.js';
import { validate as validateValues, validateText } from '../pkg/validate-node.js';
import { byTurns, summary } from './measure.mjs';
import {
  ANTHROPIC,
  agentAtWork,
  manyCalls,
  manyCallsInOneTurn,
  manyUserTurns,
  sessionFile,
  smallTalk,
} from './transcripts.mjs';

const PROFILES = ['strict', 'compat'];
const NOW = 1_700_000_000_000;
const MEGABYTE = 1_000_000;
const MEBIBYTE = 1024 * 1024;
/** Bytes of the session files that are repaired. */
const REPAIRED = 100 * MEGABYTE;
const WASM = new URL('../pkg/wasm/', import.meta.url);

const encoder = new TextEncoder();
const milliseconds = ({ min, median }) => `${min.toFixed(2)} / ${median.toFixed(2)} ms`;
const options = (profile) => ({ profile, now: NOW });

/** Reads a string at one place, so that an engine which puts strings together when they are read does it in time. */
const inOnePiece = (text) => text.charCodeAt(text.length - 1);

/** Runs a script of this folder in a process of its own; gives the numbers that it prints. */
function inFreshProcess(script, ...args) {
  const file = new URL(script, import.meta.url);
  return JSON.parse(execFileSync(process.execPath, [file.pathname, ...args], { encoding: 'utf8' }));
}

/** The text door against reading and writing the same text in the same engine. */
export function textDoor() {
  const text = JSON.stringify(agentAtWork(MEGABYTE));
  const bytes = encoder.encode(text);
  const tasks = { peer: () => JSON.stringify(JSON.parse(text)) };
  for (const profile of PROFILES) {
    tasks[`bytes, ${profile}`] = () => sanitizeTextSync(bytes, ANTHROPIC, options(profile));
    tasks[`string, ${profile}`] = () => inOnePiece(sanitizeTextSync(text, ANTHROPIC, options(profile)).json);
  }
  const { peer, ...times } = byTurns(tasks, 60);
  const rows = Object.entries(times).map(([name, time]) => ({
    what: `text door, 1 MB, ${name}: time ÷ (JSON.parse + JSON.stringify)`,
    must: 1.0,
    aim: 0.5,
    measured: time.min / peer.min,
    note: `${milliseconds(time)}, peer ${milliseconds(peer)}`,
  }));
  const [strict, compat] = PROFILES.map((profile) => times[`bytes, ${profile}`]);
  rows.push({
    what: 'text door, 1 MB, bytes: time of strict ÷ time of compat',
    must: 1.3,
    aim: 1.1,
    measured: strict.min / compat.min,
    note: `${milliseconds(strict)}, compat ${milliseconds(compat)}`,
  });
  return rows;
}

/** The validator against reading and writing the same text. */
export function validate() {
  const turns = agentAtWork(MEGABYTE);
  const text = JSON.stringify(turns);
  const bytes = encoder.encode(text);
  const { peer, ...times } = byTurns(
    {
      peer: () => JSON.stringify(JSON.parse(text)),
      bytes: () => validateText(bytes, ANTHROPIC),
      string: () => validateText(text, ANTHROPIC),
      values: () => validateValues(turns, ANTHROPIC),
    },
    60,
  );
  return Object.entries(times).map(([door, time]) => ({
    what: `validate, 1 MB, ${door}: time ÷ (JSON.parse + JSON.stringify)`,
    // What every values door may cost: writing the caller's objects as JSON alone is two thirds of the peer.
    must: door === 'values' ? 1.6 : 1.0,
    aim: door === 'values' ? 1.0 : 0.5,
    measured: time.min / peer.min,
    note: `${milliseconds(time)}, peer ${milliseconds(peer)}`,
  }));
}

/** Planning the repair of a session file against reading it line by line in the same engine. */
export function repair() {
  const options = { maxBytes: 2 * REPAIRED };
  const clean = sessionFile(REPAIRED);
  const damaged = sessionFile(REPAIRED, { damaged: true });
  const text = new TextDecoder().decode(clean);
  const readLines = () => {
    for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
  };
  const times = byTurns(
    { peer: readLines, clean: () => planRepair(clean, options), damaged: () => planRepair(damaged, options) },
    8,
  );
  const rate = (bytes, { min }) => `${(bytes.length / 1000 / min).toFixed(0)} MB/s`;
  const { grown } = inFreshProcess('repair-memory.mjs', String(REPAIRED));
  return [
    {
      what: 'repair, 100 MB, clean: time ÷ (split + JSON.parse of each line)',
      must: 0.6,
      aim: 0.4,
      measured: times.clean.min / times.peer.min,
      note: `${milliseconds(times.clean)}, ${rate(clean, times.clean)}; peer ${milliseconds(times.peer)}`,
    },
    {
      what: 'repair, 100 MB, damaged: time ÷ time of the clean one',
      must: 1.5,
      aim: 1.3,
      measured: times.damaged.min / times.clean.min,
      note: `${milliseconds(times.damaged)}, ${planRepair(damaged, options).summary}`,
    },
    {
      what: 'repair, 100 MB, clean: memory of the process beyond the file, MiB',
      must: 64,
      aim: 16,
      measured: grown / MEBIBYTE,
      note: 'most that was resident, less what was before the call',
    },
  ];
}

/** The values door against the copy that JSON makes. */
export function valuesDoor() {
  const turns = agentAtWork(MEGABYTE);
  const tasks = { peer: () => JSON.parse(JSON.stringify(turns)) };
  for (const profile of PROFILES) tasks[profile] = () => sanitizeSync(turns, ANTHROPIC, options(profile));
  const { peer, ...times } = byTurns(tasks, 60);
  return Object.entries(times).map(([profile, time]) => {
    const { messages } = sanitizeSync(turns, ANTHROPIC, options(profile));
    const own = new Set(turns);
    const kept = messages.filter((turn) => own.has(turn)).length;
    return {
      what: `values door, 1 MB, ${profile}: time ÷ (JSON.stringify + JSON.parse)`,
      must: 1.6,
      aim: 1.0,
      measured: time.min / peer.min,
      note: `${milliseconds(time)}, peer ${milliseconds(peer)}; ${kept} of ${turns.length} turns untouched`,
    };
  });
}

/** Ten times as much must not take more than ten times as long. */
export function growth() {
  const pairs = {
    '1 MB → 10 MB': [agentAtWork(MEGABYTE), agentAtWork(10 * MEGABYTE)],
    '1,000 → 10,000 turns': [smallTalk(1_000), smallTalk(10_000)],
    '2,000 → 20,000 tool calls, results astray': [manyCalls(2_000), manyCalls(20_000)],
    '2,000 → 20,000 tool calls in one turn': [manyCallsInOneTurn(2_000), manyCallsInOneTurn(20_000)],
    '2,000 → 20,000 user turns in a row': [manyUserTurns(2_000), manyUserTurns(20_000)],
  };
  return Object.entries(pairs).flatMap(([what, pair]) => {
    const [small, large] = pair.map((turns) => encoder.encode(JSON.stringify(turns)));
    const tasks = {};
    for (const profile of PROFILES) {
      // Ten times, so that both do as much work and rest as often.
      tasks[`small ${profile}`] = () => {
        for (let turn = 0; turn < 10; turn += 1) sanitizeTextSync(small, ANTHROPIC, options(profile));
      };
      tasks[`large ${profile}`] = () => sanitizeTextSync(large, ANTHROPIC, options(profile));
    }
    const times = byTurns(tasks, 40);
    return PROFILES.map((profile) => ({
      what: `growth, ${what}, ${profile}: time ÷ time`,
      must: 11,
      aim: 10,
      measured: (10 * times[`large ${profile}`].min) / times[`small ${profile}`].min,
      note: `${milliseconds(times[`small ${profile}`])} for ten → ${milliseconds(times[`large ${profile}`])}`,
    }));
  });
}

/** What the module's memory grows by, without what holds the input and the output. */
export function memory() {
  return PROFILES.map((profile) => {
    const { input, output, grown } = inFreshProcess('memory.mjs', profile);
    const mebibytes = (bytes) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
    return {
      what: `memory, text door, 4 MB, ${profile}: (growth − input − output) ÷ input`,
      must: 1.5,
      aim: 0.5,
      measured: (grown - input - output) / input,
      note: `grown by ${mebibytes(grown)} for ${mebibytes(input)} in and ${mebibytes(output)} out`,
    };
  });
}

/** Every module that the package ships, alone and together. */
export function size() {
  const modules = readdirSync(WASM).filter((file) => file.endsWith('_bg.wasm'));
  const weigh = (files) => {
    const bytes = files.map((file) => readFileSync(new URL(file, WASM)));
    const sum = (compress) => bytes.reduce((total, raw) => total + compress(raw).length, 0) / 1024;
    return { raw: sum((raw) => raw), gzip: sum((raw) => gzipSync(raw, { level: 9 })), brotli: sum(brotliCompressSync) };
  };
  const row = (what, files, must, aim) => {
    const { raw, gzip, brotli } = weigh(files);
    const note = `raw ${raw.toFixed(0)} KB, brotli ${brotli.toFixed(0)} KB`;
    return { what: `${what}: KB of gzip -9`, must, aim, measured: gzip, note };
  };
  return [
    // A host loads the module whose calls it makes.
    ...modules.filter((file) => file !== 'images_bg.wasm').map((file) => row(`size of ${file}`, [file], 250, 150)),
    row(`size of all modules (${modules.length})`, modules, 600, 400),
  ];
}

/** From a compiled module to one that answers, in a process that has done nothing else. */
export function coldStart() {
  const time = summary(Array.from({ length: 15 }, () => inFreshProcess('cold-start.mjs').time));
  return [
    {
      what: 'instantiate, cold, from a compiled module: ms',
      must: 5,
      aim: 2,
      measured: time.median,
      note: `${milliseconds(time)} in 15 processes`,
    },
  ];
}
