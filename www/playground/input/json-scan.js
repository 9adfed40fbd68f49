// Where values stand in JSON text. Spans keep the text as it is, which parsing and printing would not. Iterative, so
// depth costs nothing. Text that is no JSON gives spans of no meaning, never an endless loop: the engine judges it.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isSpace = (code) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const opens = (code) => code === 0x5b || code === 0x7b;
const closes = (code) => code === 0x5d || code === 0x7d;

/** The first place at or after `at` that holds no white space. */
export function skipSpace(text, at) {
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The end of the string that begins at `at`. */
function stringEnd(text, at) {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The end of the value that begins at `at`. */
export function valueEnd(text, at) {
  let depth = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (opens(code)) depth++;
    else if (closes(code)) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
    at++;
  }
  return at;
}

/** Behind the comma at or after `at`, or the end of the text when something else stands there. */
function behindComma(text, at) {
  const comma = skipSpace(text, at);
  return text.charCodeAt(comma) === COMMA ? skipSpace(text, comma + 1) : text.length;
}

/** `[start, end]` of every element, or of the first `limit`, of the array that begins at `at`. */
export function elements(text, at = skipSpace(text, 0), limit = Infinity) {
  const spans = [];
  let start = skipSpace(text, at + 1);
  while (start < text.length && spans.length < limit && !closes(text.charCodeAt(start))) {
    const end = valueEnd(text, start);
    spans.push([start, end]);
    start = behindComma(text, end);
  }
  return spans;
}

/** `[name, [start, end]]` of every member of the object that begins at `at`. Names are as they are spelled. */
export function members(text, at) {
  const found = [];
  for (let start = skipSpace(text, at + 1); text.charCodeAt(start) === QUOTE;) {
    const keyEnd = stringEnd(text, start);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    found.push([text.slice(start + 1, keyEnd - 1), [value, end]]);
    start = behindComma(text, end);
  }
  return found;
}

/** `[start, end]` of a member's value in the object that begins at `at`; the last one of that name, as in JavaScript. */
export const member = (text, at, name) => members(text, at).findLast(([key]) => key === name)?.[1];
