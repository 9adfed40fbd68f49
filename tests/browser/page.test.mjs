// What somebody does with a transcript on the playground, in both browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explain, sanitizeTextSync } from 'transcript-hygiene';
import { chooseSample, drop, fill, openPlayground, saved, says, settled, showTab, textOf, textsOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

const ANTHROPIC = samples.find(({ file }) => file === 'anthropic.json');
const CUT_ERROR =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01Q7vXbN4kTz9mRfWc2LpYhD';

for (const name of ['chromium', 'firefox']) {
  describe(`playground in ${name}`, () => {
    let play;
    let page;
    before(async () => {
      play = await openPlayground(name);
      page = play.page;
    });
    after(() => play?.close());

    test('a sample is there at the start, with its changes drawn', async () => {
      await settled(page, /changes by/);
      const { report } = sanitizeTextSync(sampleText(ANTHROPIC.file), ANTHROPIC.target, { report: true });
      const changes = Object.values(report.counts).reduce((sum, made) => sum + made, 0);
      await says(page, '#status', new RegExp(`${changes} changes by ${Object.keys(report.counts).length} rules`));
      await page.waitForSelector('#row-7');
      const kinds = await textsOf(page, '.row .kind');
      for (const kind of ['edited', 'inserted', 'dropped', 'merged']) assert.ok(kinds.includes(kind), kind);
      assert.deepEqual(await textsOf(page, '#row-1 .before mark'), [
        'The log of the last run will say which step failed.',
        'call_8fK2|fc_0a91',
      ]);
      assert.deepEqual(await textsOf(page, '#row-1 .after mark'), ['call8fK2fc0a91']);
    });

    test('another provider gives another result and another policy', async () => {
      await chooseSample(page, 'anthropic.json');
      await showTab(page, 'policy', '.policy');
      assert.match(await textOf(page, '.policy'), /family native-anthropic/);
      await fill(page, '#provider', 'mistral');
      await page.waitForFunction(() => !/native-anthropic/.test(document.querySelector('.policy').textContent));
      assert.equal(await page.$eval('#modelApi', (input) => input.value), 'mistral-conversations');
      assert.equal(await page.$eval('[aria-label=toolCallIdMode]', ({ value }) => value), 'strict9');
    });

    test('the profile changes the result', async () => {
      await chooseSample(page, 'anthropic.json');
      const strict = await textOf(page, '#status');
      await page.click('[name=profile][value=compat]');
      await page.waitForSelector('#rule-strip-tool-result-details, #rule-ensure-usage-snapshots');
      await page.click('[name=profile][value=strict]');
      await settled(page, new RegExp(strict.trim().slice(0, 10)));
    });

    test('a change leads to its rule, and the rule to its places', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.waitForSelector('.is-inserted .rule-tag');
      await page.$eval('.is-inserted .rule-tag', (tag) => tag.click());
      await page.waitForSelector('#rule-repair-tool-result-pairing .places button');
      const rule = explain('repair-tool-result-pairing');
      const words = await textOf(page, '#rule-repair-tool-result-pairing');
      assert.ok(words.includes(rule.summary));
      assert.ok(words.includes('A frame begins at each assistant turn with calls'));
      await page.$eval('#rule-repair-tool-result-pairing .places button', (place) => place.click());
      await page.waitForSelector('.is-inserted.focused');
      await page.waitForFunction(() => document.activeElement.classList.contains('is-inserted'));
    });

    test('turns can be filtered by what became of them, and by rule', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.click('[data-kind=dropped]');
      await page.waitForFunction(() => document.querySelectorAll('.turns .row').length === 1);
      assert.deepEqual(await textsOf(page, '.row .kind'), ['dropped']);
      await page.click('[data-kind=inserted]');
      await page.waitForFunction(() => document.querySelectorAll('.turns .row').length === 2);
      await page.select('#rule-filter', 'repair-tool-result-pairing');
      await page.waitForFunction(() => document.querySelectorAll('.turns .row').length === 1);
      await page.click('.filters .chip');
      await page.waitForFunction(() => document.querySelectorAll('.turns .row').length > 5);
    });

    test('a body of turns with something around keeps it', async () => {
      const messages = sampleText('anthropic.json').trim();
      const body = `{"note": "m",\n "messages": ${messages}, "size": 1e2}`;
      await showTab(page, 'provider');
      await fill(page, '#transcript', body);
      await settled(page, /changes by/);
      const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
      await fill(page, '#provider', 'anthropic');
      await settled(page, /changes by/);
      const { json } = sanitizeTextSync(messages, target);
      assert.equal(await saved(page, '#download-result'), `{"note": "m",\n "messages": ${json}, "size": 1e2}`);
    });

    const GARBAGE = [
      ['text that is no JSON', 'Dear all,', 'invalid-json', 'line 1, column 1', 'Dear all,'],
      ['a missing comma', '[\n {"role": "user"},\n {"role": "assistant" "content": []}\n]', 'invalid-json', 'line 3, column 23', ' {"role": "assistant" "content": []}'],
      ['JSON that is cut off', '[{"role": "user", "content": "né', 'invalid-json', 'line 1, column 33', '[{"role": "user", "content": "né'],
      ['an object', '{"turns": []}', 'not-a-transcript', 'line 1, column 1', '{"turns": []}'],
      ['a wrapper whose end is cut off', '{"messages": [],\n "note": ', 'invalid-json', 'line 2, column 10', ' "note": '],
      ['an error inside a wrapper', '{"messages": [\n{"role": tru}]}', 'invalid-json', 'line 2', '{"role": tru}]}'],
    ];
    for (const [what, text, code, place, excerpt] of GARBAGE) {
      test(`${what} gives an error with its place`, async () => {
        await fill(page, '#transcript', text);
        await page.waitForFunction((wanted) => document.querySelector('.error pre')?.textContent.startsWith(wanted), {}, excerpt);
        const words = await textOf(page, '.error');
        assert.ok(words.includes(code), words);
        assert.ok(words.includes(place), words);
        assert.equal(await page.$('.row'), null);
        await showTab(page, 'policy', '.policy');
        assert.match(await textOf(page, '.policy'), /repairToolUseResultPairing/);
      });
    }

    test('a file that is no UTF-8 gives an error with its place, for every target', async () => {
      await drop(page, 'latin1.json', [...Buffer.from('[\n"caf\xe9"]', 'latin1')]);
      await page.waitForSelector('.error');
      for (const provider of ['openai', 'anthropic']) {
        await fill(page, '#provider', provider);
        await settled(page, /could not be read/);
        const words = await textOf(page, '.error');
        assert.ok(words.includes('invalid-json') && words.includes('line 2, column 5'), words);
      }
    });

    test('pasted markup stays text', async () => {
      await fill(page, '#transcript', '[{"role":"user","content":"<img src=x onerror=alert(1)>"},{"role":"<b>","content":"  "}]');
      await showTab(page, 'provider', '.turns .row');
      await says(page, '.turns', /<img src=x/);
      await showTab(page, 'people', '.rows .said');
      assert.equal(await page.$('#panel img, #panel b'), null);
    });

    test('a provider’s error leads to the finding, the turn, and the rule that mends it', async () => {
      await chooseSample(page, 'anthropic.json');
      await fill(page, '#rejection', CUT_ERROR);
      await says(page, '.diagnoses', /AM-07.*Mended/s);
      assert.match(await textOf(page, '.rule-links li'), /repair-tool-result-pairing\s+1 change here/);
      await page.$eval('.diagnoses .where button', (place) => place.click());
      await page.waitForFunction(() => document.activeElement.textContent.includes('Let me ask the database.'));
      await page.$eval('.rule-links button', (rule) => rule.click());
      await page.waitForSelector('#rule-repair-tool-result-pairing[open] .places');
      await page.waitForFunction(() => document.activeElement.closest('.rule')?.id === 'rule-repair-tool-result-pairing');
    });

    test('an error as JSON is understood, too, and one about another provider offers to aim there', async () => {
      await chooseSample(page, 'mistral.json');
      await fill(page, '#rejection', JSON.stringify({ type: 'error', error: { message: CUT_ERROR } }));
      await says(page, '.answers', /error of Anthropic Messages/);
      await page.$eval('.answers .link', (button) => button.click());
      await page.waitForFunction(() => document.querySelector('#provider').value === 'anthropic');
      await fill(page, '#rejection', 'Your credit balance is too low.');
      await says(page, '.answers', /No known error/);
      await fill(page, '#rejection', '');
    });

    test('an error that was given as the input can be taken for what it is', async () => {
      await fill(page, '#transcript', CUT_ERROR);
      await page.waitForSelector('#as-error');
      await page.$eval('#as-error', (button) => button.click());
      await says(page, '.answers', /AM-07/);
      assert.equal(await page.$eval('#transcript', ({ value }) => value), '');
      await fill(page, '#rejection', '');
    });

    test('what is copied and downloaded is the sanitized text', async () => {
      await chooseSample(page, 'anthropic.json');
      const { json } = sanitizeTextSync(sampleText('anthropic.json'), ANTHROPIC.target);
      assert.equal(await saved(page, '#download-result'), json);
      assert.equal(await copied('#copy-result'), json);
    });

    test('runs that follow each other quickly end with the newest', async () => {
      for (const { file } of samples) await page.$eval(`[data-sample="${file}"]`, (choice) => choice.click());
      await page.$eval('[data-sample="mistral.json"]', (choice) => choice.click());
      await settled(page, /6 turns in, 6 out/);
    });

    test('of a long transcript only what is on the screen is there, and untouched turns are folded', async () => {
      const turn = (index) => `{"role":"${index % 2 ? 'assistant' : 'user'}","content":[{"type":"text","text":"turn ${index}"}]}`;
      const turns = Array.from({ length: 400 }, (_, index) => turn(index));
      for (let index = 0; index < 400; index += 4) turns[index] = '{"role":"user","content":[{"type":"text","text":" "},{"type":"text","text":"x"}]}';
      await drop(page, 'long.json', `[${turns.join(',\n')}]`);
      await settled(page, /400 turns in/);
      await page.waitForSelector('.turns .row');
      assert.ok((await page.$$('.turns > li')).length < 80);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForSelector('#row-399');
      await page.evaluate(() => scrollTo(0, 0));
      await drop(page, 'calm.json', `[${Array.from({ length: 60 }, (_, index) => turn(index)).join(',')},{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"x"}]}]`);
      await settled(page, /61 turns in/);
      await page.waitForSelector('.fold button');
      await page.$eval('.fold button', (fold) => fold.click());
      await page.waitForSelector('#row-5');
    });

    test('work can be cancelled, and the page goes on', async () => {
      await page.evaluate(() => {
        const turn = `{"role":"user","content":"${'x'.repeat(1000)}"},`;
        const text = `[${turn.repeat(30_000)}{"role":"user","content":"last"}]`;
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'large.json'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await page.waitForSelector('.cancel');
      await page.$eval('.cancel', (button) => button.click());
      await says(page, '#status', /Cancelled/);
      await chooseSample(page, 'mistral.json');
      await settled(page, /6 turns in, 6 out/);
    });

    test('nothing was refused or logged, and no foreign server asked', async () => {
      assert.deepEqual(await play.problems(), []);
      assert.deepEqual(play.foreign, []);
    });

    /** Firefox lets no script read the clipboard, so there the text is taken on its way. */
    async function copied(button) {
      if (name === 'chromium') {
        const { origin } = new URL(page.url());
        await page.browserContext().overridePermissions(origin, ['clipboard-read', 'clipboard-sanitized-write']);
      } else {
        await page.evaluate(() => {
          navigator.clipboard.writeText = async (text) => {
            navigator.clipboard.readText = async () => text;
          };
        });
      }
      await page.$eval(button, (element) => element.click());
      await says(page, '#status', /Copied/);
      return page.evaluate(() => navigator.clipboard.readText());
    }
  });
}
