// A new text in terms of the old one, as the modules write it.

/** A stretch of the old text (from, to) and how much new text comes behind it, three numbers for each piece. */
export function readPieces(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = 3 * view.getUint32(bytes.length - 4, true);
  const start = bytes.length - 4 - 4 * count;
  const numbers = Array.from({ length: count }, (_, at) => view.getUint32(start + 4 * at, true));
  return { numbers, newText: bytes.subarray(0, start) };
}

/** The new text, given the bytes of the old one. */
export function joinedBytes(bytes, { numbers, newText }) {
  let length = newText.length;
  for (let at = 0; at < numbers.length; at += 3) length += numbers[at + 1] - numbers[at];
  const output = new Uint8Array(length);
  for (let at = 0, used = 0, end = 0; at < numbers.length; at += 3) {
    output.set(bytes.subarray(numbers[at], numbers[at + 1]), end);
    end += numbers[at + 1] - numbers[at];
    output.set(newText.subarray(used, (used += numbers[at + 2])), end);
    end += numbers[at + 2];
  }
  return output;
}
