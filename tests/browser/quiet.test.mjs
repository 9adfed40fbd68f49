// After loading, the page asks nothing of any server, whatever is done with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABS } from '../../www/playground/state.js';
import { chooseSample, drop, fill, keptOffline, openPlayground, settled, showTab, textOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

for (const name of ['chromium', 'firefox']) {
  test(`a page whose engine cannot be loaded says so in ${name}`, async () => {
    const play = await openPlayground(name, { refused: /\.wasm$/ });
    try {
      await play.page.waitForSelector('.error');
      assert.match(await textOf(play.page, '.error'), /Something went wrong/);
    } finally {
      await play.close();
    }
  });

  test(`nothing but the page’s own files is requested, and nothing at all after load, in ${name}`, async () => {
    const play = await openPlayground(name);
    try {
      const { page } = play;
      await settled(page, /changes by/);
      await keptOffline(page);
      await page.reload();
      await settled(page, /changes by/);
      assert.deepEqual(
        play.requests.filter((path) => !/^\/some\/folder\/([\w./-]+\.(js|css|svg|json|jsonl|txt|html|wasm|webmanifest))?$/.test(path)),
        [],
      );
      const loaded = play.requests.length;
      for (const { file } of samples) await chooseSample(page, file);
      await fill(page, '#rejection', 'tool_use ids must be unique');
      await page.waitForSelector('.rule-links button');
      await page.click('.rule-links button');
      await fill(page, '#transcript', 'garbage');
      await settled(page, /could not be read/);
      await drop(page, 'session.jsonl', sampleText('session.jsonl'));
      await settled(page, /session file/);
      for (const tab of Object.keys(TABS)) await showTab(page, tab);
      // A browser may look whether the service worker is still the newest.
      const asked = play.requests.slice(loaded).filter((path) => !path.endsWith('/service-worker.js'));
      assert.deepEqual(asked, []);
      assert.deepEqual(play.foreign, []);
      assert.deepEqual(await play.problems(), []);
    } finally {
      await play.close();
    }
  });
}
