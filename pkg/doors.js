import { isBytes } from './bytes.js';
import { engine } from './engine.js';
import { HygieneError } from './hygiene-error.js';
import { guarded, kind, stringify } from './json.js';
import { joinedBytes, readPieces } from './pieces.js';

const encoder = /* @__PURE__ */ new TextEncoder();
// A leading U+FEFF is text like any other here.
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** The numbers by which the module knows the doors. */
const BYTES_DOOR = 0;
const VALUES_DOOR = 1;
const STRING_DOOR = 2;

/**
 * Sends the JSON text of a transcript through an operation of the module.
 *
 * @param {string | Uint8Array} json
 * @param limits the caller's, as far as they were given
 * @param {(glue, length: number, door: number) => string} operation gives the envelope
 * @returns the envelope, and the new text in the form of the old one; the very input when nothing changed
 */
export function throughText(json, limits, operation) {
  const isString = typeof json === 'string';
  const write = isString ? undefined : textWriter(json, limits);
  return engine.run((glue) => {
    const { text, length } = isString ? writeString(glue, json, limits) : { text: json, length: write(glue) };
    const meta = JSON.parse(operation(glue, length, isString ? STRING_DOOR : BYTES_DOOR));
    if (!meta.changed) return { meta, output: json };
    const pieces = readPieces(result(glue));
    return { meta, output: isString ? joinedString(text, pieces) : joinedBytes(text, pieces) };
  });
}

/** The same for an operation that gives all of the new text at once. */
export function throughWholeText(json, limits, operation) {
  const write = textWriter(json, limits);
  return engine.run((glue) => {
    const meta = JSON.parse(operation(glue, write(glue)));
    if (!meta.changed) return { meta, output: json };
    return { meta, output: typeof json === 'string' ? decoder.decode(result(glue)) : result(glue).slice() };
  });
}

/**
 * Sends an array of turns through an operation of the module.
 *
 * @returns the envelope, and a new array whose untouched members are the caller's own; the caller's array when nothing
 *   changed
 */
export function throughValues(messages, limits, operation) {
  const turns = ownArray(messages);
  const text = stringify(turns, 'the transcript');
  return engine.run((glue) => {
    const meta = JSON.parse(operation(glue, writeText(glue, text, limits), VALUES_DOOR));
    if (!meta.changed) return { meta, output: messages };
    return { meta, output: patched(turns, JSON.parse(decoder.decode(result(glue)))) };
  });
}

/** Sends JSON text and takes the envelope alone; `to` is the module that is asked. */
export function askText(json, limits, operation, to = engine) {
  const write = textWriter(json, limits, to);
  return to.run((glue) => JSON.parse(operation(glue, write(glue))));
}

/** Sends turns and takes the envelope alone. */
export function askValues(messages, limits, operation) {
  return askText(stringify(ownArray(messages), 'the transcript'), limits, operation);
}

/** What writes the caller's text into the module and gives its length there. */
function textWriter(json, limits, to = engine) {
  if (typeof json === 'string') return (glue) => writeString(glue, json, limits, to).length;
  if (isBytes(json)) return (glue) => writeBytes(glue, json, limits, to);
  const message = `expected JSON as a string or as a Uint8Array, found ${kind(json)}`;
  throw new HygieneError({ code: 'invalid-argument', message });
}

/**
 * The caller's turns in an array of our own, so that the indexes in the patch mean what was written as JSON, whatever
 * a proxy or a `toJSON` of the caller's array does. A hole becomes `undefined`, which JSON writes as `null`.
 */
function ownArray(messages) {
  const own = guarded('the transcript', () =>
    Array.isArray(messages) ? Array.from({ length: messages.length }, (_, at) => messages[at]) : undefined,
  );
  if (own) return own;
  const message = `expected an array of turns, found ${kind(messages)}`;
  throw new HygieneError({ code: 'not-a-transcript', message, pointer: '' });
}

/** Two numbers in a patch are a run of source turns (the first one's index, and how many); all else is a new turn. */
function patched(turns, patch) {
  const output = [];
  for (let at = 0; at < patch.length; at += 1) {
    if (typeof patch[at] !== 'number') {
      output.push(patch[at]);
      continue;
    }
    const start = patch[at];
    at += 1;
    for (let turn = start; turn < start + patch[at]; turn += 1) output.push(turns[turn]);
  }
  return output;
}

function joinedString(text, { numbers, newText }) {
  const news = decoder.decode(newText);
  let output = '';
  for (let at = 0, used = 0; at < numbers.length; at += 3) {
    output += text.slice(numbers[at], numbers[at + 1]);
    output += news.slice(used, (used += numbers[at + 2]));
  }
  return output;
}

function writeBytes(glue, bytes, limits, to) {
  glue.admit(bytes.length, limits);
  const start = to.reserve(bytes.length);
  to.view(start, bytes.length).set(bytes);
  return bytes.length;
}

/**
 * Writes a string of the caller's; says how many bytes it took, and which text they say. The encoder leaves U+FFFD where
 * a surrogate stood alone, and to look for that among the bytes is quicker than to look through the string beforehand.
 */
function writeString(glue, json, limits, to = engine) {
  const length = writeText(glue, json, limits, to);
  const text = glue.holdsReplacementCharacter(length) ? escapeUnpairedSurrogates(json) : json;
  return { text, length: text === json ? length : writeText(glue, text, limits, to) };
}

/** Encodes straight into the module's memory, in one go when at most an eighth is added by characters over ASCII. */
function writeText(glue, text, limits, to = engine) {
  glue.admit(text.length, limits);
  let capacity = text.length + (text.length >>> 3) + 64;
  let written = 0;
  for (let rest = text; ; ) {
    const start = to.reserve(capacity);
    const step = encoder.encodeInto(rest, to.view(start + written, capacity - written));
    written += step.written;
    if (step.read === rest.length) return written;
    rest = rest.slice(step.read);
    // No UTF-16 unit takes more than three bytes.
    capacity = written + 3 * rest.length;
  }
}

function result(glue) {
  return engine.view(glue.outputPointer(), glue.outputLength());
}

/**
 * UTF-8 has no unpaired surrogates, and an encoder silently writes U+FFFD for one. JSON has an escape for them, and a
 * surrogate is legal nowhere in JSON but inside a string, so the escape says the same.
 */
function escapeUnpairedSurrogates(text) {
  if (text.isWellFormed ? text.isWellFormed() : !/\p{Surrogate}/u.test(text)) return text;
  return text.replace(/(\\*)(\p{Surrogate})/gu, (whole, backslashes, surrogate) =>
    // After an odd number of backslashes it stands where the letter of an escape belongs, and must stay an error.
    backslashes.length % 2 === 1 ? whole : `${backslashes}\\u${surrogate.charCodeAt(0).toString(16)}`,
  );
}
