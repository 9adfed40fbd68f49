import { isBytes } from './bytes.js';
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
 * The ways into a module and back.
 *
 * @param engine the instance of the module
 * @param what the words of errors for the list that crosses and for its members
 */
export function createDoors(engine, what = { list: 'transcript', members: 'turns' }) {
  /**
   * Sends the JSON text of a transcript through an operation of the module.
   *
   * @param {string | Uint8Array} json
   * @param limits the caller's, as far as they were given
   * @param {(glue, length: number, door: number) => string} operation gives the envelope
   * @returns the envelope, and the new text in the form of the old one; the very input when nothing changed
   */
  function throughText(json, limits, operation) {
    const isString = typeof json === 'string';
    const write = isString ? undefined : textWriter(json, limits);
    return engine.run((glue) => {
      const { text, length } = isString ? writeString(glue, json, limits) : { text: json, length: write(glue) };
      const meta = envelope(glue, operation(glue, length, isString ? STRING_DOOR : BYTES_DOOR));
      if (!meta.changed) return { meta, output: json };
      const pieces = readPieces(result(glue));
      return { meta, output: isString ? joinedString(text, pieces) : joinedBytes(text, pieces) };
    });
  }

  /** The same for an operation that gives all of the new text at once. */
  function throughWholeText(json, limits, operation) {
    const write = textWriter(json, limits);
    return engine.run((glue) => {
      const meta = envelope(glue, operation(glue, write(glue)));
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
  function throughValues(messages, limits, operation) {
    return openValues(messages, limits)(operation);
  }

  /** The same for an operation that may have to be repeated: the array is read once. */
  function openValues(messages, limits) {
    const turns = ownArray(messages, what);
    const through = openList(turns, limits);
    return (operation) => {
      const { meta, patch } = through((glue, length) => operation(glue, length, VALUES_DOOR));
      return { meta, output: patch ? patched(turns, patch) : messages };
    };
  }

  /** Sends a list of our own; gives the envelope, and the patch as it came when something changed. */
  function throughList(list, limits, operation) {
    return openList(list, limits)(operation);
  }

  function openList(list, limits) {
    const text = stringify(list, `the ${what.list}`);
    return (operation) =>
      engine.run((glue) => {
        const meta = envelope(glue, operation(glue, writeText(glue, text, limits)));
        return { meta, patch: meta.changed ? JSON.parse(decoder.decode(result(glue))) : undefined };
      });
  }

  /** The envelope. Images of jobs that are in it come out of the result buffer. */
  function envelope(glue, json) {
    const meta = JSON.parse(json);
    if (!meta.jobs) return meta;
    const images = result(glue).slice();
    let end = 0;
    const jobs = meta.jobs.map(({ length, task }) => ({ task, bytes: images.subarray(end, (end += length)) }));
    return { ...meta, jobs };
  }

  /** Sends JSON text and takes the envelope alone. */
  function askText(json, limits, operation) {
    const write = textWriter(json, limits);
    return engine.run((glue) => JSON.parse(operation(glue, write(glue))));
  }

  /** The same for text that JSON.stringify wrote, which has no unpaired surrogates to look for. */
  function askWritten(text, limits, operation) {
    return engine.run((glue) => JSON.parse(operation(glue, writeText(glue, text, limits))));
  }

  /** Sends turns and takes the envelope alone. */
  function askValues(messages, limits, operation) {
    return askWritten(stringify(ownArray(messages, what), `the ${what.list}`), limits, operation);
  }

  /** What writes the caller's text into the module and gives its length there. */
  function textWriter(json, limits) {
    if (typeof json === 'string') return (glue) => writeString(glue, json, limits).length;
    if (isBytes(json)) return (glue) => writeBytes(glue, json, limits);
    const message = `expected JSON as a string or as a Uint8Array, found ${kind(json)}`;
    throw new HygieneError({ code: 'invalid-argument', message });
  }

  function writeBytes(glue, bytes, limits) {
    glue.admit(bytes.length, limits);
    const start = engine.reserve(bytes.length);
    engine.view(start, bytes.length).set(bytes);
    return bytes.length;
  }

  /**
   * Writes a string of the caller's; says how many bytes it took, and which text they say. The encoder leaves U+FFFD where
   * a surrogate stood alone, and to look for that among the bytes is quicker than to look through the string beforehand.
   */
  function writeString(glue, json, limits) {
    const length = writeText(glue, json, limits);
    const text = glue.holdsReplacementCharacter(length) ? escapeUnpairedSurrogates(json) : json;
    return { text, length: text === json ? length : writeText(glue, text, limits) };
  }

  /** Encodes straight into the module's memory, in one go when at most an eighth is added by characters over ASCII. */
  function writeText(glue, text, limits) {
    glue.admit(text.length, limits);
    let capacity = text.length + (text.length >>> 3) + 64;
    let written = 0;
    for (let rest = text; ; ) {
      const start = engine.reserve(capacity);
      const step = encoder.encodeInto(rest, engine.view(start + written, capacity - written));
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

  return { throughText, throughWholeText, throughValues, openValues, throughList, askText, askWritten, askValues };
}

/**
 * The caller's turns in an array of our own, so that the indexes in the patch mean what was written as JSON, whatever
 * a proxy or a `toJSON` of the caller's array does. A hole becomes `undefined`, which JSON writes as `null`.
 */
export function ownArray(messages, { list, members }) {
  const own = guarded(`the ${list}`, () =>
    Array.isArray(messages) ? Array.from({ length: messages.length }, (_, at) => messages[at]) : undefined,
  );
  if (own) return own;
  const message = `expected an array of ${members}, found ${kind(messages)}`;
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
