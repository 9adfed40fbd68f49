// R2 and Durable Objects as storages of sessions, in Cloudflare's runtime.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { COMPATIBILITY_DATE, bundle } from '../hosts/worker.mjs';

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

for (const where of ['r2', 'object']) {
  test(`${where}: the contract is kept`, async () => {
    assert.equal(await ask(`${where}/contract`), 'kept');
  });

  test(`${where}: whatever fails, dies or races, the session is whole`, async () => {
    assert.equal(await ask(`${where}/faults`), '30 runs');
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
