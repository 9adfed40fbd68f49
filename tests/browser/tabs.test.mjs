// The tabs beside the turns, in both browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explain, knownTargets } from 'transcript-hygiene';
import { planRepair, projectText } from 'transcript-hygiene/history';
import { validateText } from 'transcript-hygiene/validate';
import { chooseSample, fill, openPlayground, saved, says, settled, showTab, textOf, textsOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

const ANTHROPIC = samples.find(({ file }) => file === 'anthropic.json');

for (const name of ['chromium', 'firefox']) {
  describe(`tabs in ${name}`, () => {
    let play;
    let page;
    before(async () => {
      play = await openPlayground(name);
      page = play.page;
    });
    after(() => play?.close());

    test('findings are those of the package, each with its turn and what mends it', async () => {
      await chooseSample(page, 'anthropic.json');
      await says(page, '#tab-findings', /→ 0/);
      await showTab(page, 'findings', '.finding');
      const found = validateText(sampleText(ANTHROPIC.file), ANTHROPIC.target);
      const expected = [...new Set(found.map(({ constraint }) => constraint))];
      assert.deepEqual(await textsOf(page, '.finding .constraint'), expected);
      assert.match(await textOf(page, '#finding-AM-07'), /mended.*repair-tool-result-pairing/s);
      assert.equal(JSON.parse(await saved(page, '#download-findings')).before.total, found.length);
      await page.$eval('#finding-AM-07 .where button', (place) => place.click());
      await page.waitForFunction(() => document.activeElement.textContent.includes('Let me ask the database.'));
    });

    test('a turn leads to its findings', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.waitForSelector('.finding-tag');
      await page.$eval('.finding-tag', (tag) => tag.click());
      await page.waitForSelector('.finding.focused');
    });

    test('what people see leaves out what they should not', async () => {
      await chooseSample(page, 'display.json');
      await page.waitForSelector('.rows .said');
      await says(page, '#panel', /7 of 10/);
      assert.deepEqual(await textsOf(page, '.unseen .kind'), ['hidden', 'hidden', 'hidden']);
      assert.equal(await saved(page, '#download-people'), projectText(sampleText('display.json')).json);
      assert.match(await textOf(page, '.rows .by-user'), /53 characters taken off.*strip-envelopes.*Is the oven still on/s);
      await chooseSample(page, 'request-chat.json');
      await showTab(page, 'people');
      assert.match(await textOf(page, '#panel'), /This is a request/);
    });

    test('a session file is repaired line by line, downloaded and opened', async () => {
      await chooseSample(page, 'session-broken.jsonl');
      await page.waitForSelector('.lines .row');
      const plan = planRepair(sampleText('session-broken.jsonl'));
      assert.equal(await saved(page, '#download-repaired'), plan.output);
      for (const rule of new Set(plan.report.changes.map((change) => change.rule))) {
        assert.ok((await textsOf(page, '.lines .rule-tag')).includes(rule), rule);
      }
      await page.$eval('[name=relink]', (box) => box.click());
      await says(page, '.lines', /relink-orphans/);
      await page.$eval('[name=relink]', (box) => box.click());
      await page.$eval('#open-repaired', (button) => button.click());
      await page.waitForSelector('.turns .row');
      await showTab(page, 'repair');
      await says(page, '#panel', /Nothing to repair/);
      await chooseSample(page, 'mistral.json');
      await showTab(page, 'repair');
      assert.match(await textOf(page, '#panel'), /no session file/);
    });

    test('images show before and after with their reason, and one can be tried alone', async () => {
      await chooseSample(page, 'images.json');
      await showTab(page, 'images', '.pictures .row');
      assert.deepEqual(await textsOf(page, '.pictures .kind'), ['changed', 'changed', 'replaced by text']);
      assert.match(await textOf(page, '.pictures'), /1,800 × 600 px.*1,200 × 400 px.*said to be image\/jpeg/s);
      for (const address of await page.$$eval('.pictures img', (list) => list.map(({ src }) => src))) {
        assert.match(address, /^blob:/);
      }
      await page.evaluate(async () => {
        const canvas = new OffscreenCanvas(2000, 1000);
        canvas.getContext('2d').fillRect(0, 0, 900, 900);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'one.png', { type: 'image/png' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await says(page, '#tried', /2,000 × 1,000 px.*1,200 × 600 px/s);
      await page.$eval('#longest-side', (field) => {
        field.value = '500';
        field.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await says(page, '#tried', /500 × 250 px/);
    });

    test('a flag can be switched, shows its effect, and goes back', async () => {
      await chooseSample(page, 'anthropic.json');
      await showTab(page, 'policy', '.policy');
      await page.$eval('[aria-label=repairToolUseResultPairing]', (flag) => flag.click());
      await says(page, '.policy .is-override', /override/);
      await showTab(page, 'provider', '.rules');
      await page.waitForSelector('#rule-strip-dangling-tool-calls');
      await showTab(page, 'policy', '#reset-flags');
      await page.$eval('#reset-flags', (button) => button.click());
      await page.waitForFunction(() => !document.querySelector('.is-override'));
      assert.equal((await page.$$('.policy tbody tr')).length, knownTargets().flags.length);
    });

    test('every known provider stands in the comparison of targets', async () => {
      await chooseSample(page, 'anthropic.json');
      await showTab(page, 'targets', '.matrix');
      await page.waitForFunction(() => !document.querySelector('#panel progress'));
      const text = await page.$$eval('.matrix tbody th', (heads) =>
        heads.map((head) => `${head.querySelector('.link').textContent}, ${head.querySelector('[title]')?.title ?? ''}`).join(', '),
      );
      for (const provider of knownTargets().providers) assert.ok(text.split(/,\s*/).includes(provider), provider);
      assert.equal(JSON.parse(await saved(page, '#download-targets')).length, (await page.$$('.matrix tbody tr')).length);
      await page.$eval('.matrix tbody .link', (target) => target.click());
      await page.waitForSelector('.turns .row');
    });

    test('the lines of code name exactly what is chosen', async () => {
      await chooseSample(page, 'mistral.json');
      await page.click('[name=profile][value=compat]');
      await settled(page);
      await showTab(page, 'code', '.snippet');
      const snippets = await textsOf(page, '.snippet pre');
      assert.equal(snippets.length, 3);
      for (const code of snippets) {
        assert.match(code, /provider: 'mistral', modelApi: 'mistral-conversations', modelId: 'mistral-large-latest' }, { profile: 'compat' }/);
      }
      await page.click('[name=profile][value=strict]');
      await settled(page);
    });

    test('rules are found by an error, and their examples can be edited', async () => {
      await showTab(page, 'rules', '#rule-search');
      await fill(page, '#rule-search', 'tool_use ids were found without');
      await page.waitForFunction(() => document.querySelectorAll('.rule-list li').length < 10);
      await page.$$eval('.rule-list button', (list) =>
        list.find((one) => one.textContent.includes('repair-tool-result-pairing')).click(),
      );
      const { example } = explain('repair-tool-result-pairing');
      await says(page, '#example-live', /toolResult/);
      assert.deepEqual(JSON.parse(await textOf(page, '#example-after')), example.after);
      await fill(page, '#example', '[{"role":"user","content":"edited here"}]');
      await says(page, '#example-live', /edited here/);
      assert.equal(await page.$('#example-after'), null);
      await fill(page, '#example', '[{');
      await page.waitForSelector('.example .gone');
      await page.click('#all-rules');
      await page.waitForSelector('.rule-list');
    });

    test('nothing was refused or logged', async () => assert.deepEqual(await play.problems(), []));
  });
}
