// What the Worker has no business with goes through as it is, both ways.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { ANTHROPIC } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { post, worker } from './worker.mjs';

/** What a server adds to a client's key (RFC 6455, 1.3). */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const providers = await upstreams();
const call = worker({ UPSTREAMS: leadingTo(providers.origin) });
const seen = () => providers.requests.at(-1);

test('credentials and every other header arrive as they were sent', async () => {
  const sent = {
    authorization: 'Bearer secret',
    'x-api-key': 'sk-ant-secret',
    'x-goog-api-key': 'AIza-secret',
    'api-key': 'azure-secret',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'one,two',
    'x-stainless-lang': 'js',
  };
  for (const body of [ANTHROPIC.clean, ANTHROPIC.dirty]) {
    await (await call(ANTHROPIC.path, post(body, sent))).text();
    for (const [name, value] of Object.entries(sent)) assert.equal(seen().headers[name], value, name);
  }
});

test('a GET keeps its query as it is spelled', async () => {
  const response = await call('/gemini/v1beta/models?key=a%2Fb&pageSize=1&x=%2e%2e');
  assert.equal((await response.json()).url, '/v1beta/models?key=a%2Fb&pageSize=1&x=%2e%2e');
});

test('other methods keep method and body', async () => {
  for (const method of ['DELETE', 'PUT', 'PATCH']) {
    const response = await call('/openai/v1/files/one', { method, body: method === 'DELETE' ? undefined : 'x'.repeat(1e5) });
    const { method: got, length } = await response.json();
    assert.deepEqual([got, length], [method, method === 'DELETE' ? 0 : 1e5]);
  }
});

test('a HEAD has no body', async () => {
  const response = await call('/openai/v1/models', { method: 'HEAD' });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '');
});

test('a body at an address that is no wire, or of another type, is not looked at', async () => {
  const bytes = Buffer.alloc(300_000, Uint8Array.of(0xff, 0x00, 0x7b, 0x22));
  const digest = createHash('sha256').update(bytes).digest('hex');
  for (const [path, type] of [
    ['/openai/v1/files', 'multipart/form-data; boundary=x'],
    ['/openai/v1/embeddings', 'application/json'],
    ['/anthropic/v1/messages/batches', 'application/json'],
  ]) {
    const response = await call(path, post(bytes, { 'content-type': type }));
    assert.equal(response.headers.get('x-transcript-hygiene'), null);
    assert.equal((await response.json()).digest, digest);
  }
  const text = await call(ANTHROPIC.path, post(ANTHROPIC.dirty, { 'content-type': 'text/plain' }));
  assert.equal(text.status, 400, 'the provider has its say');
  await text.text();
  assert.equal(seen().body.toString(), ANTHROPIC.dirty);
});

test('a redirect is the client’s to follow', async () => {
  const response = await call('/openai/redirect', { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), 'http://elsewhere.example/');
});

test('who may read is not for an upstream to say', async () => {
  const response = await call('/openai/v1/models', { headers: { origin: 'https://app.example' } });
  assert.equal(response.headers.get('access-control-allow-origin'), null);
});

test('events arrive when they are sent, not when the stream ends', async () => {
  let finish;
  const waiting = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
    finish = () => response.end('data: last\n\n');
  });
  await new Promise((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  after(() => waiting.close());
  const own = worker({ UPSTREAMS: leadingTo(`http://127.0.0.1:${waiting.address().port}`) });
  const response = await own(ANTHROPIC.path, post(ANTHROPIC.clean));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, 'data: first\n\n');
  finish();
  assert.equal((await reader.read()).value, 'data: last\n\n');
  assert.equal((await reader.read()).done, true);
});

test('a WebSocket is handed over', async () => {
  const server = createServer();
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${WEBSOCKET_GUID}`).digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`);
    // A text frame of five bytes.
    socket.write(Buffer.concat([Buffer.of(0x81, 5), Buffer.from('hello')]));
    after(() => socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const own = worker({ UPSTREAMS: leadingTo(`http://127.0.0.1:${server.address().port}`), ALLOWED_ORIGINS: '*' });
  const { status, webSocket } = await own('/openai/v1/realtime', { headers: { upgrade: 'websocket' } });
  assert.equal(status, 101);
  const said = new Promise((resolve) => webSocket.addEventListener('message', ({ data }) => resolve(data)));
  webSocket.accept();
  assert.equal(await said, 'hello');
  webSocket.close();
});
