// Input that cannot be used: which error, and where it points.
import * as th from 'transcript-hygiene';

const encode = (text) => new TextEncoder().encode(text);

/** Every call that reads a transcript as text, with nothing else given. */
const TEXT_CALLS = {
  sanitizeTextSync: (json) => th.sanitizeTextSync(json),
  checkText: (json) => th.checkText(json),
  preRequestText: (json) => th.preRequestText(json),
  stripAllThinkingText: (json) => th.stripAllThinkingText(json),
};

const VALUE_CALLS = {
  sanitizeSync: (messages) => th.sanitizeSync(messages),
  check: (messages) => th.check(messages),
  preRequest: (messages) => th.preRequest(messages),
  stripAllThinking: (messages) => th.stripAllThinking(messages),
};

export default async (t) => {
  await th.init();

  for (const [name, call] of Object.entries(TEXT_CALLS)) {
    t.test(`${name}: text that is not JSON says where`, (a) => {
      const cases = [
        ['', 0],
        ['nonsense', 0],
        ['[1,]', 3],
        ['[{"role":"user"', 15],
        ['["é" x]', 6],
        ['[] []', 3],
      ];
      for (const [json, offset] of cases) {
        a.throws(() => call(json), { name: 'HygieneError', code: 'invalid-json', offset }, json);
        a.throws(() => call(encode(json)), { code: 'invalid-json', offset }, `bytes of ${json}`);
      }
    });

    t.test(`${name}: bytes that are not UTF-8 say where`, (a) => {
      a.throws(() => call(new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d])), { code: 'invalid-json', offset: 2 });
      a.throws(() => call(new Uint8Array([0x5b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x5d])), { code: 'invalid-json', offset: 2 });
    });

    t.test(`${name}: JSON that is no array says what was found`, (a) => {
      const found = { '{}': /an object/, '"x"': /a string/, 1: /a number/, true: /a boolean/, null: /null/ };
      for (const [json, message] of Object.entries(found)) {
        a.throws(() => call(json), { code: 'not-a-transcript', message, pointer: '' });
      }
    });

    t.test(`${name}: what is neither string nor bytes is an argument error`, (a) => {
      for (const odd of [undefined, null, 1, {}, [], new ArrayBuffer(2), new Uint16Array(2), new Date()]) {
        a.throws(() => call(odd), { name: 'HygieneError', code: 'invalid-argument' });
      }
    });
  }

  for (const [name, call] of Object.entries(VALUE_CALLS)) {
    t.test(`${name}: what is no array says what was found`, (a) => {
      const cases = [
        [undefined, /undefined/],
        [null, /null/],
        ['[]', /a string/],
        [{ length: 0 }, /an object/],
        [new Uint8Array(2), /an object/],
      ];
      for (const [odd, message] of cases) {
        a.throws(() => call(odd), { name: 'HygieneError', code: 'not-a-transcript', message, pointer: '' });
      }
    });
  }

  t.test('promises reject with the error that the twin throws', async (a) => {
    await a.rejects(th.sanitize({}), { code: 'not-a-transcript' });
    await a.rejects(th.sanitizeText('{'), { code: 'invalid-json', offset: 1 });
    await a.rejects(th.sanitizeRequest('[]'), { code: 'not-a-request' });
  });

  t.test('a body that is no object is not a request', (a) => {
    for (const body of ['[]', '"x"', '1', undefined, [], 1, () => {}]) {
      a.throws(() => th.sanitizeRequestSync(body), { name: 'HygieneError', code: 'not-a-request' });
    }
    a.throws(() => th.sanitizeRequestSync('{'), { code: 'invalid-json', offset: 1 });
  });

  t.test('odd members, roles, blocks and types are no errors', (a) => {
    const odd = [
      null, 'x', 1, [], {}, { role: 5 }, { role: 'nobody' }, { role: 'assistant' }, { role: 'assistant', content: 5 },
      { role: 'assistant', content: [null, 1, 'x', [], {}, { type: 7 }, { type: 'unknown' }] },
      { role: 'user', content: [[]] }, { role: 'toolResult', toolCallId: {} },
    ];
    for (const target of [{}, { provider: 'anthropic', modelApi: 'anthropic-messages' }]) {
      th.sanitizeSync(odd, target);
      th.sanitizeTextSync(JSON.stringify(odd), target);
    }
    a.equal(th.stripAllThinking(odd).messages, odd);
  });

  t.test('the error is one class, with its name', (a) => {
    const error = a.throws(() => th.sanitizeTextSync('['), th.HygieneError);
    a.ok(error instanceof Error);
    a.equal(error.name, 'HygieneError');
    a.ok(String(error).startsWith('HygieneError: '));
    a.ok(error.stack.length > 0);
  });
};
