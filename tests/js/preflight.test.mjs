// Bodies of requests through the package's entry for them.
import { probeImage } from 'transcript-hygiene/images';
import * as th from 'transcript-hygiene/preflight';
import { preflightSync as slimSync } from 'transcript-hygiene/preflight/slim';
import { base64, bmp, bytesOf, png } from './pictures.mjs';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const text = (value) => ({ role: 'user', content: [{ type: 'text', text: value }] });
const CLEAN = '{ "max_tokens": 1e3, "messages": [ {"role":"user","content":"hi \\ud83d\\ude00", "n": 9007199254740993} ] }\n';
const BROKEN = JSON.stringify({ max_tokens: 9, messages: [{ role: 'user', content: [...text('hi').content, ...text(' ').content] }] });
const MENDED = JSON.stringify({ max_tokens: 9, messages: [text('hi')] });
const ANTHROPIC = { api: 'anthropic', model: 'claude-sonnet-4-5' };

export default async function (t) {
  await th.init();

  t.test('a body that breaks nothing goes on as it is', async (a) => {
    for (const body of [CLEAN, encoder.encode(CLEAN)]) {
      const outcome = await th.preflight(body, ANTHROPIC);
      a.equal(outcome.changed, false);
      a.equal('body' in outcome, false);
      a.deepEqual(outcome.changes, []);
      a.deepEqual(outcome.findings.filter(({ severity }) => severity === 'error'), []);
    }
  });

  t.test('strings give strings, bytes give bytes, and both say the same', (a) => {
    const outcome = th.preflightSync(BROKEN, ANTHROPIC);
    a.equal(outcome.body, MENDED);
    const bytes = th.preflightSync(encoder.encode(BROKEN), ANTHROPIC);
    a.equal(decoder.decode(bytes.body), MENDED);
    a.deepEqual({ ...bytes, body: MENDED }, outcome);
  });

  t.test('an outcome says what was broken, what was done, and no text of messages', (a) => {
    const secret = 'a text that nobody logs';
    const body = BROKEN.replace('"hi"', JSON.stringify(secret));
    const outcome = th.preflightSync(body, ANTHROPIC);
    a.equal(outcome.api, 'anthropic');
    a.equal(outcome.repairVersion, 1);
    a.deepEqual(outcome.findings.map(({ constraint, severity, pointer }) => [constraint, severity, pointer]), [
      ['AM-06', 'error', '/messages/0/content/1/text'],
    ]);
    a.ok(outcome.findings[0].statement.length > 0);
    a.deepEqual([outcome.remaining, outcome.refused, outcome.advice], [[], false, []]);
    const [change] = outcome.changes;
    a.deepEqual([change.rule, change.kind, change.input, change.output], ['drop-blank-text', 'dropped', '/messages/0/content/1', undefined]);
    a.equal(change.bytesBefore, 26);
    a.ok(/^[0-9a-f]{16}$/.test(change.digestBefore));
    const { body: _, ...told } = outcome;
    a.equal(JSON.stringify(told).includes(secret), false);
    a.deepEqual(th.preflightSync(body, { ...ANTHROPIC, includeText: true }).changes[0].before, { type: 'text', text: ' ' });
  });

  t.test('unpaired surrogates, raw or escaped, end the same', (a) => {
    const body = (half) => `{"max_tokens":9,"messages":[{"role":"user","content":"cut ${half} here"}]}`;
    const mended = body('\\ufffd');
    a.equal(th.preflightSync(body('\\ud83d'), ANTHROPIC).body, mended);
    a.equal(th.preflightSync(body('\ud83d'), ANTHROPIC).body, mended);
    a.equal(decoder.decode(th.preflightSync(encoder.encode(body('\\ud83d')), ANTHROPIC).body), mended);
  });

  t.test('the mode says what is done', (a) => {
    const report = th.preflightSync(BROKEN, { ...ANTHROPIC, mode: 'report' });
    a.deepEqual([report.changed, report.refused, report.findings.length, report.remaining.length], [false, false, 1, 1]);
    const loop = JSON.stringify({
      max_tokens: 9,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      ],
    });
    const strict = th.preflightSync(loop, { ...ANTHROPIC, mode: 'strict' });
    a.deepEqual([strict.changed, strict.refused, strict.remaining[0].constraint], [false, true, 'AM-17']);
    a.deepEqual([strict.advice[0].constraint, strict.advice[0].field], ['AM-17', 'thinking']);
    a.equal(th.preflightSync(loop, ANTHROPIC).refused, false);
  });

  t.test('what cannot be looked at is a finding, never an error', (a) => {
    const found = (body, options) => th.preflightSync(body, options).findings.map(({ constraint }) => constraint);
    a.deepEqual(found('{', ANTHROPIC), ['not-json']);
    a.deepEqual(found(new Uint8Array([0xff]), ANTHROPIC), ['not-json']);
    a.deepEqual(found('[]', ANTHROPIC), ['not-a-request']);
    a.deepEqual(found('{}', { api: 'smoke-signals' }), ['unknown-api']);
    a.deepEqual(found('{}', {}), ['unknown-shape']);
    a.deepEqual(found('{"max_tokens":1,"messages":[{"role":"user","content":"hi"}]}'), ['ambiguous-shape']);
    for (const limits of [{ bytes: 10 }, { nesting: 2 }, { turns: 0 }]) {
      const outcome = th.preflightSync(BROKEN, { ...ANTHROPIC, limits, mode: 'strict' });
      a.deepEqual([outcome.changed, outcome.refused, outcome.findings[0].constraint], [false, false, 'limit-exceeded']);
      a.ok(outcome.findings[0].statement.length > 0);
    }
  });

  t.test('path and body tell the shape', (a) => {
    const api = (body, options) => th.preflightSync(body, options).api;
    a.equal(api(BROKEN, { path: '/anthropic/v1/messages?beta=true' }), 'anthropic');
    a.equal(api('{"contents":[]}'), 'gemini');
    a.equal(api('{"input":"hi"}', { api: 'openai-chatgpt-responses' }), 'responses');
  });

  t.test('headers are named where a body needs them', (a) => {
    const body = JSON.stringify({
      model: 'claude-opus-5-1',
      max_tokens: 9,
      thinking: { type: 'adaptive' },
      messages: [
        { role: 'user', content: [...text('q').content, ...text(' ').content] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 'c2ln'.repeat(10) }, { type: 'text', text: 'a' }] },
        text('n'),
      ],
    });
    const outcome = th.preflightSync(body, { api: 'anthropic' });
    a.deepEqual(outcome.headers, { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' });
    a.equal(JSON.parse(outcome.body).thinking.block_binding.prefix_mismatch_behavior, 'drop_block');
    const without = th.preflightSync(body, { api: 'anthropic', addsHeaders: false });
    a.equal(without.headers, undefined);
    a.equal(without.body.includes('signature'), false);
  });

  t.test('images that are too large or of another format are encoded again, in every shape', async (a) => {
    const wide = png(8100, 2, (x) => [x & 255, 128, 0]);
    const data = base64(wide);
    const url = `data:image/png;base64,${data}`;
    const messages = (...content) => ({ max_tokens: 9, messages: [{ role: 'user', content }] });
    const shapes = {
      anthropic: [
        messages({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }),
        ({ messages: [{ content: [{ source }] }] }) => [source.media_type, source.data],
      ],
      chat: [
        messages({ type: 'image_url', image_url: { url, detail: 'low' } }),
        ({ messages: [{ content: [{ image_url }] }] }) => parts(image_url.url),
      ],
      responses: [
        { input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] },
        ({ input: [{ content: [{ image_url }] }] }) => parts(image_url),
      ],
      gemini: [
        { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data } }, { text: 'look' }] }] },
        ({ contents: [{ parts: [{ inlineData }] }] }) => [inlineData.mimeType, inlineData.data],
      ],
      converse: [
        messages({ image: { format: 'png', source: { bytes: data } } }, { text: 'look' }),
        ({ messages: [{ content: [{ image }] }] }) => [`image/${image.format}`, image.source.bytes],
      ],
    };
    for (const [api, [body, imageOf]] of Object.entries(shapes)) {
      const outcome = await th.preflight(JSON.stringify(body), { api });
      a.ok(outcome.findings.some(({ constraint }) => constraint === 'IMG-06'), api);
      a.deepEqual(outcome.remaining, [], api);
      const [type, jpeg] = imageOf(JSON.parse(outcome.body));
      const { mimeType, width, height } = probeImage(bytesOf(jpeg));
      a.deepEqual([type, mimeType, width, height], ['image/jpeg', 'image/jpeg', 1568, 1], api);
      a.ok(outcome.changes.every(({ rule }) => rule === 'sanitize-images'), api);
    }
  });

  t.test('a body of many images is mended with each in its own place', async (a) => {
    const widths = Array.from({ length: 24 }, (_, at) => 10 + at);
    const { body, remaining } = await th.preflight(chat(...widths.map((width) => bmp(width, 5))), { api: 'chat' });
    a.deepEqual(remaining, []);
    const found = JSON.parse(body).messages[0].content.map(({ image_url }) => parts(image_url.url));
    a.deepEqual(found.map(([, data]) => probeImage(bytesOf(data)).width), widths);
    a.ok(found.every(([type]) => type === 'image/jpeg'));
  });

  t.test('an image that cannot be mended, or that nobody mends, becomes a text', (a) => {
    const omitted = { type: 'text', text: '[image omitted: its format is not taken here]' };
    const cut = bmp(40, 40).slice(0, 300);
    for (const outcome of [th.preflightSync(chat(cut), { api: 'chat' }), slimSync(chat(bmp(4, 4)), { api: 'chat' })]) {
      a.deepEqual(JSON.parse(outcome.body).messages[0].content, [omitted]);
      a.deepEqual(outcome.remaining, []);
    }
  });

  t.test('what no option means, and what is no body, is told by name', async (a) => {
    a.throws(() => th.preflightSync(BROKEN, { mod: 'report' }), { code: 'invalid-argument', nearest: 'mode' });
    a.throws(() => th.preflightSync(BROKEN, { mode: 'gentle' }), { code: 'invalid-argument', option: 'mode' });
    a.throws(() => th.preflightSync(JSON.parse(BROKEN), ANTHROPIC), { code: 'invalid-argument' });
    await a.rejects(th.preflight(undefined), { code: 'invalid-argument' });
  });
}

/** A chat whose user shows BMP files. */
function chat(...files) {
  const content = files.map((bytes) => ({
    type: 'image_url',
    image_url: { url: `data:image/bmp;base64,${base64(bytes)}` },
  }));
  return JSON.stringify({ messages: [{ role: 'user', content }] });
}

/** Media type and base64 of a data URL. */
function parts(url) {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(url);
  return [type, data];
}
