// Pages of other origins: shut out unless the configuration names them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { post, worker } from './worker.mjs';

const ORIGIN = 'https://app.example';
const ASKS = { method: 'OPTIONS', headers: { origin: ORIGIN, 'access-control-request-method': 'POST' } };
const corsHeaders = (response) => [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
const allowed = (response) => response.headers.get('access-control-allow-origin');

describe('without a configuration', () => {
  const call = worker();

  test('no header lets a page read anything', async () => {
    const response = await call('/v1/check?profile=strict', post('[]', { origin: ORIGIN }));
    assert.equal(response.status, 200);
    assert.deepEqual(corsHeaders(response), []);
  });

  test('a browser that asks first is told no', async () => {
    const response = await call('/v1/check', ASKS);
    assert.equal(response.status, 405);
    assert.deepEqual(corsHeaders(response), []);
  });
});

describe('with origins that are named', () => {
  const call = worker({ ALLOWED_ORIGINS: `https://other.example\n${ORIGIN}` });

  test('a page of one of them may read answers and errors', async () => {
    for (const body of ['[]', 'no JSON']) {
      const response = await call('/v1/check?profile=strict', post(body, { origin: ORIGIN }));
      assert.equal(allowed(response), ORIGIN);
      assert.equal(response.headers.get('access-control-expose-headers'), 'x-transcript-hygiene');
      assert.equal(response.headers.get('vary'), 'origin');
    }
  });

  test('a browser that asks first is told yes', async () => {
    const response = await call('/v1/sanitize', ASKS);
    assert.equal(response.status, 204);
    assert.equal(allowed(response), ORIGIN);
    assert.match(response.headers.get('access-control-allow-methods'), /POST/);
    assert.equal(response.headers.get('access-control-allow-headers'), 'content-type');
  });

  test('a browser may send the headers that it asks for, as each provider has its own', async () => {
    const asks = { ...ASKS, headers: { ...ASKS.headers, 'access-control-request-headers': 'x-api-key,content-type' } };
    const response = await call('/anthropic/v1/messages', asks);
    assert.equal(response.headers.get('access-control-allow-headers'), 'x-api-key,content-type');
    assert.equal(response.headers.get('vary'), 'access-control-request-headers, origin');
  });

  test('a page of any other origin may not', async () => {
    for (const origin of ['https://app.example.evil', 'https://app.exampl', 'null']) {
      const response = await call('/v1/check?profile=strict', post('[]', { origin }));
      assert.equal(allowed(response), null, origin);
      assert.equal(response.headers.get('vary'), 'origin');
    }
  });
});

test('a star lets every origin in', async () => {
  const call = worker({ ALLOWED_ORIGINS: '*' });
  const response = await call('/healthz', { headers: { origin: ORIGIN } });
  assert.equal(allowed(response), ORIGIN);
});
