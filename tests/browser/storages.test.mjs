// OPFS and IndexedDB as storages of sessions, in both browsers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { importMap } from '../hosts/browser.mjs';
import { launch } from '../hosts/browsers.mjs';
import { serve } from '../hosts/server.mjs';

const page = `<!doctype html><title>storages</title><script type="importmap">${importMap()}</script>`;
/** Before and after each of five calls that a repair makes of a storage, and of which each makes one of its host at least. */
const FEWEST_DEATHS = 10;
const server = await serve(new URL('../../', import.meta.url), { '/storages': page });
after(() => server.close());

const { imports } = JSON.parse(importMap());
const urls = {
  history: imports['transcript-hygiene/history'],
  opfs: imports['transcript-hygiene/storage/opfs'],
  indexeddb: imports['transcript-hygiene/storage/indexeddb'],
};

/** Runs inside the page: each repair, and each look at what it left, in a worker of its own. */
async function dieInPage(where, urls) {
  const { checkDeaths } = await import('/tests/storages/dying.mjs');
  const run = async (moment) => {
    const worker = new Worker('/tests/storages/dying-worker.mjs', { type: 'module' });
    const { data } = await new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.onerror = ({ message }) => resolve({ data: { error: message } });
      worker.postMessage({ urls, where, moment });
    });
    worker.terminate();
    if (data.error) throw new Error(`moment ${moment}: ${data.error}`);
    return data.result;
  };
  try {
    return await checkDeaths(run, () => run());
  } catch (error) {
    return error.message;
  }
}

/** Runs inside the page. */
async function runInPage(where, task) {
  const { init, repairSession } = await import('transcript-hygiene/history');
  const { checkStorage } = await import('transcript-hygiene/testing');
  const { checkFaults } = await import('/tests/storages/check-faults.mjs');
  const { indexedDbStorage } = await import('transcript-hygiene/storage/indexeddb');
  const { opfsStorage } = await import('transcript-hygiene/storage/opfs');
  await init();
  const storage = { opfs: opfsStorage, indexeddb: indexedDbStorage }[where]();
  const LATER = 'later.jsonl';
  const tasks = {
    contract: async () => (await checkStorage(() => storage), 'kept'),
    faults: async () => `${await checkFaults(storage)} runs`,
    store: () => storage.saveNew(LATER, new TextEncoder().encode('{"type":"session","id":"s"}\n{"cut')),
    repair: async () => (await repairSession(storage, LATER)).outcome,
    read: async () => new TextDecoder().decode((await storage.load(LATER))?.bytes),
  };
  try {
    return await tasks[task]();
  } catch (error) {
    return `${error.message}\n${error.stack}`;
  }
}

for (const name of ['chromium', 'firefox']) {
  test(`storages in ${name}`, async (t) => {
    const browser = await launch(name);
    after(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(`${server.origin}/storages`);
    const run = (where, task) => tab.evaluate(runInPage, where, task);
    for (const where of ['opfs', 'indexeddb']) {
      await t.test(`${where}: the contract is kept`, async () => assert.equal(await run(where, 'contract'), 'kept'));

      await t.test(`${where}: whatever fails, dies or races, the session is whole`, async () =>
        assert.equal(await run(where, 'faults'), '30 runs'));

      await t.test(`${where}: a thread that dies at any moment leaves the session whole`, async (t) => {
        const deaths = await tab.evaluate(dieInPage, where, urls);
        t.diagnostic(`${deaths} deaths`);
        assert.ok(deaths >= FEWEST_DEATHS, `${deaths}`);
      });

      await t.test(`${where}: a repaired session is there after the page is loaded anew`, async () => {
        assert.equal(await run(where, 'store'), true);
        assert.equal(await run(where, 'repair'), 'repaired');
        await tab.reload();
        assert.equal(await run(where, 'read'), '{"type":"session","id":"s"}\n');
        assert.equal(await run(where, 'repair'), 'clean');
      });
    }
  });
}
