// Repairs one session file with what goes wrong on the way, in a process of its own that may die of it.
//
//   <runtime> repair-once.mjs '{"path": …, "inject": [{"step", "when", "kind", …}]}'
//
// Prints the outcome and the calls that were made as JSON.
import { appendFileSync, closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';
import { withFaults } from 'transcript-hygiene/testing';

const { path, inject } = JSON.parse(process.argv[2]);

/** Steps that are calls of the storage; the others are within `replace`. */
const CALLS = ['load', 'saveNew', 'verify', 'remove'];

const die = () => process.kill(process.pid, 'SIGKILL');

const kinds = {
  crash: die,
  // What a power loss leaves of a rename that was not flushed is up to the file system.
  powerloss: die,
  error: ({ message }) => {
    throw new Error(message);
  },
  exists: (_, name) => writeFileSync(name, "somebody else's"),
  append: ({ text }) => appendFileSync(path, text),
  'append-old': ({ text }) => {
    writeSync(old, text);
    closeSync(old);
  },
  replace: ({ text }) => {
    rmSync(path);
    writeFileSync(path, text);
  },
  delete: () => rmSync(path),
};

const old = inject.some(({ kind }) => kind === 'append-old') ? openSync(path, 'a') : undefined;

function happen(fault, name, bytes) {
  if (fault.partial !== undefined && bytes) writeFileSync(name, bytes.subarray(0, fault.partial));
  kinds[fault.kind](fault, name);
}

// Deciding is no call of the host's: what follows it precedes the next call.
const faults = inject.map((fault) => (fault.step === 'plan' ? { ...fault, step: 'saveNew', when: 'before' } : fault));
const ofCalls = faults.filter(({ step }) => CALLS.includes(step));
const ofSteps = faults.filter(({ step }) => !CALLS.includes(step));

const files = fileStorage({
  onStep(step, when) {
    const at = ofSteps.findIndex((fault) => fault.step === step && (fault.when ?? 'before') === when);
    if (at >= 0) happen(ofSteps.splice(at, 1)[0]);
  },
});
const storage = withFaults(
  files,
  ofCalls.map((fault) => ({
    step: fault.step,
    when: fault.when,
    happen: (name, bytes) => happen(fault, name, bytes),
  })),
);
const calls = [];
const counted = Object.fromEntries(
  Object.entries(storage).map(([name, call]) => [name, (...parameters) => (calls.push(name), call(...parameters))]),
);

const { cause: _, ...outcome } = await repairSession(counted, path);
console.log(JSON.stringify({ outcome, calls: calls.filter((name) => name !== 'now' && name !== 'unique') }));
