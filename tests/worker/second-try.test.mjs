// A server that asks for more than is known of it says so in its error, and is asked again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANTHROPIC } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, worker } from './worker.mjs';

/** A model behind this server takes no assistant turn at the end, which its name does not tell. */
const providers = await upstreams({ noPrefill: true });
const UPSTREAMS = leadingTo(providers.origin);
const { path, clean } = ANTHROPIC;
const prefilled = clean.replace(/\] \}$/, ',{"role":"assistant","content":"Sure:"}] }');

/** How often the provider was asked meanwhile. */
async function asked(call, init) {
  const before = providers.requests.length;
  const response = await call(path, init);
  const text = await response.text();
  return { status: response.status, text, times: providers.requests.length - before, response };
}

test('off: the error arrives', async () => {
  const { status, times } = await asked(worker({ UPSTREAMS }), post(prefilled));
  assert.deepEqual([status, times], [400, 1]);
});

test('on: the request is mended by what the error says, and accepted', async () => {
  const call = worker({ UPSTREAMS, SECOND_TRY: true });
  const { status, times, text } = await asked(call, post(prefilled));
  assert.deepEqual([status, times], [200, 2], text);
});

test('on: an error that no rule knows, or that no rule mends, arrives after one try', async () => {
  const call = worker({ UPSTREAMS, SECOND_TRY: true });
  const unknown = await asked(call, post(clean, { 'x-fault': '400' }));
  assert.deepEqual([unknown.status, unknown.times], [400, 1]);
  assert.match(unknown.text, /that no rule knows/);
  const empty = await asked(call, post('{"model":"claude-sonnet-4-5"}'));
  assert.deepEqual([empty.status, empty.times], [400, 1]);
});
