// What people reported about images in transcripts: each test names its report, and asks for a cure of all of its kind.
import * as th from 'transcript-hygiene';
import * as images from 'transcript-hygiene/images';
import { PNG, base64, bmp, bytesOf, oriented, png } from './pictures.mjs';

const LABEL = 'session:history';
const COMPAT = { profile: 'compat' };
const CLAUDE = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
const BEDROCK = { provider: 'amazon-bedrock', modelApi: 'bedrock-converse-stream', modelId: 'anthropic.claude-sonnet-4' };
const MIB = 1024 * 1024;

const image = (data, mimeType = 'image/png') => ({
  type: 'image',
  data: typeof data === 'string' ? data : base64(data),
  mimeType,
});
const omitted = (reason) => ({ type: 'text', text: `[${LABEL}] omitted image payload: ${reason}` });
const gradient = (x, y) => [x & 255, y & 255, (x + y) & 255];

/** What one block becomes. */
async function become(block, options) {
  const { blocks } = await th.sanitizeImages([{ type: 'text', text: 'before' }, block], options);
  return blocks[1];
}

/** The first image of a user turn, once it is sent there. */
async function sent(blocks, target, options) {
  const { messages } = await th.sanitize([{ role: 'user', content: blocks }], target, options);
  return messages[0].content;
}

const sizeOf = ({ data }) => {
  const { width, height } = th.probeImage(bytesOf(data));
  return [width, height];
};

/** The JPEG of a gradient. */
const jpeg = async (width, height) =>
  (await th.fitImage(bmp(width, height), { maxDimensionPx: 4000, convertUnsupported: true })).bytes;

export default async (t) => {
  await th.init();
  await images.init();

  t.test('broken base64 becomes a text and its neighbours stay (openclaw 18212)', async (a) => {
    const at = PNG.length >> 1;
    const illegal = ['!', '-', '_', ',', '=', '\u007f', 'é'].map((one) => PNG.slice(0, at) + one + PNG.slice(at + 1));
    const broken = [...illegal, PNG.slice(0, 81), `${PNG}=`, `data:image/png;base64,${PNG}`];
    for (const data of broken) {
      for (const options of [{}, COMPAT]) {
        a.deepEqual(await become(image(data), options), omitted('invalid base64'), data);
      }
    }
    const neighbours = [image(PNG), { type: 'text', text: 'x' }];
    const { blocks } = await th.sanitizeImages([neighbours[0], image('%'), neighbours[1]]);
    a.equal(blocks[0], neighbours[0]);
    a.equal(blocks[2], neighbours[1]);
  });

  t.test('an ellipsis of a redaction in the data is never sent (openclaw 90760)', async (a) => {
    for (const data of [`${PNG.slice(0, 12)}…${PNG.slice(-8)}`, '…', `${PNG}…`, PNG.replace('A', '***')]) {
      a.deepEqual(await become(image(data)), omitted('invalid base64'), data);
    }
  });

  t.test('text stays text, and what is no image is none (openclaw 82878)', async (a) => {
    const text = { type: 'text', text: '/9j/4AAQSkZJRgABAQ' };
    const turns = [
      { role: 'user', content: 'show it' },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'call_1', name: 'cat', arguments: {} }] },
      { role: 'toolResult', toolCallId: 'call_1', toolName: 'cat', content: [text], isError: false },
    ];
    const { messages } = await th.sanitize(turns, CLAUDE);
    a.deepEqual(messages.at(-1).content, [text]);
    a.deepEqual(await become(image('total 8\n-rw-r--r-- 1 root')), omitted('invalid base64'));
    for (const data of [btoa('<html>not found</html>'), btoa('%PDF-1.7'), 'AAAA']) {
      const reason = 'RastermillError: Unable to determine image dimensions; refusing to process';
      a.deepEqual(await become(image(data)), omitted(reason));
    }
  });

  t.test('more than 5 MiB in few pixels are encoded again, in their size (openclaw 6360)', async (a) => {
    for (const [padding, changes] of [[5 * MIB, true], [5 * MIB - 20_000, false]]) {
      const block = image(png(60, 40, gradient, padding));
      const found = await become(block, COMPAT);
      a.equal(found !== block, changes);
      a.deepEqual(sizeOf(found), [60, 40]);
      a.equal(found.mimeType, changes ? 'image/jpeg' : 'image/png');
    }
  });

  t.test('one wide image among twenty shrinks alone (openclaw 24188)', async (a) => {
    const small = image(PNG);
    const wide = image(bmp(2412, 1080));
    const found = await sent([...Array(20).fill(small), wide], CLAUDE);
    a.deepEqual(sizeOf(found[20]), [1200, 537]);
    for (const block of found.slice(0, 20)) a.deepEqual(block, small);
  });

  t.test('many images stay below 2000 pixels whatever the caller allows (claude-code 39185)', async (a) => {
    const options = { images: { maxDimensionPx: 5000 } };
    for (const width of [2000, 2412]) {
      const wide = image(png(width, 4, gradient));
      const few = await sent([wide, ...Array(19).fill(image(PNG))], CLAUDE, options);
      a.deepEqual(few[0], wide, 'among twenty it stays');
      const many = await sent([wide, ...Array(20).fill(image(PNG))], CLAUDE, options);
      a.equal(sizeOf(many[0])[0], 1999);
      const compat = await sent([wide, ...Array(20).fill(image(PNG))], CLAUDE, { ...options, ...COMPAT });
      a.deepEqual(compat[0], wide);
    }
  });

  t.test('characters are counted where providers count them (amazon-q-developer-cli 3912)', async (a) => {
    const block = image(png(50, 50, gradient, 4.2 * MIB));
    a.equal((await sent([block], BEDROCK))[0].mimeType, 'image/jpeg');
    a.equal((await sent([block], CLAUDE))[0].mimeType, 'image/jpeg');
    a.equal(await become(block, COMPAT), block);
    for (const limit of [{ maxBytes: 3_932_160 }, { maxBase64Chars: 5_242_880 }]) {
      const found = await become(block, { ...COMPAT, ...limit });
      a.equal(found.mimeType, 'image/jpeg');
    }
  });

  t.test('an old oversized image costs each replay the same bytes (claude-code 2104)', async (a) => {
    const turns = [
      { role: 'user', content: [image(bmp(1400, 1000))] },
      { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
      { role: 'user', content: 'go on' },
    ];
    const json = JSON.stringify(turns);
    const first = await th.sanitizeText(json, CLAUDE);
    const second = await th.sanitizeText(json, CLAUDE);
    a.equal(first.json, second.json);
    a.equal(JSON.stringify(turns), json);
    a.equal((await th.sanitizeText(first.json, CLAUDE)).changed, false);
  });

  t.test('more than 10 MiB are not even decoded (gajae-code 934)', async (a) => {
    const text = omitted('image exceeds input size limit (10.00MB)');
    for (const bytes of [10 * MIB + 1, 12_504_100]) {
      for (const options of [{}, COMPAT, { ...COMPAT, maxBytes: 1e9 }]) {
        a.deepEqual(await become(image(new Uint8Array(bytes)), options), text);
      }
    }
  });

  t.test('the declared type follows the bytes (claude-code 35234)', async (a) => {
    const photo = base64(await jpeg(4, 4));
    for (const wrong of ['image/png', 'image/webp', 'IMAGE/JPEG', '', 'text/plain']) {
      a.equal((await become(image(photo, wrong), COMPAT)).mimeType, 'image/jpeg', wrong);
    }
    const webp = btoa('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x01\0\0\x01\0\0');
    a.equal((await become(image(webp, 'image/png'), COMPAT)).mimeType, 'image/png');
    a.equal((await become(image(webp, 'image/png'), { ...COMPAT, sniffAllFormats: true })).mimeType, 'image/webp');
    a.equal((await become(image(webp, 'image/png'))).mimeType, 'image/webp');
  });

  t.test('types of other spellings are corrected, none at all is told (claude-code 3073)', async (a) => {
    const photo = base64(await jpeg(4, 4));
    for (const spelling of ['image/jpg', 'JPEG', 'jpg']) {
      a.equal((await become(image(photo, spelling))).mimeType, 'image/jpeg');
    }
    a.equal((await become(image(PNG, 'png'))).mimeType, 'image/png');
    for (const block of [{ type: 'image', data: PNG }, { type: 'image', data: PNG, mimeType: null }]) {
      a.deepEqual(await become(block), omitted('missing data or mimeType'));
    }
  });

  t.test('HEIC is never turned sideways: it passes, or a text says that it cannot be read (openclaw 118059)', async (a) => {
    const unavailable =
      'ImageProcessorUnavailableError: Image processor unavailable for jpeg encoding; ' +
      'tried: photon, imagemagick, graphicsmagick, ffmpeg';
    const side = (pixels) => String.fromCharCode(0, 0, pixels >> 8, pixels & 255);
    const heic = (pixels) =>
      image(btoa(`\0\0\0\x10ftypheic\0\0\0\0\0\0\0\x14ispe\0\0\0\0${side(pixels)}${side(pixels)}`), 'image/heic');
    a.deepEqual(await become(heic(800), COMPAT), heic(800));
    a.deepEqual(await become(heic(4000), COMPAT), omitted(unavailable));
    a.deepEqual(await become(heic(800)), omitted(unavailable));
    const gemini = { provider: 'google', modelApi: 'google-generative-ai', modelId: 'gemini-3-pro' };
    a.deepEqual(await sent([heic(800)], gemini), [heic(800)]);
  });

  t.test('photos are turned as their camera says (pi 2105)', async (a) => {
    const photo = await jpeg(1300, 520);
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const found = await become(image(oriented(photo, orientation), 'image/jpeg'), COMPAT);
      a.deepEqual(sizeOf(found), orientation > 4 ? [480, 1200] : [1200, 480], `${orientation}`);
    }
  });

  t.test('transparent pixels become white, whatever colour they hide (browser-image-compression 119)', async (a) => {
    const drawn = (x, y) => (x + y) % 7 === 0;
    const opaque = png(1300, 20, (x, y) => (drawn(x, y) ? [0, 0, 0] : [255, 255, 255]));
    const white = (await th.fitImage(opaque)).bytes;
    for (const hidden of [0, 128, 255]) {
      const clear = (x, y) => (drawn(x, y) ? [0, 0, 0, 255] : [hidden, hidden, hidden, 0]);
      a.deepEqual((await th.fitImage(png(1300, 20, clear))).bytes, white, `${hidden}`);
    }
  });

  t.test('a turn whose only image cannot be sent says so (openclaw 6798)', async (a) => {
    for (const block of [image('%'), image(''), image(new Uint8Array(3)), { type: 'image' }]) {
      for (const options of [{}, COMPAT]) {
        const [only] = await sent([block], CLAUDE, options);
        a.ok(/^\[session:history\] omitted/.test(only.text), JSON.stringify(only));
      }
    }
  });

  t.test('sizes before and after are told, so that coordinates can be scaled (computer-use-mcp 35)', async (a) => {
    const { width, height, originalWidth, originalHeight } = await th.fitImage(bmp(1920, 1080));
    a.deepEqual([width, height, originalWidth, originalHeight], [1200, 675, 1920, 1080]);
  });

  t.test('forty images within limits all pass (dsh-commandcode-provider 37)', async (a) => {
    const blocks = Array.from({ length: 40 }, (_, at) => image(png(8, 8, () => [at, at, at])));
    for (const options of [{}, COMPAT]) a.deepEqual(await sent(blocks, CLAUDE, options), blocks);
  });
};
