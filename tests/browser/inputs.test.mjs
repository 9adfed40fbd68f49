// Every kind of input: recognised, aimed where it says, and given back in its own form.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sanitizeTextSync } from 'transcript-hygiene';
import { loadSessionText } from 'transcript-hygiene/history';
import { preflightSync } from 'transcript-hygiene/preflight';
import { readCurl } from '../../www/playground/input/curl.js';
import { chooseSample, drop, fill, openPlayground, saved, says, settled, showTab, textOf } from './playground.mjs';
import { samples, sampleText } from './samples.mjs';

const TARGETED = samples.filter(({ target, file }) => target && file.endsWith('.json'));

const REQUESTS = [
  ['request-anthropic.json', 'anthropic', 'anthropic-messages', { api: 'anthropic', model: 'claude-sonnet-4-6' }],
  ['request-chat.json', 'mistral', 'openai-completions', { api: 'chat', model: 'mistral-large-latest' }],
  ['request-responses.json', 'openai', 'openai-responses', { api: 'responses', model: 'gpt-5.4' }],
  ['request-gemini.json', 'google', 'google-generative-ai', { api: 'gemini' }],
  ['request-converse.json', 'amazon-bedrock', 'bedrock-converse-stream', { api: 'converse', model: 'us.anthropic.claude-sonnet-4-6' }],
  ['curl.txt', 'openai', 'openai-completions', { api: 'chat', model: 'gpt-4o-mini' }],
];

for (const name of ['chromium', 'firefox']) {
  describe(`inputs in ${name}`, () => {
    let play;
    let page;
    before(async () => {
      play = await openPlayground(name);
      page = play.page;
    });
    after(() => play?.close());

    const fieldsAre = async (provider, modelApi) => {
      assert.equal(await page.$eval('#provider', ({ value }) => value), provider);
      assert.equal(await page.$eval('#modelApi', ({ value }) => value), modelApi);
    };

    test('each sample of a transcript gives what the package gives', async () => {
      for (const { file, target, tab } of TARGETED) {
        await chooseSample(page, file);
        await fieldsAre(target.provider, target.modelApi);
        const { json, report } = sanitizeTextSync(sampleText(file), target, { report: true });
        await says(page, '#status', new RegExp(`${report.turns.before} turns in, ${report.turns.after} out`));
        if (tab) await showTab(page, 'provider', '#download-result');
        assert.equal(await saved(page, '#download-result'), json, file);
      }
    });

    for (const [file, provider, modelApi, request] of REQUESTS) {
      test(`${file} is recognised, and aimed where it says`, async () => {
        await chooseSample(page, file);
        assert.equal(await page.$eval('#as', ({ value }) => value), '');
        await fieldsAre(provider, modelApi);
        await page.waitForSelector('.turns .row');
        const given = readCurl(sampleText(file))?.body ?? sampleText(file);
        const { api, model } = request;
        const { body } = preflightSync(given, { api, provider, model });
        assert.equal(await saved(page, '#download-result'), body);
        await says(page, '#tab-findings', /[1-9] → 0/);
      });
    }

    test('of a curl command the body alone is kept', async () => {
      await chooseSample(page, 'curl.txt');
      const kept = await page.$eval('#transcript', ({ value }) => value);
      assert.doesNotMatch(kept, /Authorization|Bearer/);
      assert.equal(JSON.parse(kept).messages[0].content, 'Say \u201chi\u201d to Ada.');
    });

    test('a bare array of a provider’s own messages is read as such, and stays an array', async () => {
      const { messages } = JSON.parse(sampleText('request-chat.json'));
      await fill(page, '#transcript', JSON.stringify(messages));
      await settled(page, /chat completions/);
      assert.ok(Array.isArray(JSON.parse(await saved(page, '#download-result'))));
    });

    test('what it was taken for can be corrected', async () => {
      await fill(page, '#transcript', '{"messages":[{"role":"user","content":"hi"}]}');
      await settled(page, /Read as transcript/);
      await page.select('#as', 'anthropic');
      await settled(page, /Read as anthropic messages request/);
      await fieldsAre('anthropic', 'anthropic-messages');
      await page.select('#as', '');
      await settled(page, /Read as transcript/);
    });

    test('a session file is read along its active branch', async () => {
      await drop(page, 'session.jsonl', sampleText('session.jsonl') + '{"type":"message","message":{"role":"us');
      await settled(page, /session file/);
      assert.match(await textOf(page, '.notices'), /A line is no JSON and left out/);
      await fieldsAre('anthropic', 'anthropic-messages');
      const { json } = loadSessionText(sampleText('session.jsonl'), { form: 'model' });
      const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
      assert.equal(await saved(page, '#download-result'), sanitizeTextSync(json, target).json);
    });

    test('lines that are turns are read line by line', async () => {
      await fill(page, '#transcript', '{"role":"user","content":"a"}\n{"role":"assistant","content":[]}\nnone\n');
      await settled(page, /2 turns in/);
      assert.match(await textOf(page, '.notices'), /A line is no turn and left out: line 3/);
    });

    test('a transcript is aimed at where its last answer came from', async () => {
      await fill(page, '#transcript', '');
      await fill(page, '#transcript', sampleText('gemma.json'));
      await settled(page, /8 turns in/);
      await fieldsAre('ollama', 'ollama');
    });

    test('an error is known whatever id it names, and also where no rule answers it', async () => {
      await fill(page, '#transcript', sampleText('gemma.json'));
      for (const [error, constraint] of [
        ['Tool call id was chatcmpl-tool-abc but must be a-z, A-Z, 0-9, with a length of 9.', 'MI-01'],
        ['{"error":{"message":"tool result\'s tool id(call_function_x) not found (2013)"}}', 'CC-19'],
      ]) {
        await fill(page, '#rejection', error);
        await page.waitForFunction((id) => document.querySelector('.diagnoses .constraint')?.textContent === id, {}, constraint);
      }
    });

    test('garbage of every kind ends in words, never in silence', async () => {
      const GARBAGE = ['', ' ', '{', '[', '"', '\u0000', '{"messages":', '{"contents":[{}', '{"input":"x"}', 'curl', 'null', '[[[]]]', '{"type":"session"', '[1,null,"x",{"role":5}]', '💥'.repeat(50)];
      await fill(page, '#rejection', 'an error in words that nobody knows');
      for (const text of GARBAGE) {
        await fill(page, '#transcript', text);
        await settled(page, /turns? in|could not be read|would be refused/);
      }
      assert.deepEqual(await play.problems(), []);
    });
  });
}
