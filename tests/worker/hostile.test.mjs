// Requests that mean harm: each is answered as the README says, and no upstream hears of it but at its own addresses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ANTHROPIC } from './bodies.mjs';
import { sendRaw } from './raw-client.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, startedWorker, worker } from './worker.mjs';

const LIMIT = 100_000;
const providers = await upstreams();
const settings = { UPSTREAMS: leadingTo(providers.origin), MAX_BODY_BYTES: LIMIT, BODY_TIMEOUT_MS: 300 };
const { call, url } = startedWorker(settings);

async function assertRefused(response, status, code) {
  assert.equal(response.status, status);
  const { error } = await response.json();
  assert.equal(error.code, code);
}

const get = async (target, headers = 'host: worker.test') => sendRaw(await url(), `GET ${target} HTTP/1.1\r\n${headers}`);

describe('paths', () => {
  /** Each names a place that no configuration names. */
  const elsewhere = [
    ['another host behind slashes', '//elsewhere.example/v1/messages', 404],
    // The runtime's own word.
    ['an address of its own', 'http://elsewhere.example/v1/messages', 500],
    ['an address as a path', '/http://elsewhere.example/', 404],
    ['the prototype', '/constructor/v1/messages', 404],
    ['dots out of the upstream', '/anthropic/../v1/messages', 404],
    ['encoded dots out of the upstream', '/anthropic/%2e%2e/v1/messages', 404],
    ['dots behind an encoded slash', '/gateway/..%2f..%2fother', 400],
    ['dots between encoded slashes', '/gateway/a%2f..%2f..%2fother', 400],
    ['a backslash in disguise', '/gateway/..%5cother', 400],
    ['twice encoded dots', '/gateway/%252e%252e/other', 400],
    ['a twice encoded slash', '/gateway/a%252fb', 400],
    ['a line feed', '/gateway/a%0d%0ax-injected:1', 400],
    ['a zero', '/gateway/a%00b', 400],
    ['no UTF-8', '/gateway/%ff', 400],
  ];
  for (const [what, target, status] of elsewhere) {
    test(`${what}: ${status}`, async () => {
      const before = providers.requests.length;
      const answer = await get(target);
      assert.equal(answer.status, status, answer.text);
      assert.equal(providers.requests.length, before);
    });
  }

  /** Each stays below the address that the configuration names. */
  const below = [
    ['an upstream and slashes', '/gateway//elsewhere.example/v1', '/v1/account/gateway//elsewhere.example/v1'],
    ['dots inside the upstream', '/gateway/a/../b', '/v1/account/gateway/b'],
    ['a user and a host', '/gateway/@elsewhere.example/', '/v1/account/gateway/@elsewhere.example/'],
    ['an encoded slash in a name', '/bedrock/model/arn%3Aaws%2Fx/y', '/model/arn%3Aaws%2Fx/y'],
    ['nothing', '/gateway', '/v1/account/gateway'],
  ];
  for (const [what, target, arrived] of below) {
    test(`${what} stays with its upstream`, async () => {
      const answer = await get(target);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(providers.requests.at(-1).url, arrived);
      assert.equal(providers.requests.at(-1).headers.host, new URL(providers.origin).host);
    });
  }

  test('a host that the request names leads nowhere', async () => {
    await get('/openai/v1/models', 'host: elsewhere.example\r\nx-forwarded-host: elsewhere.example');
    assert.equal(providers.requests.at(-1).headers.host, new URL(providers.origin).host);
  });
});

describe('bodies', () => {
  const { path, clean, dirty } = ANTHROPIC;
  const begin = `POST ${path} HTTP/1.1\r\nhost: worker.test\r\ncontent-type: application/json\r\n`;
  function* endless(bytes) {
    for (;;) yield `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
  }

  async function assertRefusedRaw(sent, status, code) {
    const answer = await sent;
    assert.equal(answer.status, status, answer.text);
    assert.ok(answer.text.includes(`"code":"${code}"`), answer.text);
  }

  test('over the limit, and said so: 413 before a byte of it', async () => {
    await assertRefusedRaw(sendRaw(await url(), `${begin}content-length: ${LIMIT + 1}`), 413, 'limit-exceeded');
  });

  test('endless: 413 at the limit', async () => {
    const sent = sendRaw(await url(), `${begin}transfer-encoding: chunked`, endless(16_384));
    await assertRefusedRaw(sent, 413, 'limit-exceeded');
  });

  test('a byte now and then: 408', async () => {
    const sent = sendRaw(await url(), `${begin}transfer-encoding: chunked`, endless(1), 20);
    await assertRefusedRaw(sent, 408, 'body-timeout');
  });

  test('shorter than it says: 408', async () => {
    await assertRefusedRaw(sendRaw(await url(), `${begin}content-length: 100`, ['{']), 408, 'body-timeout');
  });

  test('nested a million times: passed on or refused, and the next request is answered', async () => {
    const own = worker({ ...settings, MAX_BODY_BYTES: 5_000_000 });
    const deep = `{"model":"claude-sonnet-4-5","max_tokens":9,"messages":${'['.repeat(1_100_000)}`;
    const response = await own(path, post(deep));
    assert.ok([400, 413].includes(response.status), String(response.status));
    await response.text();
    const next = await own(path, post(clean));
    assert.equal(next.status, 200, await next.text());
  });

  test('almost JSON goes on as it came: the provider has the last word', async () => {
    for (const body of ['', '{', '[]', 'null', `${dirty}}`, dirty.slice(0, -1), `\ufeff${dirty}`, `${clean}\0`, "{'a':1}"]) {
      const response = await call(path, post(body));
      assert.equal(response.status, 400, body);
      await response.text();
      assert.equal(providers.requests.at(-1).body.toString(), body);
    }
  });

  test('bytes that are no UTF-8 go on as they came', async () => {
    const bytes = Buffer.concat([Buffer.from(clean.slice(0, -30)), Buffer.of(0xff), Buffer.from(clean.slice(-30))]);
    await (await call(path, post(bytes))).text();
    assert.deepEqual(providers.requests.at(-1).body, bytes);
  });

  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ]) {
    test(`${coding}: right ones arrive compressed as they were, broken ones mended and plain`, async () => {
      const right = compress(clean);
      await (await call(path, post(right, { 'content-encoding': coding }))).text();
      assert.deepEqual(providers.requests.at(-1).body, right);
      assert.equal(providers.requests.at(-1).headers['content-encoding'], coding);
      const response = await call(path, post(compress(dirty), { 'content-encoding': coding }));
      assert.equal(response.status, 200, await response.text());
      assert.equal(providers.requests.at(-1).headers['content-encoding'], undefined);
    });
  }

  test('a few kilobytes that say a gigabyte: 413', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * LIMIT, 0x20));
    await assertRefused(await call(path, post(bomb, { 'content-encoding': 'gzip' })), 413, 'limit-exceeded');
  });

  test('said to be compressed, and not: 400', async () => {
    const response = await call(path, post(clean, { 'content-encoding': 'gzip' }));
    await assertRefused(response, 400, 'invalid-encoding');
  });

  test('compressed in another way: 415', async () => {
    const response = await call(path, post(brotliCompressSync(clean), { 'content-encoding': 'br' }));
    await assertRefused(response, 415, 'unsupported-media-type');
  });
});
