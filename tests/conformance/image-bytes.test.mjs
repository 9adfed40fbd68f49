// The module that ships makes the same bytes of a picture as the crate does on any machine, see `tests/image_bytes.rs`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fitImageSync } from 'transcript-hygiene/images';

const FOLDER = new URL('../vectors/images/', import.meta.url);

/** A side that no picture has, so that all are scaled. */
const SIDE = 77;

const digests = JSON.parse(readFileSync(new URL('digests.json', FOLDER), 'utf8'));

for (const [name, digest] of Object.entries(digests)) {
  test(`${name} becomes the bytes that are recorded`, () => {
    const picture = new Uint8Array(readFileSync(new URL(`pictures/${name}`, FOLDER)));
    const { bytes } = fitImageSync(picture, { maxDimensionPx: SIDE });
    assert.equal(createHash('sha256').update(bytes).digest('hex'), digest);
  });
}
