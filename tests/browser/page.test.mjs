// What somebody does with the playground, in both browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explain, sanitizeTextSync } from 'transcript-hygiene';
import { chooseSample, drop, fill, openPlayground, settled, textOf, textsOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

const ANTHROPIC = samples.find(({ file }) => file === 'anthropic.json');
const CUT_ERROR =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01Q7vXbN4kTz9mRfWc2LpYhD';

/** The array of turns in a sample; a session file holds one for each line with a message. */
function turnsOf(file) {
  if (!file.endsWith('.jsonl')) return sampleText(file);
  const entries = sampleText(file).trim().split('\n').map((line) => JSON.parse(line));
  return JSON.stringify(entries.flatMap(({ message }) => message ?? []));
}

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
      const said = `${changes} changes by ${Object.keys(report.counts).length} rules.`;
      assert.ok((await textOf(page, '#status')).startsWith(said), said);
      const kinds = await textsOf(page, '.kind');
      for (const kind of ['edited', 'inserted', 'dropped', 'merged']) assert.ok(kinds.includes(kind), kind);
      assert.deepEqual(await textsOf(page, '#row-1 .before mark'), [
        'The log of the last run will say which step failed.',
        'call_8fK2|fc_0a91',
      ]);
      assert.deepEqual(await textsOf(page, '#row-1 .after mark'), ['call8fK2fc0a91']);
    });

    test('after loading, nothing was asked of any server but its own files', async () => {
      assert.deepEqual(play.foreign, []);
      assert.ok(play.requests.length > 0);
      assert.deepEqual(
        play.requests.filter((path) => !/^\/some\/folder\/([\w./-]+\.(js|css|svg|json|jsonl|wasm))?$/.test(path)),
        [],
      );
      play.requests.length = 0;
    });

    for (const { file, target } of samples) {
      test(`sample ${file} gives what the package gives`, async () => {
        await chooseSample(page, file);
        for (const [field, value] of [['provider', target.provider], ['modelApi', target.modelApi], ['modelId', target.modelId]]) {
          assert.equal(await page.$eval(`#${field}`, (input) => input.value), value);
        }
        const { json, report } = sanitizeTextSync(turnsOf(file), target, { report: true });
        assert.match(await textOf(page, '#status'), new RegExp(`${report.turns.before} turns in, ${report.turns.after} out`));
        assert.equal(await download(), json);
      });
    }

    test('another provider gives another result and another policy', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.click('#tab-policy');
      assert.match(await textOf(page, '.policy'), /family native-anthropic/);
      const before = await textOf(page, '#status');
      await fill(page, '#provider', 'mistral');
      await settled(page, /changes by/);
      await page.waitForFunction((old) => document.querySelector('#status').textContent !== old, {}, before);
      assert.equal(await page.$eval('#modelApi', (input) => input.value), 'mistral-conversations');
      const policy = await textOf(page, '.policy');
      assert.match(policy, /strict9/);
      assert.doesNotMatch(policy, /native-anthropic/);
      await page.click('#tab-changes');
    });

    test('the profile changes the result', async () => {
      await chooseSample(page, 'anthropic.json');
      const strict = await textOf(page, '#status');
      await page.click('[name=profile][value=compat]');
      await page.waitForFunction((old) => !document.querySelector('#status').textContent.startsWith(old), {}, strict.slice(0, 20));
      await settled(page);
      assert.ok((await textsOf(page, '.rule-id')).includes('strip-tool-result-details'));
      await page.click('[name=profile][value=strict]');
      await settled(page, new RegExp(strict.slice(0, 10)));
    });

    test('a change leads to its rule, and the rule to its places', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.click('.is-inserted .rule-tag');
      await page.waitForSelector('#rule-repair-tool-result-pairing .places button');
      const rule = explain('repair-tool-result-pairing');
      const words = await textOf(page, '#rule-repair-tool-result-pairing');
      assert.ok(words.includes(rule.summary));
      assert.ok(words.includes(rule.sections['Who refuses without it'].replaceAll('`', '').split('\n')[0]));
      assert.ok(words.includes('A frame begins at each assistant turn with calls'));
      assert.ok(words.includes(JSON.stringify(rule.example.after, null, 2)));
      await page.click('#rule-repair-tool-result-pairing .places button');
      await page.waitForSelector('.is-inserted.focused');
      assert.equal(await page.evaluate(() => document.activeElement.classList.contains('is-inserted')), true);
    });

    test('a dropped session file is read line by line', async () => {
      await drop(page, 'session.jsonl', sampleText('session.jsonl') + '{"type":"message","message":{"role":"us');
      await settled(page, /session file, line by line/);
      const notices = await textOf(page, '.notices');
      assert.match(notices, /session, model_change/);
      assert.match(notices, /A line is no JSON and left out: line 9/);
      assert.match(await textOf(page, '#status'), /6 turns in, 5 out/);
    });

    test('a request body keeps everything around its messages', async () => {
      await chooseSample(page, 'anthropic.json');
      const messages = sampleText('anthropic.json').trim();
      const body = `{"model": "m",\n "messages": ${messages}, "max_tokens": 1e2}`;
      await fill(page, '#transcript', body);
      await settled(page, /object with messages/);
      const { json } = sanitizeTextSync(messages, ANTHROPIC.target);
      assert.equal(await download(), `{"model": "m",\n "messages": ${json}, "max_tokens": 1e2}`);
    });

    const GARBAGE = [
      ['text that is no JSON', 'Dear all,', 'invalid-json', 'line 1, column 1', 'Dear all,'],
      ['a missing comma', '[\n {"role": "user"},\n {"role": "assistant" "content": []}\n]', 'invalid-json', 'line 3, column 23', ' {"role": "assistant" "content": []}'],
      ['JSON that is cut off', '[{"role": "user", "content": "né', 'invalid-json', 'line 1, column 33', '[{"role": "user", "content": "né'],
      ['an object', '{"turns": []}', 'not-a-transcript', 'line 1, column 1', '{"turns": []}'],
      ['a request whose end is cut off', '{"messages": [],\n "model": ', 'invalid-json', 'line 2, column 11', ' "model": '],
      ['an error inside a request', '{"messages": [\n{"role": tru}]}', 'invalid-json', 'line 2', '{"role": tru}]}'],
    ];
    for (const [what, text, code, place, excerpt] of GARBAGE) {
      test(`${what} gives an error with its place`, async () => {
        await fill(page, '#transcript', text);
        await page.waitForFunction((wanted) => document.querySelector('.error pre')?.textContent.startsWith(wanted), {}, excerpt);
        const words = await textOf(page, '.error');
        assert.ok(words.includes(code), words);
        assert.ok(words.includes(place), words);
        assert.equal(await page.$('.row'), null);
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
      await page.waitForFunction(() => document.querySelector('.turns')?.textContent.includes('<img src=x'));
      assert.equal(await page.$('.turns img, .turns b'), null);
    });

    test('a provider’s error leads to the rules that answer it', async () => {
      await chooseSample(page, 'anthropic.json');
      await fill(page, '#rejection', CUT_ERROR);
      await page.waitForSelector('.rule-links button');
      assert.match(await textOf(page, '.rule-links li'), /repair-tool-result-pairing\s+1 change here/);
      await page.click('.rule-links button');
      await page.waitForSelector('#rule-repair-tool-result-pairing[open] .places');
      assert.equal(
        await page.evaluate(() => document.activeElement.closest('.rule').id),
        'rule-repair-tool-result-pairing',
      );
      await fill(page, '#rejection', 'Your credit balance is too low.');
      await page.waitForFunction(() => /No rule answers/.test(document.querySelector('.answers').textContent));
    });

    test('what is copied and downloaded is the sanitized text', async () => {
      await chooseSample(page, 'anthropic.json');
      const { json } = sanitizeTextSync(sampleText('anthropic.json'), ANTHROPIC.target);
      assert.equal(await download(), json);
      assert.equal(await copy(), json);
    });

    test('runs that follow each other quickly end with the newest', async () => {
      for (const { file } of samples) await page.select('#sample', file);
      await page.select('#sample', 'mistral.json');
      await settled(page, /6 turns in, 6 out/);
    });

    test('pages and folds keep a long transcript small', async () => {
      const turn = (index) => `{"role":"${index % 2 ? 'assistant' : 'user'}","content":[{"type":"text","text":"turn ${index}"}]}`;
      const turns = Array.from({ length: 400 }, (_, index) => turn(index));
      for (let index = 0; index < 400; index += 4) turns[index] = '{"role":"user","content":[{"type":"text","text":" "},{"type":"text","text":"x"}]}';
      await drop(page, 'long.json', `[${turns.join(',\n')},${'\n{"role":"user","content":"y"}'.repeat(1)}]`);
      await settled(page, /401 turns in/);
      assert.ok((await page.$$('.turns > li')).length <= 30);
      await page.click('.pager button:last-child');
      await page.waitForFunction(() => document.querySelector('.pager span').textContent.startsWith('Page 2'));
      await chooseSample(page, 'anthropic.json');
      await drop(page, 'calm.json', `[${Array.from({ length: 60 }, (_, index) => turn(index)).join(',')},{"role":"user","content":[{"type":"text","text":""}]}]`);
      await settled(page, /61 turns in/);
      const drawn = (await page.$$('.row')).length;
      await page.click('.fold button');
      await page.waitForFunction((few) => document.querySelectorAll('.row').length > few, {}, drawn);
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
      await page.waitForFunction(() => document.querySelector('#status').textContent === 'Cancelled.');
      await chooseSample(page, 'mistral.json');
      assert.match(await textOf(page, '#status'), /6 turns in, 6 out/);
    });

    test('tabs answer to the arrow keys, and rules to Enter', async () => {
      await chooseSample(page, 'anthropic.json');
      await page.focus('#tab-changes');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector('.policy');
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('#rule-drop-blank-text');
      await page.focus('#rule-drop-blank-text summary');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#rule-drop-blank-text .rule-body');
    });

    test('nothing is wider than a small phone', async () => {
      await page.setViewport({ width: 320, height: 640 });
      for (const { file } of samples) {
        await chooseSample(page, file);
        // Firefox takes the scroll bar from the width.
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, file);
      }
      await page.setViewport({ width: 1280, height: 900 });
    });

    test('nothing was refused or logged, and no foreign server asked', async () => {
      assert.deepEqual(await play.problems(), []);
      assert.deepEqual(play.foreign, []);
    });

    /** What the browser would have saved. */
    async function download() {
      await page.click('#download');
      await page.waitForFunction(() => watched.blob !== undefined);
      return page.evaluate(async () => {
        const text = await watched.blob.text();
        watched.blob = undefined;
        return text;
      });
    }

    /** Firefox lets no script read the clipboard, so there the text is taken on its way. */
    async function copy() {
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
      await page.click('#copy');
      await page.waitForFunction(() => document.querySelector('#status').textContent === 'Copied.');
      return page.evaluate(() => navigator.clipboard.readText());
    }
  });
}
