// Turns that no rule touches come back as the bytes they were sent as, through both forms of a call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAUDE, CLAUDE_QUERY, post, worker } from './worker.mjs';

const call = worker();

/** Each would be other text after JSON.parse and JSON.stringify. */
const ODD = [
  '12345678901234567890123456789',
  '1E400',
  '-0',
  '1.0',
  '1e2',
  '"\\u0041\\/"',
  '"\\ud83d\\ude00"',
  '{"a":1,"a":2}',
  '{"2":1,"1":2}',
  '[ 1 ,\t2 ]',
  '{"\\ud83d\\ude00":"\\u00e9"}',
];

const user = (odd) => `{"role":"user", "content":"hi", "extra":${odd}}`;
const REPLY = '{"role":"assistant","content":[{"type":"text","text":"ok"}]}';
const VALID = `[${ODD.map(user).join(` , ${REPLY},\n`)}]`;
const target = JSON.stringify(CLAUDE);

/** Fails on the first byte that is missing, and shows it as text. */
async function assertHolds(response, ...parts) {
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  let from = 0;
  for (const part of parts) {
    const at = bytes.indexOf(part, from);
    assert.ok(at >= from, `${part} is not in ${bytes}`);
    from = at + Buffer.byteLength(part);
  }
  return bytes;
}

test('a bare transcript that is valid keeps every byte', async () => {
  const response = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(VALID));
  assert.equal(Buffer.from(await response.arrayBuffer()).toString(), VALID);
});

test('a valid transcript in an envelope keeps every byte', async () => {
  const response = await call('/v1/sanitize', post(` {"target": ${target}, "messages" : ${VALID} }\n`));
  const bytes = await assertHolds(response, VALID);
  assert.ok(bytes.toString().startsWith(`{"messages":${VALID},"changed":false,`));
});

test('half a surrogate pair, which no provider takes, is mended in its own turn alone', async () => {
  const text = `[${[...ODD, '"\\ud83d x"'].map(user).join(`,${REPLY},`)}]`;
  const response = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(text));
  await assertHolds(response, ...ODD.map(user), user('"\\ufffd x"'));
});

test('the turns around a mended one keep every byte', async () => {
  const unanswered = '{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{"n":1.0}}]}';
  const turns = ODD.map(user);
  const text = `[${turns.join(`,${REPLY},`)},${unanswered},${turns[0]}]`;
  const expected = [...turns, unanswered, '"toolResult"', turns[0]];
  await assertHolds(await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(text)), ...expected);
  await assertHolds(await call('/v1/sanitize', post(`{"messages":${text},"target":${target}}`)), ...expected);
});

test('a provider body keeps every byte', async () => {
  const body = `{"max_tokens":1.0, "messages":[],"odd":[${ODD.join(', ')}]}`;
  const bare = await call(`/v1/request?${CLAUDE_QUERY}`, post(body));
  assert.equal(Buffer.from(await bare.arrayBuffer()).toString(), body);
  await assertHolds(await call('/v1/request', post(`{"target":${target},"body":${body}}`)), `{"body":${body},`);
});

test('a hundred thousand levels of nesting come back', async () => {
  const text = `[{"role":"user","content":"hi","deep":${'['.repeat(1e5)}${']'.repeat(1e5)}}]`;
  await assertHolds(await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(text)), text);
  await assertHolds(await call('/v1/sanitize', post(`{"messages":${text},"target":${target}}`)), text);
});
