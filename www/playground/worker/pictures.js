// Where images are in a turn, of this package or of a provider, and what their bytes say.

/** Deeper than blocks in a tool result no image stands. */
const DEEPEST = 6;

/**
 * @returns {{ pointer: string, mimeType?: string, base64: string }[]} Pointers are into the turn.
 */
export function picturesOf(turn) {
  const found = [];
  const open = [{ value: turn, pointer: '', depth: 0 }];
  while (open.length > 0) {
    const { value, pointer, depth } = open.pop();
    if (value === null || typeof value !== 'object') continue;
    const picture = pictureIn(value);
    if (picture) found.push({ pointer, ...picture });
    else if (depth < DEEPEST) {
      // From the last one on, so that they are taken in their order.
      for (const [name, inner] of Object.entries(value).reverse()) {
        open.push({ value: inner, pointer: `${pointer}/${escaped(name)}`, depth: depth + 1 });
      }
    }
  }
  return found;
}

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The image that a block holds, if it is one. */
function pictureIn(block) {
  const { type, data, mimeType, source, image_url: address, inlineData, image } = block;
  if (type === 'image' && typeof data === 'string') return { mimeType, base64: data };
  if (source?.type === 'base64' && typeof source.data === 'string')
    return { mimeType: source.media_type, base64: source.data };
  if (typeof inlineData?.data === 'string') return { mimeType: inlineData.mimeType, base64: inlineData.data };
  if (typeof image?.source?.bytes === 'string')
    return { mimeType: `image/${image.format}`, base64: image.source.bytes };
  const url = typeof address === 'string' ? address : address?.url;
  const [, mime, base64] = (typeof url === 'string' && url.match(/^data:([^;,]*);base64,([^]*)$/)) || [];
  return base64 === undefined ? undefined : { mimeType: mime, base64 };
}

/** Nothing for what is no base64. */
export function bytesOf(base64) {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return undefined;
  }
}
