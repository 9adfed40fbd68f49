// Where in a text an error is, as a person finds it.

/** So much of a long line is shown on each side, in characters. */
const AROUND = 44;

/** The index of the character that holds a byte of the text as UTF-8. */
export function indexOfByte(text, byte) {
  let index = 0;
  for (let bytes = 0; index < text.length && bytes < byte; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    // Half of a pair is two of its four bytes.
    else bytes += code >= 0xd800 && code < 0xe000 ? 2 : 3;
  }
  return index;
}

/** Line and column count from 1; `excerpt` is the part of the line around, `caret` the place in it. */
export function placeAt(text, index) {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const newline = text.indexOf('\n', index);
  const lineEnd = newline === -1 ? text.length : newline;
  const from = Math.max(lineStart, index - AROUND);
  const to = Math.min(lineEnd, index + AROUND);
  const before = (from > lineStart ? '…' : '') + text.slice(from, index);
  return {
    line: countLines(text, lineStart),
    column: index - lineStart + 1,
    excerpt: before + text.slice(index, to) + (to < lineEnd ? '…' : ''),
    caret: before.length,
  };
}

function countLines(text, end) {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
