// How each peer decodes a picture, makes it 1200 pixels wide or high, and writes a JPEG of quality 85.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SIDE = 1200;
const QUALITY = 85;

const require = createRequire(import.meta.url);
const compiled = (file) => new WebAssembly.Module(readFileSync(require.resolve(file)));

/** The size within the square, never larger. */
function within(width, height) {
  const scale = Math.min(1, SIDE / width, SIDE / height);
  return [width, height].map((side) => Math.max(1, Math.round(side * scale)));
}

/** Of both Photons: they differ in who built them. */
function photon({ PhotonImage, SamplingFilter, resize }) {
  return (bytes) => {
    const image = PhotonImage.new_from_byteslice(bytes);
    const smaller = resize(image, ...within(image.get_width(), image.get_height()), SamplingFilter.Lanczos3);
    const jpeg = smaller.get_bytes_jpeg(QUALITY);
    image.free();
    smaller.free();
    return jpeg;
  };
}

async function jsquash() {
  globalThis.ImageData ??= class {
    constructor(data, width, height) {
      Object.assign(this, { data, width, height });
    }
  };
  const jpegDecode = await import('@jsquash/jpeg/decode.js');
  const jpegEncode = await import('@jsquash/jpeg/encode.js');
  const png = await import('@jsquash/png/decode.js');
  const webp = await import('@jsquash/webp/decode.js');
  const { default: resize, initResize } = await import('@jsquash/resize');
  await jpegDecode.init(compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  await jpegEncode.init(compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await png.init(compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  await webp.init(compiled('@jsquash/webp/codec/dec/webp_dec.wasm'));
  await initResize(compiled('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  const decoders = { 0xff: jpegDecode.default, 0x89: png.default, 0x52: webp.default };
  return async (bytes) => {
    const image = await decoders[bytes[0]](bytes);
    const [width, height] = within(image.width, image.height);
    const smaller = await resize(image, { width, height, method: 'lanczos3', linearRGB: false, premultiply: false });
    return new Uint8Array(await jpegEncode.default(smaller, { quality: QUALITY }));
  };
}

async function native() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return (bytes) =>
    sharp(bytes).resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: QUALITY }).toBuffer();
}

/** Each gives what does a job, once it is ready. */
export const PEERS = {
  'transcript-hygiene': async () => {
    const { fitImageSync } = await import('../../pkg/images-node.js');
    return (bytes) => fitImageSync(bytes, { maxDimensionPx: SIDE }).bytes;
  },
  'photon-node': async () => photon(require('@silvia-odwyer/photon-node')),
  'cf-wasm photon': async () => photon(await import('@cf-wasm/photon/node')),
  jSquash: jsquash,
  sharp: native,
};
