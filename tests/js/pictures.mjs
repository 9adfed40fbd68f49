// Pictures made on the spot, so that no host needs files.

/** A BMP of 24 bits; `color` gives blue, green and red of a pixel. */
export function bmp(width, height, color = (x, y) => [x & 255, y & 255, (x ^ y) & 255]) {
  const stride = (3 * width + 3) & ~3;
  const bytes = new Uint8Array(54 + stride * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, number] of [[2, bytes.length], [10, 54], [14, 40], [18, width], [22, height]]) {
    view.setUint32(at, number, true);
  }
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) bytes.set(color(x, y), 54 + y * stride + 3 * x);
  }
  return bytes;
}

/** A GIF of one pixel that is transparent. */
export const TRANSPARENT_GIF = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** A PNG of one pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3000) text += btoa(String.fromCharCode(...bytes.subarray(at, at + 3000)));
  return text;
}

export const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** A PNG of 8 bits; `color` gives the samples of a pixel: three, or four with alpha. `padding` zeros follow its end. */
export function png(width, height, color, padding = 0) {
  const samples = color(0, 0).length;
  const rows = new Uint8Array(height * (1 + samples * width));
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1, at += samples) rows.set(color(x, y), at);
  }
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, samples === 4 ? 6 : 2], 8);
  return joined([
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', header),
    chunk('IDAT', stored(rows)),
    chunk('IEND', new Uint8Array(0)),
    new Uint8Array(padding),
  ]);
}

/** Deflate without compression, in the wrapping of zlib. */
function stored(bytes) {
  const parts = [[0x78, 0x01]];
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; at += 65_535) {
    const block = bytes.subarray(at, at + 65_535);
    const size = [block.length & 255, block.length >> 8];
    parts.push([at + block.length >= bytes.length ? 1 : 0, ...size, size[0] ^ 255, size[1] ^ 255], block);
  }
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return joined([...parts, [b >> 8, b & 255, a >> 8, a & 255]]);
}

const CRC = Uint32Array.from({ length: 256 }, (_, at) => {
  let crc = at;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function chunk(name, content) {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(Array.from(name, (letter) => letter.charCodeAt(0)), 4);
  bytes.set(content, 8);
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, 8 + content.length)) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  view.setUint32(8 + content.length, ~crc >>> 0);
  return bytes;
}

/** A JPEG with the orientation of a camera, which stands behind the two bytes that begin every JPEG. */
export function oriented(jpeg, orientation) {
  const exif = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1];
  const entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return joined([jpeg.subarray(0, 2), exif, entry, jpeg.subarray(2)]);
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}
