// Images that are too large become smaller ones, whichever call they come to.
import * as th from 'transcript-hygiene';
import * as images from 'transcript-hygiene/images';
import * as slim from 'transcript-hygiene/slim';
import { PNG, TRANSPARENT_GIF, base64, bmp, bytesOf } from './pictures.mjs';

const wide = bmp(1300, 40);
const WIDE = { type: 'image', data: base64(wide), mimeType: 'image/bmp', note: 1 };
const SMALL = { type: 'image', data: PNG, mimeType: 'image/png' };
const TEXT = { type: 'text', text: 'what is this?' };
const COMPAT = { profile: 'compat' };
const UNAVAILABLE = /^\[session:history\] omitted image payload: ImageProcessorUnavailableError: /;

/** What a block of a new image says of itself. */
function sizeOf({ data, mimeType }) {
  const header = th.probeImage(bytesOf(data));
  return [mimeType, header.mimeType, header.width, header.height].join(' ');
}

export default async (t) => {
  await th.init();
  await images.init();

  t.test('an image within limits is given back as it is', async (a) => {
    const bytes = bytesOf(PNG);
    const fitted = await th.fitImage(bytes);
    a.equal(fitted.bytes, bytes);
    const { bytes: _, ...facts } = fitted;
    const size = { width: 1, height: 1, originalWidth: 1, originalHeight: 1 };
    a.deepEqual(facts, { changed: false, mimeType: 'image/png', ...size });
  });

  t.test('a larger one becomes a JPEG that says its sizes', async (a) => {
    const { bytes, ...facts } = await th.fitImage(wide, { maxDimensionPx: 650 });
    a.deepEqual(facts, {
      changed: true,
      mimeType: 'image/jpeg',
      width: 650,
      height: 20,
      originalWidth: 1300,
      originalHeight: 40,
    });
    a.deepEqual(th.probeImage(bytes), { mimeType: 'image/jpeg', width: 650, height: 20 });
    a.deepEqual(images.probeImage(bytes), th.probeImage(bytes));
    a.deepEqual(th.fitImageSync(wide, { maxDimensionPx: 650 }).bytes, bytes);
    a.deepEqual((await images.fitImage(wide, { maxDimensionPx: 650 })).bytes, bytes);
  });

  t.test('bytes are counted, and characters of base64', async (a) => {
    const noise = bmp(400, 300, (x, y) => [(x * y * 7919) & 255, (x * x * y) & 255, (x * 31 + y * y * 17) & 255]);
    const whole = await th.fitImage(noise, { maxDimensionPx: 399 });
    const { bytes } = await th.fitImage(noise, { maxBytes: 100_000 });
    a.ok(bytes.length <= 100_000 && whole.bytes.length > 100_000, `${bytes.length} of ${whole.bytes.length}`);
    const { bytes: counted } = await th.fitImage(noise, { maxBase64Chars: 120_000 });
    a.ok(counted.length <= 90_000, `${counted.length}`);
  });

  t.test('what cannot be brought within limits is an error that says why', async (a) => {
    const huge = bmp(1, 1);
    new DataView(huge.buffer).setUint32(18, 60_000, true);
    new DataView(huge.buffer).setUint32(22, 60_000, true);
    const cases = [
      [new Uint8Array(0), 'no-dimensions'],
      [new TextEncoder().encode('<svg/>'), 'no-dimensions'],
      [new Uint8Array(10 * 1024 * 1024 + 1), 'too-large'],
      [huge, 'too-many-pixels'],
      [wide.subarray(0, 5000), 'cannot-decode'],
      [wide, 'cannot-reduce', { maxBytes: 10 }],
    ];
    for (const [bytes, reason, limits] of cases) {
      await a.rejects(th.fitImage(bytes, limits), { name: 'HygieneError', code: 'unusable-image', reason }, reason);
    }
    for (const odd of [undefined, null, 'AAAA', [1], new Uint16Array(2)]) {
      await a.rejects(th.fitImage(odd), { code: 'invalid-argument', message: /expected an image as a Uint8Array/ });
      a.throws(() => th.probeImage(odd), { code: 'invalid-argument' });
    }
    a.throws(() => th.fitImageSync(wide, { maxDimension: 1 }), { option: 'maxDimension', nearest: 'maxDimensionPx' });
    a.equal(th.probeImage(new Uint8Array(3)), null);
  });

  t.test('blocks keep what stays, and their own members', async (a) => {
    const blocks = [TEXT, WIDE, SMALL, null, 5, { type: 'image', data: 'x' }];
    const { blocks: out, changed } = await th.sanitizeImages(blocks, { label: 'photo' });
    a.equal(changed, true);
    for (const at of [0, 2, 3, 4]) a.equal(out[at], blocks[at], `${at}`);
    a.equal(sizeOf(out[1]), 'image/jpeg image/jpeg 1200 37');
    a.deepEqual(Object.keys(out[1]), ['type', 'data', 'mimeType', 'note']);
    a.deepEqual(out[5], { type: 'text', text: '[photo] omitted image payload: missing data or mimeType' });
    a.deepEqual(th.sanitizeImagesSync(blocks, { label: 'photo' }).blocks, out);
    const again = await th.sanitizeImages(out, { label: 'photo' });
    a.equal(again.blocks, out);
    a.equal(again.changed, false);
    a.throws(() => th.sanitizeImagesSync({}), { code: 'not-a-transcript', message: /an array of blocks/ });
  });

  t.test('sanitize changes an image in place, by every door', async (a) => {
    const turns = [
      { role: 'user', content: [TEXT, WIDE] },
      { role: 'assistant', content: [{ type: 'text', text: 'a gradient' }] },
      { role: 'user', content: 'thanks' },
    ];
    const json = JSON.stringify(turns);
    for (const options of [{}, COMPAT]) {
      const { messages, changed } = await th.sanitize(turns, {}, { ...options, now: 1 });
      a.equal(changed, true);
      a.equal(messages[2], turns[2]);
      a.equal(sizeOf(messages[0].content[1]), 'image/jpeg image/jpeg 1200 37');
      const text = await th.sanitizeText(json, {}, { ...options, now: 1 });
      a.deepEqual(JSON.parse(text.json), messages);
      const bytes = await th.sanitizeText(new TextEncoder().encode(json), {}, { ...options, now: 1 });
      a.equal(new TextDecoder().decode(bytes.json), text.json);
      a.deepEqual(th.sanitizeSync(turns, {}, { ...options, now: 1 }).messages, messages);
    }
  });

  t.test('more images than one portion are all changed', async (a) => {
    const large = base64(bmp(1201, 1400, (x, y) => [x & 255, y & 255, 0]));
    const blocks = Array.from({ length: 5 }, () => ({ type: 'image', data: large, mimeType: 'image/bmp' }));
    const { blocks: out } = await th.sanitizeImages(blocks);
    a.deepEqual(out.map(sizeOf), blocks.map(() => 'image/jpeg image/jpeg 1029 1200'));
  });

  t.test('formats that providers do not take become JPEG in strict', async (a) => {
    const block = { type: 'image', data: base64(bmp(4, 4)), mimeType: 'image/bmp' };
    a.equal(sizeOf((await th.sanitizeImages([block])).blocks[0]), 'image/jpeg image/jpeg 4 4');
    a.equal((await th.sanitizeImages([block], COMPAT)).blocks[0], block);
    const { blocks } = await th.sanitizeImages([block], { ...COMPAT, convertUnsupported: true });
    a.equal(blocks[0].mimeType, 'image/jpeg');
  });

  t.test('damaged pixels are noticed when they are asked for', async (a) => {
    const block = { type: 'image', data: base64(bmp(40, 40).subarray(0, 2000)), mimeType: 'image/bmp' };
    a.equal((await th.sanitizeImages([block], COMPAT)).blocks[0], block);
    const { blocks } = await th.sanitizeImages([block, SMALL], { ...COMPAT, verifyPixels: true });
    a.ok(/Unable to decode image/.test(blocks[0].text), blocks[0].text);
    a.equal(blocks[1], SMALL);
  });

  t.test('the background shows where an image was transparent', (a) => {
    const gemini = { provider: 'google', modelApi: 'google-generative-ai' };
    const turns = [{ role: 'user', content: [{ type: 'image', data: TRANSPARENT_GIF, mimeType: 'image/gif' }] }];
    const data = (background) => th.sanitizeSync(turns, gemini, { images: { background } }).messages[0].content[0].data;
    a.equal(data(), data('#ffffff'));
    a.equal(data('none'), data('#000000'));
    a.ok(data('#ff0000') !== data() && data('none') !== data());
    a.throws(() => data('red'), { option: 'images.background', message: /a colour such as/ });
  });

  t.test('options of images are checked by name and type', (a) => {
    const sanitize = (given) => () => th.sanitizeSync([], {}, { images: given });
    a.throws(sanitize({ maxDimension: 1 }), { option: 'images.maxDimension', nearest: 'images.maxDimensionPx' });
    a.throws(sanitize({ verifyPixels: 1 }), { option: 'images.verifyPixels', message: /a boolean/ });
    a.throws(sanitize([]), { option: 'images', message: /an object/ });
    a.throws(() => th.sanitizeImagesSync([], { labels: 'x' }), { nearest: 'label' });
    for (const any of [0, -1, 1.5, '1200', null, {}, true]) a.equal(sanitize({ maxDimensionPx: any })().changed, false);
  });

  t.test('without the images module a text says so', async (a) => {
    const { blocks } = await slim.sanitizeImages([WIDE, SMALL]);
    a.ok(UNAVAILABLE.test(blocks[0].text), blocks[0].text);
    a.equal(blocks[1], SMALL);
    const { messages } = slim.sanitizeSync([{ role: 'user', content: [WIDE] }]);
    a.ok(UNAVAILABLE.test(messages[0].content[0].text));
  });

  t.test('check counts an image that has to change, and changes none', (a) => {
    const report = th.check([{ role: 'user', content: [WIDE, TEXT] }]);
    a.equal(report.counts['sanitize-images'], 1);
  });
};
