// Large pictures in Cloudflare's runtime: whoever has 128 MiB has them for a transcript and its answer, too.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startWorker } from '../hosts/worker.mjs';
import { FOLDER } from './worker.mjs';

const WORKER = `
import { fitImage } from '../../pkg/images-workerd.js';
import { linearMemory } from '../../pkg/wasm/images.js';

export default {
  async fetch(request) {
    const { bytes, width, height } = await fitImage(new Uint8Array(await request.arrayBuffer()));
    return Response.json({ width, height, bytes: bytes.length, memory: linearMemory().buffer.byteLength });
  },
};
`;

const MIB = 1024 * 1024;

/** Above this the package replaces its instance after a call, and the memory would tell nothing. */
const KEPT_BYTES = 48 * MIB;

/** Waves, so that a picture compresses like one. */
function picture(width, height) {
  const pixels = Buffer.alloc(3 * width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      pixels[at] = (x * 255) / width;
      pixels[at + 1] = (y * 255) / height;
      pixels[at + 2] = ((x >> 6) ^ (y >> 6)) & 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const starting = startWorker({ stdin: { contents: WORKER, resolveDir: FOLDER } });
after(async () => (await starting).dispose());

for (const [name, make, most] of [
  ['a JPEG of 12 megapixels', () => picture(4000, 3000).jpeg({ quality: 90 }), 32 * MIB],
  ['a PNG of 25 megapixels', () => picture(5760, 4320).png({ compressionLevel: 3 }), 32 * MIB],
]) {
  test(`${name} takes at most ${most / MIB} MiB of memory in workerd`, async () => {
    const body = await make().toBuffer();
    const response = await (await starting).dispatchFetch('http://worker.test/', { method: 'POST', body });
    const { width, height, bytes, memory } = await response.json();
    assert.deepEqual([width, height], [1200, 900]);
    assert.ok(bytes > 10_000, `${bytes} bytes`);
    assert.ok(memory <= Math.min(most, KEPT_BYTES), `${memory} bytes of memory`);
  });
}
