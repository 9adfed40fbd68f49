// Recorded hosts that fail at an operation: the outcome is the recorded one, but for what this project does better.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { repairSession } from 'transcript-hygiene/history';
import { memoryStorage } from 'transcript-hygiene/storage/memory';
import { withFaults } from 'transcript-hygiene/testing';

const VECTORS = new URL('../vectors/repair/host.json', import.meta.url);
const { clockMs, pid, fileName, vectors } = JSON.parse(readFileSync(VECTORS, 'utf8'));

/** The calls of a storage within which the recorded operations are; the second reading verifies. */
const STEPS = {
  'read:main': ['load', 'verify'],
  'write:backup': ['saveNew'],
  'chmod:backup': ['saveNew'],
  'write:temp': ['replace'],
  rename: ['replace'],
  'unlink:backup': ['remove'],
};

const FIELDS = [
  'repaired',
  'droppedLines',
  'rewrittenAssistantMessages',
  'droppedBlankUserMessages',
  'rewrittenUserMessages',
  'removedCorruptedImageBlocks',
  'insertedToolResults',
  'reason',
  'backupPath',
  'logs',
];

/** The outcome in the words of the recording. */
function recorded({ outcome, reason, backupPath, logs, report = { droppedLines: 0 } }) {
  const { insertedToolResults, ...counters } = report;
  const found = {
    ...counters,
    ...(outcome === 'repaired' && { insertedToolResults }),
    repaired: outcome === 'repaired',
    reason,
    backupPath,
    logs: logs.map(({ level, text }) => [level, text]),
  };
  return Object.fromEntries(FIELDS.map((field) => [field, found[field]]));
}

/** The recording, as this project has it: a failure is logged, and a backup stays that may be needed. */
function expected(expect, outcome) {
  const warning = ['warn', `session file repair skipped: ${outcome.reason} (${fileName})`];
  const all = {
    logs: [],
    ...expect,
    ...(outcome.outcome === 'failed' && { logs: [warning] }),
    ...(outcome.outcome === 'repaired' && expect.validated === false && { backupPath: `${fileName}.bak-${pid}-${clockMs}` }),
  };
  return Object.fromEntries(FIELDS.map((field) => [field, all[field]]));
}

for (const { id, note, request, expect } of vectors) {
  test(`${id}: ${note}`, async () => {
    const { path = fileName, fileText = '', faults = [] } = request;
    const memory = memoryStorage(request.path === undefined ? { [fileName]: new TextEncoder().encode(fileText) } : {});
    const failing = faults.flatMap(({ op, nth = 1, message }) => {
      const step = STEPS[op]?.[nth - 1];
      const fail = () => {
        throw new Error(message);
      };
      return step ? [{ step, happen: fail }] : [];
    });
    const storage = withFaults({ ...memory, now: () => clockMs, unique: () => `${pid}` }, failing);
    const outcome = await repairSession(storage, path, { profile: 'compat', now: clockMs });
    assert.deepEqual(recorded(outcome), expected(expect, outcome));
  });
}
