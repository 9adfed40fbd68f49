// What each address answers when something is wrong: one row for each way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAUDE_QUERY, post, worker } from './worker.mjs';

const call = worker({ MAX_BODY_BYTES: '1000' });
const BARE = `/v1/sanitize?${CLAUDE_QUERY}`;
const RESPONSES = { provider: 'openai', modelApi: 'openai-responses', modelId: 'gpt-5.4' };

/** The text of an error is for people and may change; all else is a promise. */
const ROWS = [
  ['cut JSON', BARE, post('[{"role":"user"'), 400, { code: 'invalid-json', pointer: '/0/role', offset: 15 }],
  ['text that is no JSON', BARE, post('hello'), 400, { code: 'invalid-json', pointer: '', offset: 0 }],
  ['an empty body', BARE, post(''), 400, { code: 'invalid-json', pointer: '', offset: 0 }],
  [
    'text that is no UTF-8',
    BARE,
    post(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d)),
    400,
    { code: 'invalid-json', pointer: '/0', offset: 2 },
  ],
  [
    'a transcript in the envelope that is no JSON',
    '/v1/sanitize',
    post('{"target":{},"messages":[nil]}'),
    400,
    { code: 'invalid-json', part: 'messages', pointer: '/0', offset: 1 },
  ],
  ['an envelope that is cut', '/v1/sanitize', post('{"messages":[]'), 400, { code: 'invalid-json', offset: 14 }],
  ['an array where the envelope belongs', '/v1/check', post('[]'), 400, { code: 'invalid-json', offset: 0 }],
  [
    'a target in the envelope that is no JSON',
    '/v1/sanitize',
    post('{"messages":[],"target":{provider}}'),
    400,
    { code: 'invalid-json', pointer: '/target', offset: 24 },
  ],
  [
    'a target that is no object',
    '/v1/sanitize',
    post('{"messages":[],"target":"claude"}'),
    400,
    { code: 'invalid-argument', option: 'target' },
  ],
  ['an envelope without content', '/v1/sanitize', post('{}'), 400, { code: 'invalid-argument' }],
  [
    'an unknown member of the envelope',
    '/v1/sanitize',
    post('{"messages":[],"tarket":{}}'),
    400,
    { code: 'invalid-argument', option: 'tarket' },
  ],
  [
    'an unknown option',
    '/v1/sanitize',
    post('{"messages":[],"options":{"reprot":true}}'),
    400,
    { code: 'invalid-argument', part: 'messages', option: 'reprot', nearest: 'report' },
  ],
  [
    'an option of the wrong type',
    '/v1/sanitize',
    post('{"messages":[],"options":{"report":"yes"}}'),
    400,
    { code: 'invalid-argument', part: 'messages', option: 'report' },
  ],
  ['an unknown parameter', '/v1/sanitize?model=x', post('[]'), 400, { code: 'invalid-argument', option: 'model' }],
  ['an unknown profile', '/v1/check?profile=lax', post('[]'), 400, { code: 'invalid-argument', option: 'profile' }],
  ['an unknown address', '/v1/nothing', post('[]'), 404, { code: 'not-found' }],
  ['an address of the prototype', '/constructor', {}, 404, { code: 'not-found' }],
  ['a body over the limit', BARE, post(`[${' '.repeat(999)}]`), 413, { code: 'limit-exceeded', limit: 'bytes' }],
  [
    'more turns than the limit of the call',
    '/v1/sanitize',
    post('{"messages":[1,2,3],"options":{"limits":{"turns":2}}}'),
    413,
    { code: 'limit-exceeded', part: 'messages', pointer: '/2', offset: 5, limit: 'turns', option: 'limits.turns' },
  ],
  [
    'a body of another type',
    BARE,
    post('[]', { 'content-type': 'text/plain' }),
    415,
    { code: 'unsupported-media-type' },
  ],
  ['a compressed body', BARE, post('[]', { 'content-encoding': 'br' }), 415, { code: 'unsupported-media-type' }],
  ['an object as transcript', BARE, post('{}'), 422, { code: 'not-a-transcript', pointer: '', offset: 0 }],
  [
    'null as transcript in the envelope',
    '/v1/check',
    post('{"messages":null}'),
    422,
    { code: 'not-a-transcript', part: 'messages', pointer: '', offset: 0 },
  ],
  [
    'calls and results that do not pair and may not be mended',
    '/v1/sanitize',
    post({
      messages: [{ role: 'toolResult', toolCallId: 'a', content: [] }],
      target: RESPONSES,
      options: { policyOverrides: { repairToolUseResultPairing: false } },
    }),
    422,
    { code: 'invalid-replay-transcript', part: 'messages' },
  ],
  [
    'an array as provider body',
    `/v1/request?${CLAUDE_QUERY}`,
    post('[]'),
    422,
    { code: 'not-a-request', pointer: '', offset: 0 },
  ],
];

for (const [what, path, init, status, error] of ROWS) {
  test(`${what}: ${status} ${error.code}`, async () => {
    const response = await call(path, init);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-type'), 'application/json');
    const body = await response.json();
    assert.deepEqual(Object.keys(body), ['error']);
    const { message, ...facts } = body.error;
    assert.ok(message.length > 0);
    assert.deepEqual(facts, error);
  });
}

test('a method that an address does not take: 405 with the ones it does', async () => {
  for (const [path, method, allow] of [
    ['/v1/sanitize', 'GET', 'POST'],
    ['/v1/check', 'PUT', 'POST'],
    ['/v1/request', 'OPTIONS', 'POST'],
    ['/healthz', 'POST', 'GET, HEAD'],
  ]) {
    const response = await call(path, { method });
    assert.equal(response.status, 405, path);
    assert.equal(response.headers.get('allow'), allow);
    assert.equal((await response.json()).error.code, 'method-not-allowed');
  }
});

test('a body that streams past the limit without naming a length: 413', async () => {
  const chunks = Array.from({ length: 5 }, () => new Uint8Array(400).fill(0x20));
  const response = await call(BARE, { ...post(''), body: ReadableStream.from(chunks), duplex: 'half' });
  assert.equal(response.status, 413);
});

test('a limit that is no number: 500, since the deployment is wrong', async () => {
  const misconfigured = worker({ MAX_BODY_BYTES: 'lots' });
  const response = await misconfigured('/healthz');
  assert.equal(response.status, 500);
  assert.equal((await response.json()).error.code, 'misconfigured');
});
