// Images before and after: those of the input, and one that somebody tries alone.
import { turnSpans } from '../input/read.js';
import { held } from './held.js';
import { images } from './modules.js';
import { bytesOf, picturesOf } from './pictures.js';

/** So many images are shown. */
const SHOWN = 40;

/** A turn without this text holds no image, and is not parsed. */
const MARK = /image|inlineData/;

/** Every image of the input, each with what became of it. */
export async function pictures() {
  const { input, after, comparison } = held;
  if (!input || after === undefined) return undefined;
  const { probeImage } = await images();
  const found = [];
  let total = 0;
  for (const [index, span] of turnSpans(input.json, input.prefix).entries()) {
    const text = input.json.slice(...span);
    if (!MARK.test(text)) continue;
    for (const { pointer, mimeType, base64 } of picturesOf(JSON.parse(text))) {
      if (total++ >= SHOWN) continue;
      const place = `${input.prefix}/${index}${pointer}`;
      const before = facts(mimeType, base64, probeImage);
      found.push({ place, row: comparison.rowOf(place), before, ...fate(place, before, probeImage) });
    }
  }
  return { total, list: found };
}

/** What became of the image at a place: the report says so, else it stayed. */
function fate(place, before, probeImage) {
  const change = held.comparison.changes.find(({ input }) => input === place || input?.startsWith(`${place}/`));
  if (!change) return { kind: 'untouched', after: before };
  const { rule, output } = change;
  const block = output === undefined ? undefined : blockAt(output);
  const [picture] = block ? picturesOf(block) : [];
  const now = picture && facts(picture.mimeType, picture.base64, probeImage);
  return { kind: picture ? 'edited' : 'dropped', rule, after: now, text: block?.text };
}

/** The block of the result that a pointer is in. */
function blockAt(pointer) {
  const { after, input } = held;
  const [index, ...path] = pointer.slice(input.prefix.length + 1).split('/');
  const span = turnSpans(after, input.prefix)[Number(index)];
  if (!span) return undefined;
  let block = JSON.parse(after.slice(...span));
  for (const name of path) {
    const inner = block?.[name];
    if (inner === null || typeof inner !== 'object') break;
    block = inner;
  }
  return block;
}

function facts(mimeType, base64, probeImage) {
  const bytes = bytesOf(base64);
  const header = bytes && probeImage(bytes);
  return {
    said: mimeType,
    size: bytes?.length,
    characters: base64.length,
    bytes: header ? bytes : undefined,
    ...header,
  };
}

/** One image alone, within limits that somebody sets. */
export async function fit({ file, limits }) {
  const { fitImage, probeImage } = await images();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const before = { said: file.type, size: bytes.length, bytes, ...probeImage(bytes) };
  const started = performance.now();
  try {
    const fitted = await fitImage(bytes, limits);
    const { mimeType, width, height, changed } = fitted;
    const milliseconds = performance.now() - started;
    return {
      before,
      after: { mimeType, width, height, size: fitted.bytes.length, bytes: fitted.bytes },
      changed,
      milliseconds,
    };
  } catch ({ message }) {
    return { before, refused: message };
  }
}
