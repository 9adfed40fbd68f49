// Links, what is kept in the browser, and the page without a network.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { chooseSample, drop, fill, keptOffline, openPlayground, says, settled, showTab, textOf } from './playground.mjs';

for (const name of ['chromium', 'firefox']) {
  describe(`sharing in ${name}`, () => {
    let play;
    let page;
    before(async () => {
      play = await openPlayground(name);
      page = play.page;
      await settled(page, /changes by/);
      // Whether the browser lets scripts copy is not the matter here.
      await page.evaluateOnNewDocument(() => {
        if (navigator.clipboard) navigator.clipboard.writeText = async () => undefined;
      });
      await page.reload();
      await settled(page, /changes by/);
    });
    after(() => play?.close());

    test('the address says what is on the screen, and brings it back', async () => {
      await chooseSample(page, 'mistral.json');
      await showTab(page, 'policy', '.policy');
      await page.$eval('[aria-label=validateGeminiTurns]', (flag) => flag.click());
      await says(page, '.policy .is-override', /override/);
      await page.waitForFunction(() => /flags=/.test(location.hash) && /sample=mistral/.test(location.hash));
      await page.reload();
      await page.waitForSelector('.policy .is-override');
      assert.equal(await page.$eval('#provider', ({ value }) => value), 'mistral');
      assert.match(await page.$eval('#transcript', ({ value }) => value), /Translate the release notes/);
    });

    test('pasted text is in no address until somebody makes a link', async () => {
      const text = '[{"role":"user","content":"a secret of ours, é💥"}]';
      await fill(page, '#transcript', text);
      await settled(page, /1 turn in/);
      assert.doesNotMatch(page.url(), /text=/);
      await page.click('#link');
      await page.waitForFunction(() => /text=/.test(location.hash));
      const link = page.url();
      await chooseSample(page, 'google.json');
      await page.goto(link);
      await settled(page, /1 turn in/);
      assert.equal(await page.$eval('#transcript', ({ value }) => value), text);
    });

    test('a long link is made, with a warning', async () => {
      const noise = Array.from({ length: 4000 }, (_, index) => Math.sin(index).toString(36)).join('');
      await drop(page, 'noise.json', JSON.stringify([{ role: 'user', content: noise }]));
      await settled(page, /1 turn in/);
      await page.click('#link');
      await says(page, 'main .notices', /KB long/);
    });

    test('a damaged link says so', async () => {
      await page.goto('about:blank');
      await page.goto(`${play.address}#text=not-compressed`);
      await says(page, '#status', /damaged/);
      await page.waitForSelector('.row');
    });

    test('a link that names what is not there shows the usual', async () => {
      // Firefox says in the console what was wrong with the damaged link.
      const known = (await play.problems()).length;
      await page.goto('about:blank');
      await page.goto(`${play.address}#tab=__proto__&as=constructor&profile=x&sample=none&rule=none&recent=none`);
      await page.waitForSelector('.turns .row');
      assert.deepEqual((await play.problems()).slice(known), []);
    });

    test('what was given is kept here, comes back, and can be cleared', async () => {
      await fill(page, '#transcript', '[{"role":"user","content":"remember me"}]');
      await settled(page, /1 turn in/);
      await page.waitForSelector('[data-recent]');
      await page.waitForFunction(() => /recent=/.test(location.hash));
      await page.reload();
      await page.waitForFunction(() => document.querySelector('#transcript')?.value.includes('remember me'));
      await chooseSample(page, 'google.json');
      await page.$eval('[data-recent]', (kept) => kept.click());
      await page.waitForFunction(() => document.querySelector('#transcript').value.includes('remember me'));
      await page.$eval('#forget', (button) => button.click());
      await page.waitForFunction(() => !document.querySelector('[data-recent]'));
      await page.reload();
      await page.waitForSelector('.row');
      assert.equal(await page.$('[data-recent]'), null);
    });

    test('without a network the page loads, and every tab works', async () => {
      await keptOffline(page);
      play.goOffline();
      await page.reload();
      await settled(page, /changes by/);
      await showTab(page, 'findings', '.finding');
      await showTab(page, 'people', '.rows .said');
      await chooseSample(page, 'session-broken.jsonl');
      await page.waitForSelector('.lines .row');
      assert.match(await textOf(page, '#panel'), /would change/);
    });
  });
}
