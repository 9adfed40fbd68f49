/** Found where the text stops being an object. */
export class NotAnObject extends Error {
  constructor(offset) {
    super(`the body stops being a JSON object at byte ${offset}`);
    this.offset = offset;
  }
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Finds where each member of a JSON object stands, so that it can be handed on as the bytes it came as.
 *
 * Only what separates the members is checked. Whoever reads a member finds out whether it is JSON. Of members with
 * equal names the last one counts, as in JavaScript.
 *
 * @param {Uint8Array} bytes
 * @returns {Map<string, { start: number, end: number }>}
 * @throws {NotAnObject}
 */
export function memberSpans(bytes) {
  const spans = new Map();
  let at = expect(bytes, skipSpace(bytes, 0), OPEN_OBJECT);
  at = skipSpace(bytes, at);
  if (bytes[at] === CLOSE_OBJECT) return finish(bytes, at, spans);
  for (;;) {
    const keyEnd = stringEnd(bytes, at);
    const key = name(bytes, at, keyEnd);
    const start = skipSpace(bytes, expect(bytes, skipSpace(bytes, keyEnd), COLON));
    const end = valueEnd(bytes, start);
    spans.set(key, { start, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === CLOSE_OBJECT) return finish(bytes, at, spans);
    at = skipSpace(bytes, expect(bytes, at, COMMA));
  }
}

function finish(bytes, at, spans) {
  const rest = skipSpace(bytes, at + 1);
  if (rest < bytes.length) throw new NotAnObject(rest);
  return spans;
}

function name(bytes, start, end) {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end)));
  } catch {
    throw new NotAnObject(start);
  }
}

function expect(bytes, at, byte) {
  if (bytes[at] !== byte) throw new NotAnObject(at);
  return at + 1;
}

function skipSpace(bytes, at) {
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte) {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}

/** Behind the string that begins here. */
function stringEnd(bytes, start) {
  let from = expect(bytes, start, QUOTE);
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote < 0) throw new NotAnObject(bytes.length);
    let backslashes = quote;
    while (bytes[backslashes - 1] === BACKSLASH) backslashes -= 1;
    // After an odd number of backslashes the quote is part of the text.
    if ((quote - backslashes) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** Behind the value that begins here. */
function valueEnd(bytes, start) {
  switch (bytes[start]) {
    case QUOTE:
      return stringEnd(bytes, start);
    case OPEN_ARRAY:
    case OPEN_OBJECT:
      return containerEnd(bytes, start);
    default:
      return scalarEnd(bytes, start);
  }
}

/** By brackets of either kind, whatever is between them. */
function containerEnd(bytes, start) {
  let depth = 0;
  for (let at = start; at < bytes.length; ) {
    const byte = bytes[at];
    at = byte === QUOTE ? stringEnd(bytes, at) : at + 1;
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1;
    if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    if (depth === 0) return at;
  }
  throw new NotAnObject(bytes.length);
}

function scalarEnd(bytes, start) {
  let at = start;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT && !isSpace(bytes[at])) at += 1;
  if (at === start) throw new NotAnObject(start);
  return at;
}
