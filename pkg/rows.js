// Rows on their way into the history module and back.
import { engine } from './history-engine.js';
import { HygieneError } from './hygiene-error.js';
import { guarded, kind, stringify } from './json.js';

const encoder = /* @__PURE__ */ new TextEncoder();
// A leading U+FEFF is text like any other here.
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The caller's rows in an array of our own, so that the indexes that come back mean what was written as JSON. A hole
 * becomes `undefined`, which JSON writes as `null`.
 */
export function ownRows(messages) {
  const own = guarded('the rows', () =>
    Array.isArray(messages) ? Array.from({ length: messages.length }, (_, at) => messages[at]) : undefined,
  );
  if (own) return own;
  const message = `expected an array of rows, found ${kind(messages)}`;
  throw new HygieneError({ code: 'not-a-transcript', message, pointer: '' });
}

/**
 * Projects rows.
 *
 * @returns the facts that the module tells, and the shown rows; a row that is shown as it is is the caller's own
 */
export function projectRows(rows, options) {
  const text = stringify(rows, 'the rows');
  return engine.run((glue) => {
    const facts = JSON.parse(glue.project(write(glue, encoder.encode(text), options), options, true));
    if (!facts.changed) return { facts, shown: rows.slice() };
    const patch = JSON.parse(decoder.decode(received(glue)));
    return { facts, shown: patch.map((row) => (typeof row === 'number' ? rows[row] : row)) };
  });
}

/** The same for JSON text; the very input comes back when nothing changed. */
export function projectJson(json, options) {
  const isString = typeof json === 'string';
  const bytes = isString ? encoder.encode(withEscapes(json)) : bytesOf(json);
  return engine.run((glue) => {
    const facts = JSON.parse(glue.project(write(glue, bytes, options), options, false));
    if (!facts.changed) return { facts, shown: json };
    return { facts, shown: isString ? decoder.decode(received(glue)) : received(glue).slice() };
  });
}

/** Parts a prompt. */
export function splitPrompt(text) {
  const quoted = encoder.encode(JSON.stringify(text));
  return engine.run((glue) => JSON.parse(glue.extractRuntimeContext(write(glue, quoted))));
}

function write(glue, bytes, options) {
  glue.admit(bytes.length, options?.limits);
  const start = engine.reserve(bytes.length);
  engine.view(start, bytes.length).set(bytes);
  return bytes.length;
}

function received(glue) {
  return engine.view(glue.outputPointer(), glue.outputLength());
}

function bytesOf(json) {
  // A view from another realm is one, too, but a subclass such as Node's Buffer has the tag of its base.
  if (ArrayBuffer.isView(json) && json[Symbol.toStringTag] === 'Uint8Array') return json;
  const message = `expected JSON as a string or as a Uint8Array, found ${kind(json)}`;
  throw new HygieneError({ code: 'invalid-argument', message });
}

/**
 * UTF-8 has no unpaired surrogates, and JSON has an escape for them. A surrogate is legal nowhere in JSON but inside a
 * string, and behind an odd number of backslashes it stands where the letter of an escape belongs.
 */
function withEscapes(json) {
  if (json.isWellFormed ? json.isWellFormed() : !/\p{Surrogate}/u.test(json)) return json;
  return json.replace(/(\\*)(\p{Surrogate})/gu, (whole, backslashes, surrogate) =>
    backslashes.length % 2 === 1 ? whole : `${backslashes}\\u${surrogate.charCodeAt(0).toString(16)}`,
  );
}
