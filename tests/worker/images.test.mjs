// `/v1/images`: an image within limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { worker } from './worker.mjs';

const call = worker({ MAX_BODY_BYTES: 1_000_000 });
const send = (body, query = '') => call(`/v1/images${query}`, { method: 'POST', body });

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey PNG. */
function png(width, height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

test('one within the limits comes back byte for byte', async () => {
  const image = png(40, 30);
  const response = await send(image);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('x-image-size'), '40x30');
  assert.equal(response.headers.get('x-image-changed'), 'false');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), image);
});

test('a larger one comes back as a smaller JPEG', async () => {
  const response = await send(png(400, 300), '?maxDimensionPx=100');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/jpeg');
  assert.equal(response.headers.get('x-image-size'), '100x75');
  assert.equal(response.headers.get('x-image-changed'), 'true');
  assert.deepEqual([...new Uint8Array(await response.arrayBuffer()).subarray(0, 2)], [0xff, 0xd8]);
});

test('what is none, is damaged or is too much is refused, and the next one is taken', async () => {
  const damaged = png(400, 300).fill(0, 60, 80);
  for (const [body, query, status, code] of [
    ['no image', '', 422, 'unusable-image'],
    ['', '', 422, 'unusable-image'],
    [damaged, '?maxDimensionPx=100', 422, 'unusable-image'],
    [Buffer.alloc(1_000_001), '', 413, 'limit-exceeded'],
    [png(4, 4), '?maxDimensionPx=many', 400, 'invalid-argument'],
    [png(4, 4), '?size=1', 400, 'invalid-argument'],
  ]) {
    const response = await send(body, query);
    assert.equal(response.status, status);
    assert.equal((await response.json()).error.code, code);
  }
  const response = await send(png(400, 300), '?maxDimensionPx=100');
  assert.equal(response.status, 200);
  await response.arrayBuffer();
});
