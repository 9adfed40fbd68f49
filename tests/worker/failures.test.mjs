// Upstreams that fail, each in its own way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANTHROPIC } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, worker } from './worker.mjs';

const providers = await upstreams();
const { path, clean } = ANTHROPIC;
const call = worker({ UPSTREAMS: leadingTo(providers.origin), UPSTREAM_TIMEOUT_MS: 1_000 });
const faulty = (fault) => call(path, post(clean, { 'x-fault': fault }));

test('a refusal and a failure of the provider arrive as they are', async () => {
  for (const [fault, message] of [
    ['400', 'an error that no rule knows'],
    ['500', 'overloaded'],
  ]) {
    const response = await faulty(fault);
    assert.equal(response.status, Number(fault));
    assert.equal((await response.json()).error.message, message);
    assert.equal(response.headers.get('x-transcript-hygiene'), '1; changes=0');
  }
});

test('a provider that takes its time is waited for', async () => {
  const response = await faulty('slow');
  assert.equal(response.status, 200);
  assert.match(await response.text(), /DONE/);
});

test('a provider that says nothing: 504', async () => {
  const response = await faulty('silent');
  assert.equal(response.status, 504);
  assert.equal((await response.json()).error.code, 'upstream-timeout');
});

test('nobody there: 502, without a word on where', async () => {
  const gone = worker({ UPSTREAMS: leadingTo('http://127.0.0.1:9') });
  for (const init of [post(clean), post('x', { 'content-type': 'text/plain' }), { method: 'GET' }]) {
    const response = await gone(path, init);
    assert.equal(response.status, 502);
    const text = await response.text();
    assert.equal(JSON.parse(text).error.code, 'upstream-unreachable');
    assert.ok(!text.includes('127.0.0.1'));
  }
});

test('of a stream that breaks off all that came arrives, and nothing else', async () => {
  const response = await faulty('cut');
  assert.equal(response.status, 200);
  assert.equal(await response.text(), 'data: half of it');
});

test('more bodies at once than memory is set aside for: 503 for the rest, and then all is well', async () => {
  const body = clean.replace('List', 'x'.repeat(50_000));
  const narrow = worker({ UPSTREAMS: leadingTo(providers.origin), MAX_BUFFERED_BYTES: 110_000 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const response = await narrow(path, post(body, { 'x-fault': 'slow' }));
      await response.text();
      return [response.status, response.headers.get('retry-after')];
    }),
  );
  const busy = answers.filter(([status]) => status === 503);
  assert.ok(busy.length >= 1 && busy.length <= 7, JSON.stringify(answers));
  assert.ok(busy.every(([, retry]) => retry === '1'));
  assert.ok(answers.every(([status]) => status === 200 || status === 503));
  const next = await narrow(path, post(body));
  assert.equal(next.status, 200, await next.text());
});
