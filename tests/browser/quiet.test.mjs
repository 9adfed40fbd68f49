// After loading, the page asks nothing of any server, whatever is done with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSample, drop, fill, openPlayground, settled, textOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

for (const name of ['chromium', 'firefox']) {
  test(`a page whose engine cannot be loaded says so in ${name}`, async () => {
    const play = await openPlayground(name, /\.wasm$/);
    try {
      assert.match(await textOf(play.page, '.error'), /Something went wrong/);
    } finally {
      await play.close();
    }
  });

  test(`nothing is requested after load in ${name}`, async () => {
    const play = await openPlayground(name);
    try {
      const { page } = play;
      await settled(page, /changes by/);
      const loaded = play.requests.length;
      for (const { file } of samples) await chooseSample(page, file);
      await fill(page, '#rejection', 'tool_use ids must be unique');
      await page.waitForSelector('.rule-links button');
      await page.click('.rule-links button');
      await fill(page, '#transcript', 'garbage');
      await settled(page, /could not be read/);
      await drop(page, 'session.jsonl', sampleText('session.jsonl'));
      await settled(page, /line by line/);
      await page.click('#download');
      assert.deepEqual(play.requests.slice(loaded), []);
      assert.deepEqual(play.foreign, []);
      assert.deepEqual(await play.problems(), []);
    } finally {
      await play.close();
    }
  });
}
