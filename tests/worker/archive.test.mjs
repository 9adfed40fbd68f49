// A run over a bucket, in the runtime's own R2, queues and Durable Objects, with everything going wrong on the way.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { COMPATIBILITY_DATE, bundle } from '../hosts/worker.mjs';
import { CLAUDE, NODE_PATHS } from './worker.mjs';

/** `ARCHIVE_SESSIONS=10000` is the long run. */
const SESSIONS = Number(process.env.ARCHIVE_SESSIONS ?? 400);
const SEEDED_AT_ONCE = 500;
const DEADLINE_MS = 1_000 * Math.max(120, SESSIONS / 2);
const TOKEN = 'a token';

const modules = await bundle({
  entryPoints: [fileURLToPath(new URL('archive.mjs', import.meta.url))],
  nodePaths: NODE_PATHS,
});
const queue = { maxBatchSize: 50, maxBatchTimeout: 1, maxRetries: 5, retryDelay: 0 };
const folder = mkdtempSync(join(tmpdir(), 'archive-'));
const start = () =>
  new Miniflare({
    cf: false,
    compatibilityDate: COMPATIBILITY_DATE,
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout, stderr) => (stdout.resume(), stderr.resume()),
    modules,
    bindings: { TOKEN, DEAD_LETTER_QUEUE: 'dead', RETRY_SECONDS: 0 },
    r2Buckets: { SESSIONS: 'sessions', REPORTS: 'sessions' },
    r2Persist: join(folder, 'r2'),
    durableObjects: { RUNS: { className: 'Run', useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
    queueProducers: { WORK: 'work' },
    queueConsumers: { work: { ...queue, deadLetterQueue: 'dead' }, dead: queue },
  });

let worker = start();
after(async () => {
  await worker.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const PLAN = {
  prefix: 'sessions/',
  sanitize: { target: CLAUDE, output: 'sanitized/' },
};

async function ask(path, init = {}) {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const response = await worker.dispatchFetch(`http://worker.test${path}`, { ...init, headers });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

const startRun = (plan) => ask('/runs', { method: 'POST', body: JSON.stringify(plan) });

const finished = (run) => until(run, ({ state }) => state === 'finished');

/** How far a run is, as soon as it is so far. */
async function until(run, isSo) {
  const end = Date.now() + DEADLINE_MS;
  for (;;) {
    const { body } = await ask(`/runs/${run}`);
    if (isSo(body)) return body;
    assert.ok(Date.now() < end, JSON.stringify(body));
    await sleep(200);
  }
}

const count = (has) => Array.from({ length: SESSIONS }, (_, n) => n).filter(has).length;
const POISONED = count((n) => n % 200 === 11);
const RACED = count((n) => n % 50 === 5);

describe(`${SESSIONS} sessions`, () => {
  let run;

  test('each ends once, whatever dies, races or is refused on the way', async (t) => {
    for (let from = 0; from < SESSIONS; from += SEEDED_AT_ONCE) {
      await worker.dispatchFetch(`http://worker.test/seed?from=${from}&to=${Math.min(from + SEEDED_AT_ONCE, SESSIONS)}`);
    }
    const begin = performance.now();
    const started = await startRun(PLAN);
    assert.equal(started.status, 202);
    ({ run } = started.body);
    const progress = await finished(run);
    t.diagnostic(`${((performance.now() - begin) / 1000).toFixed(1)} s, ${JSON.stringify(progress.outcomes)}`);
    assert.equal(progress.sessions, SESSIONS);
    assert.equal(progress.sessionsDone, SESSIONS);
    const { clean, repaired, dead } = progress.outcomes;
    assert.equal(dead, POISONED);
    assert.equal(clean + repaired + dead, SESSIONS);
    assert.ok(repaired > SESSIONS / 4, `${repaired} repaired`);
  });

  test('nothing is lost, everything is repaired, every session is in a report once', async () => {
    const { body } = await ask('/left');
    assert.equal(body.sessions, SESSIONS);
    assert.equal(body.reported, SESSIONS);
    assert.equal(body.late, RACED, 'what was appended in between');
    assert.equal(body.raced, RACED);
    assert.equal(body.backups, 0);
    assert.equal(body.sanitized, SESSIONS - POISONED);
    assert.ok(body.damaged <= POISONED, `${body.damaged} damaged`);
  });

  test('a second run finds nothing to do', async () => {
    const { body } = await startRun(PLAN);
    const { outcomes } = await finished(body.run);
    assert.deepEqual(outcomes, { clean: SESSIONS - POISONED, dead: POISONED });
  });

  test('resuming tries again what was given up, and counts it once', async () => {
    const { status } = await ask(`/runs/${run}/resume`, { method: 'POST' });
    assert.equal(status, 200);
    const { outcomes, sessionsDone } = await finished(run);
    assert.equal(sessionsDone, SESSIONS);
    assert.equal(outcomes.dead, POISONED);
  });
});

test('a run goes on after everything was shut down, with all messages of the queue lost', async () => {
  const { body } = await startRun(PLAN);
  const { sessionsDone } = await until(body.run, ({ sessionsDone }) => sessionsDone > 0);
  assert.ok(sessionsDone < SESSIONS, 'it is at work');
  await worker.dispose();
  worker = start();
  await ask(`/runs/${body.run}/resume`, { method: 'POST' });
  const progress = await finished(body.run);
  assert.equal(progress.sessionsDone, SESSIONS);
  assert.deepEqual(progress.outcomes, { clean: SESSIONS - POISONED, dead: POISONED });
});

describe('the addresses', () => {
  test('want the token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer b token', TOKEN]) {
      const { status, body } = await ask('/runs', { method: 'POST', headers: { authorization } });
      assert.deepEqual([status, body.error.code], [401, 'unauthorized'], authorization);
    }
  });

  test('say what a plan must be', async () => {
    for (const plan of [
      null,
      [],
      { prefx: '' },
      { prefix: 1 },
      { repair: [] },
      { sanitize: {} },
      { sanitize: { target: {} } },
      { prefix: 'a/', suffix: '.json', sanitize: { target: {}, output: 'a/b/' } },
      { suffix: '', sanitize: { target: {}, output: 'sanitized/' } },
    ]) {
      const { status, body } = await startRun(plan);
      assert.deepEqual([status, body.error.code], [400, 'invalid-argument'], JSON.stringify(plan));
    }
  });

  test('know no run that was never started, no other address and no other method', async () => {
    assert.equal((await ask('/runs/none')).status, 404);
    assert.equal((await ask('/runs/none/resume', { method: 'POST' })).status, 404);
    assert.equal((await ask('/')).status, 404);
    assert.equal((await ask('/runs')).status, 405);
  });
});
