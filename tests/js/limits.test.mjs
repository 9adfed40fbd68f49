// Limits are errors that name themselves, and what is below them works.
import * as th from 'transcript-hygiene';

const nested = (levels) => `[${'['.repeat(levels)}${']'.repeat(levels)}]`;
const TARGETS = [
  { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' },
  { provider: 'google', modelApi: 'google-generative-ai', modelId: 'gemini-3-pro' },
  { provider: 'openai', modelApi: 'openai-responses', modelId: 'gpt-5.4' },
];
const over = (limits, json) => () => th.sanitizeTextSync(json, {}, { limits });

export default async (t) => {
  await th.init();

  t.test('a limit that is hit is named, with the option that raises it', (a) => {
    const expected = (limit) => ({ code: 'limit-exceeded', limit, option: `limits.${limit}`, message: new RegExp(limit) });
    a.throws(over({ bytes: 10 }, `["${'x'.repeat(10)}"]`), expected('bytes'));
    a.throws(over({ nesting: 5 }, nested(10)), expected('nesting'));
    a.throws(over({ turns: 2 }, '[1,2,3]'), { ...expected('turns'), pointer: '/2' });
  });

  t.test('what is just below a limit passes', (a) => {
    const limits = { bytes: 12, nesting: 3, turns: 2 };
    a.equal(th.stripAllThinkingText('[1,[["é"]]]', { limits }).changed, false);
  });

  t.test('bytes are counted as bytes, whatever the door', (a) => {
    const limits = { bytes: 8 };
    a.throws(over(limits, '["ééé"]'), { code: 'limit-exceeded' });
    a.throws(over(limits, new TextEncoder().encode('["ééé"]')), { code: 'limit-exceeded' });
    a.throws(() => th.sanitizeSync(['ééé'], {}, { limits }), { code: 'limit-exceeded' });
  });

  t.test('100,000 levels pass through the text door, a million and more do not by default', (a) => {
    const deep = nested(100_000);
    // In `strict` a list without any turn gets one.
    a.equal(th.sanitizeTextSync(deep, {}, { profile: 'compat' }).json, deep);
    a.throws(() => th.sanitizeTextSync(nested(1_000_001)), { code: 'limit-exceeded', limit: 'nesting' });
    const deeper = nested(1_000_001);
    a.equal(th.sanitizeTextSync(deeper, {}, { profile: 'compat', limits: { nesting: 2_000_000 } }).json, deeper);
  });

  t.test('values deeper than the host writes point to the text door', (a) => {
    let deep = [];
    for (let level = 0; level < 1_000_000; level += 1) deep = [deep];
    try {
      th.sanitizeSync(deep);
    } catch (error) {
      a.equal(error.code, 'limit-exceeded');
      a.ok(/text door/.test(error.message) || error.limit === 'nesting', error.message);
    }
    a.equal(th.sanitizeTextSync('[]').json, '[]');
  });

  t.test('100,000 turns pass, whatever the target', (a) => {
    const call = (id) => ({ role: 'assistant', content: [{ type: 'toolCall', id, name: 'ls', arguments: {} }] });
    const result = (toolCallId) => ({ role: 'toolResult', toolCallId, toolName: 'ls', content: [{ type: 'text', text: 'x' }] });
    const messages = Array.from({ length: 50_000 }, (_, at) => [call(`call${at}`), result(`call${at}`)]).flat();
    for (const target of TARGETS) {
      const { messages: output } = th.sanitizeSync(messages, target);
      a.ok(output.length >= messages.length, target.provider);
    }
    a.equal(th.stripAllThinking(messages).messages, messages);
  });

  t.test('50 MB of text pass, more than 64 MiB do not by default', (a) => {
    const large = `["${'x'.repeat(50_000_000)}"]`;
    a.equal(th.stripAllThinkingText(large).json, large);
    const turn = [{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(50_000_000) }] }];
    a.equal(th.sanitizeSync(turn, TARGETS[0]).messages, turn);
    const tooLarge = `["${'x'.repeat(64 * 1024 * 1024)}"]`;
    a.throws(() => th.stripAllThinkingText(tooLarge), { code: 'limit-exceeded', limit: 'bytes' });
    a.equal(th.sanitizeTextSync('[]').json, '[]');
  });
};
