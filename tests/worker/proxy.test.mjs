// In front of each provider: what would be refused is accepted, and what is right arrives as it was sent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { base64, png } from '../js/pictures.mjs';
import { KEPT, SHAPES } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, worker } from './worker.mjs';

const providers = await upstreams();
const call = worker({ UPSTREAMS: leadingTo(providers.origin) });
const direct = (path, init) => fetch(providers.origin + path.replace(/^\/\w+/, ''), init);
const lastBody = () => providers.requests.at(-1).body.toString();
const hygiene = (response) => response.headers.get('x-transcript-hygiene');

for (const { api, path, clean, dirty } of SHAPES) {
  describe(api, () => {
    test('a request with a call that nothing answers is refused without the Worker', async () => {
      const response = await direct(path, post(dirty));
      assert.equal(response.status, 400, await response.text());
    });

    test('the same request is accepted through the Worker, and the answer streamed', async () => {
      const response = await call(path, post(dirty, { 'x-tag': api }));
      assert.equal(response.status, 200, await response.clone().text());
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      assert.match(hygiene(response), /^1; changes=[1-9]/);
      assert.equal((await response.text()).match(new RegExp(`"tag":"${api}"`, 'g')).length, 4);
      for (const text of KEPT) assert.ok(lastBody().includes(text), text);
      assert.equal(Number(providers.requests.at(-1).headers['content-length']), lastBody().length);
    });

    test('a request that is right arrives byte for byte, at the same address', async () => {
      const response = await call(path, post(clean));
      assert.equal(response.status, 200, await response.clone().text());
      await response.text();
      assert.equal(hygiene(response), '1; changes=0');
      assert.equal(lastBody(), clean);
      assert.equal(providers.requests.at(-1).url, path.replace(/^\/\w+/, ''));
    });
  });
}

test('an image that is too large is refused without the Worker, and encoded again by it', async () => {
  const [{ path, dirty }] = SHAPES;
  const data = base64(png(8100, 2, (x) => [x & 255, 128, 0]));
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const large = JSON.stringify({ ...JSON.parse(dirty), messages: [{ role: 'user', content: [image] }] });
  assert.equal((await direct(path, post(large))).status, 400);
  const response = await call(path, post(large));
  assert.equal(response.status, 200, await response.text());
  const [{ source }] = JSON.parse(lastBody()).messages[0].content;
  assert.equal(source.media_type, 'image/jpeg');
  assert.ok(source.data.startsWith('/9j/'));
});

test('a request behind an AI Gateway is mended all the same', async () => {
  const [{ path, dirty }] = SHAPES;
  const response = await call(`/gateway${path}`, post(dirty));
  assert.equal(response.status, 200, await response.text());
  assert.equal(providers.requests.at(-1).url, `/v1/account/gateway${path}`);
});

test('a header that the mended body needs stands beside what the client asks for', async () => {
  const [{ path, dirty }] = SHAPES;
  const thinking = '{"type":"thinking","thinking":"They want to go on.","signature":"RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl"}';
  const bound = dirty
    .replace('claude-sonnet-4-5', 'claude-opus-5-1')
    .replace('"stream"', '"thinking":{"type":"adaptive"},"stream"')
    .replace(/\]\}$/, `,{"role":"assistant","content":[${thinking},{"type":"text","text":"Done."}]},{"role":"user","content":"More."}]}`);
  const response = await call(path, post(bound, { 'anthropic-beta': 'one, two' }));
  assert.equal(response.status, 200, await response.text());
  const [one, two, added, ...more] = providers.requests.at(-1).headers['anthropic-beta'].split(', ');
  assert.deepEqual([one, two, more], ['one', 'two', []]);
  assert.match(added, /^thinking-binding-controls-/);
  assert.ok(lastBody().includes('"drop_block"') && lastBody().includes(thinking));
});

test('the request on the page about deploying is refused without the Worker, and mended as the page says', async () => {
  const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  const [, request] = /<<'END'\n(.*?)\nEND/s.exec(page);
  const [, header] = /with the header `x-transcript-hygiene: ([^`]+)`/.exec(page);
  const [{ path }] = SHAPES;
  assert.equal((await direct(path, post(request))).status, 400);
  const response = await call(path, post(request));
  assert.equal(response.status, 200, await response.text());
  assert.equal(hygiene(response), header);
});

describe('modes', () => {
  const [{ path, clean, dirty }] = SHAPES;
  const reporting = worker({ UPSTREAMS: leadingTo(providers.origin, { mode: 'report' }) });
  const strict = worker({ UPSTREAMS: leadingTo(providers.origin, { mode: 'strict' }) });
  /** With thinking on, a turn of running tools begins with thinking, and no rule makes any up. */
  const beyondRepair = dirty
    .replace('"stream"', '"thinking":{"type":"enabled","budget_tokens":1024},"max_tokens":2048,"stream"')
    .replace('"content":"Go on."', '"content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"none"}]');

  test('report: the body goes on as it came, and the provider has its say', async () => {
    const response = await reporting(path, post(dirty));
    assert.equal(response.status, 400);
    await response.text();
    assert.equal(lastBody(), dirty);
  });

  test('strict: what can be mended is, and what is right passes', async () => {
    for (const body of [clean, dirty]) {
      const response = await strict(path, post(body));
      assert.equal(response.status, 200, await response.text());
    }
  });

  test('strict: what stays broken is refused with what is wrong, before it costs anything', async () => {
    const before = providers.requests.length;
    const response = await strict(path, post(beyondRepair));
    assert.equal(response.status, 422);
    const { error } = await response.json();
    assert.equal(error.code, 'request-broken');
    assert.ok(error.findings.length > 0 && error.findings.every(({ severity }) => severity === 'error'));
    assert.equal(providers.requests.length, before);
  });

  test('strict: a body that is no JSON is refused', async () => {
    const response = await strict(path, post('{"model":'));
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error.code, 'invalid-json');
  });
});
