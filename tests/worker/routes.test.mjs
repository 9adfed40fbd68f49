// What each address answers when all is well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from 'transcript-hygiene';
import { CLAUDE, CLAUDE_QUERY, UNANSWERED, post, worker } from './worker.mjs';

const call = worker();
const ROLES = ['user', 'assistant', 'toolResult', 'user'];
const rolesOf = (turns) => turns.map((turn) => turn.role);
const headerOf = (response) => response.headers.get('x-transcript-hygiene');

test('an envelope is answered with everything that sanitize says', async () => {
  const response = await call('/v1/sanitize', post({ messages: JSON.parse(UNANSWERED), target: CLAUDE }));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/json');
  const answer = await response.json();
  assert.deepEqual(Object.keys(answer), ['messages', 'changed', 'appendEntries', 'advice']);
  assert.deepEqual(rolesOf(answer.messages), ROLES);
  assert.equal(answer.changed, true);
  assert.deepEqual(answer.appendEntries, [{ customType: 'model-snapshot', data: CLAUDE }]);
});

test('a report is in the answer when it is asked for', async () => {
  const envelope = { messages: JSON.parse(UNANSWERED), target: CLAUDE, options: { report: true } };
  const { report } = await (await call('/v1/sanitize', post(envelope))).json();
  assert.deepEqual(report.counts, { 'repair-tool-result-pairing': 1 });
});

test('a bare transcript is answered with the bare transcript', async () => {
  const response = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(UNANSWERED));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.deepEqual(rolesOf(await response.json()), ROLES);
});

test('both forms of a call give the same transcript', async () => {
  const bare = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(UNANSWERED));
  const envelope = await call('/v1/sanitize', post({ messages: JSON.parse(UNANSWERED), target: CLAUDE }));
  assert.deepEqual((await envelope.json()).messages, await bare.json());
});

test('the header names the shape of repairs and the number of changes', async () => {
  const mended = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post(UNANSWERED));
  assert.equal(headerOf(mended), '1; changes=1');
  const fine = await call(`/v1/sanitize?${CLAUDE_QUERY}`, post('[{"role":"user","content":"hi"}]'));
  assert.equal(headerOf(fine), '1; changes=0');
});

test('a check answers with the report and holds no message text', async () => {
  for (const [path, body] of [
    [`/v1/check?${CLAUDE_QUERY}`, UNANSWERED],
    ['/v1/check', { messages: JSON.parse(UNANSWERED), target: CLAUDE }],
  ]) {
    const response = await call(path, post(body));
    assert.equal(response.status, 200);
    const text = await response.text();
    const report = JSON.parse(text);
    assert.equal(report.changed, true);
    assert.deepEqual(report.counts, { 'repair-tool-result-pairing': 1 });
    assert.ok(!text.includes('go on'));
    assert.equal(headerOf(response), '1; changes=1');
  }
});

test('a provider body is mended in both forms', async () => {
  const user = { role: 'user', content: 'hi' };
  const prefill = { role: 'assistant', content: 'Sure, here' };
  const body = { thinking: { type: 'adaptive' }, messages: [user, prefill] };
  const mended = { ...body, messages: [user] };
  const bare = await call(`/v1/request?${CLAUDE_QUERY}`, post(body));
  assert.deepEqual(await bare.json(), mended);
  assert.equal(headerOf(bare), '1; changes=1');
  const envelope = await call('/v1/request', post({ body, target: CLAUDE }));
  assert.deepEqual(await envelope.json(), { body: mended, changed: true, removed: 1 });
});

test('the health address says which version answers, to GET and HEAD', async () => {
  const response = await call('/healthz');
  assert.deepEqual(await response.json(), { ok: true, version });
  const head = await call('/healthz', { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
});

test('JSON types with a suffix and parameters are taken', async () => {
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.agent+json']) {
    const response = await call('/v1/check?profile=strict', post('[]', { 'content-type': type }));
    assert.equal(response.status, 200, type);
  }
});
