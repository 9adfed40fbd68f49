// The table "Bad input" of the README, row by row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HygieneError, sanitizeSync, sanitizeTextSync } from 'transcript-hygiene';

const TARGET = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
const text = (json, options) => sanitizeTextSync(json, TARGET, options);
const values = (messages) => sanitizeSync(messages, TARGET);
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof HygieneError, String(error));
    return error;
  }
  return assert.fail('nothing was thrown');
};

test('what is not JSON is refused where it stops being JSON', () => {
  for (const [json, offset] of [
    ['hello', 0],
    ['[{"role":"user"}', 16],
    [Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), 2],
  ]) {
    const error = thrown(() => text(json));
    assert.equal(error.code, 'invalid-json');
    assert.equal(error.offset, offset);
  }
});

test('JSON that is no array is refused with what was found', () => {
  for (const [json, found] of [
    ['{}', 'an object'],
    ['null', 'null'],
    ['"hi"', 'a string'],
  ]) {
    const error = thrown(() => text(json));
    assert.equal(error.code, 'not-a-transcript');
    assert.ok(error.message.includes(found));
  }
});

test('odd members are never an error', () => {
  const odd = [null, 'x', 1, [], {}, { role: 5 }, { role: 'alien', content: [{ type: 'blob' }, null] }];
  const wrongTypes = ['user', 'assistant', 'toolResult'].flatMap((role) =>
    [null, 7, {}, [null, 7, { type: 'text', text: 7 }, { type: 'toolCall', id: 7, name: [] }]].map((content) => ({
      role,
      content,
    })),
  );
  const { messages } = values([...odd, ...wrongTypes]);
  assert.ok(messages.some((turn) => turn.role === 'alien'));
});

test('over a limit, the error names the limit and the option that raises it', () => {
  for (const [limit, json] of [
    ['bytes', '[1,2,3]'],
    ['nesting', '[[[1]]]'],
    ['turns', '[1,2,3]'],
  ]) {
    const error = thrown(() => text(json, { limits: { [limit]: 2 } }));
    assert.equal(error.code, 'limit-exceeded');
    assert.equal(error.limit, limit);
    assert.equal(error.option, `limits.${limit}`);
  }
});

test('deep, large and long transcripts work with the default limits', () => {
  const deep = `[{"role":"user","content":"a","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
  assert.equal(text(deep).json, deep);
  const large = `[{"role":"user","content":"${'a'.repeat(50_000_000)}"}]`;
  assert.equal(text(large).changed, false);
  const pair = '{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"text","text":"b"}]}';
  const long = `[${Array(50_000).fill(pair).join(',')}]`;
  assert.equal(text(long).changed, false);
});

test('objects that cannot be read are an error and stay unharmed', () => {
  const cyclic = [];
  cyclic.push(cyclic);
  const throwing = [
    {
      get role() {
        throw new Error('not today');
      },
    },
  ];
  const proxy = new Proxy([], {
    get() {
      throw new Error('not today');
    },
  });
  for (const messages of [cyclic, [{ n: 1n }], throwing, proxy]) {
    assert.equal(thrown(() => values(messages)).code, 'invalid-argument');
  }
  assert.equal(cyclic[0], cyclic);
});
