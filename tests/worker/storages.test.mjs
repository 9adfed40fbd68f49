// R2 and Durable Objects as storages of sessions, in Cloudflare's runtime.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { COMPATIBILITY_DATE, bundle, runtimeProcesses } from '../hosts/worker.mjs';
import { checkDeaths } from '../storages/dying.mjs';

const folder = mkdtempSync(join(tmpdir(), 'storages-'));
const modules = await bundle({ entryPoints: [fileURLToPath(new URL('storages.mjs', import.meta.url))] });

const start = () =>
  new Miniflare({
    cf: false,
    compatibilityDate: COMPATIBILITY_DATE,
    log: new Log(LogLevel.ERROR),
    modules,
    r2Buckets: ['BUCKET'],
    r2Persist: join(folder, 'r2'),
    durableObjects: { SESSIONS: { className: 'Sessions', useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
  });

let worker = start();
after(async () => {
  await worker.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(path) {
  const response = await worker.dispatchFetch(`http://worker.test/${path}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

/** A repair takes some milliseconds; who says nothing for so long is dead. */
const SILENCE_MS = 600;

/** Before and after the calls that a repair makes at least: of a bucket five, of a database more. */
const FEWEST_DEATHS = 10;

/** Has the runtime killed in the middle of a repair, and started anew on the same folder. */
async function repairAnew(where, moment) {
  // A request of its own: an object's writes are durable when it answers.
  await ask(`${where}/damage`);
  const silence = new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  const answer = ask(`${where}/die/${moment}`).catch(() => undefined);
  const outcome = await Promise.race([answer, silence]);
  for (const id of runtimeProcesses()) process.kill(id, 'SIGKILL');
  await worker.dispose();
  worker = start();
  return outcome;
}

for (const where of ['r2', 'object']) {
  test(`${where}: the contract is kept`, async () => {
    assert.equal(await ask(`${where}/contract`), 'kept');
  });

  test(`${where}: whatever fails, dies or races, the session is whole`, async () => {
    assert.equal(await ask(`${where}/faults`), '30 runs');
  });

  test(`${where}: a runtime that is killed at any moment leaves the session whole`, async (t) => {
    const look = async () => JSON.parse(await ask(`${where}/look`));
    const deaths = await checkDeaths((moment) => repairAnew(where, moment), look);
    t.diagnostic(`${deaths} deaths`);
    assert.ok(deaths >= FEWEST_DEATHS, `${deaths}`);
  });

  test(`${where}: a repaired session is there after a restart`, async () => {
    assert.equal(await ask(`${where}/store`), 'true');
    assert.equal(await ask(`${where}/repair`), 'repaired');
    await worker.dispose();
    worker = start();
    assert.equal(await ask(`${where}/read`), '{"type":"session","id":"s"}\n');
    assert.equal(await ask(`${where}/repair`), 'clean');
  });
}
