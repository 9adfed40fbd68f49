// What somebody pasted, as JSON that the engine takes. Nothing is parsed and printed again: parts are cut from the text
// as they stand, and every place in them can be found again in the text.
import { elements, member, members, skipSpace, valueEnd } from './json-scan.js';
import { isRequest, LISTS, shapeOfBody, shapeOfTurns } from './shapes.js';

/**
 * @typedef {object} Input
 * @property {string} kind One of `KINDS`.
 * @property {'array' | 'object' | 'lines' | 'session'} form
 * @property {string} json What the engine takes: an array of turns, or a request body.
 * @property {string} prefix JSON pointer in `json` to the array of turns.
 * @property {{ at: number, from: number }[]} pieces Where parts of `json` begin, in it and in the source.
 * @property {(after: string) => string} finish The engine's result in the form that was given.
 * @property {string[]} notes What was left out, for people.
 * @property {string} [model] As a request names it.
 */

/** So many turns tell the shape. */
const LOOKED_AT = 60;

/**
 * @param {string} [as] The kind, where somebody said it.
 * @returns {Input | undefined} Nothing for a session file, which has a reader of its own.
 */
export function readInput(source, as) {
  const start = skipSpace(source, 0);
  if (as === 'session') return undefined;
  if (source[start] === '{') {
    if (!as && looksLikeSession(source)) return undefined;
    return readLines(source, start) ?? readObject(source, start, as) ?? asItIs(source);
  }
  if (source[start] === '[') return readArray(source, start, as);
  return !as && looksLikeSession(source) ? undefined : asItIs(source);
}

/** The place in the source of a place in the JSON that the engine took. */
export function inSource({ pieces }, at) {
  let low = 0;
  for (let high = pieces.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].at <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, pieces[low].from + at - pieces[low].at);
}

/** `[start, end]` of the array of turns in JSON that the engine takes or gives, and of every turn in it. */
export function turnSpans(json, prefix = '') {
  if (prefix === '') return elements(json);
  const span = member(json, skipSpace(json, 0), prefix.slice(1));
  return span && json[span[0]] === '[' ? elements(json, span[0]) : [];
}

const same = (after) => after;

export const asItIs = (source, kind = 'transcript') => ({
  kind,
  form: 'array',
  json: source,
  prefix: '',
  pieces: [{ at: 0, from: 0 }],
  finish: same,
  notes: [],
});

/** An array of turns, of this package or of a provider; the latter is put into a body, and taken out again. */
function readArray(source, start, as) {
  const kind = as ?? shapeOfTurns(firstTurns(source, start));
  if (!isRequest(kind)) return asItIs(source, kind);
  const [head, tail] = [`{"${LISTS[kind]}":`, '}'];
  return {
    ...asItIs(source, kind),
    json: head + source + tail,
    prefix: `/${LISTS[kind]}`,
    pieces: [{ at: head.length, from: 0 }],
    finish: (after) => unwrapped(after, LISTS[kind]),
  };
}

/** What a repair adds to the body beside the turns has no place in the array. */
function unwrapped(body, name) {
  const span = member(body, skipSpace(body, 0), name);
  return span ? body.slice(...span) : body;
}

/** `{"messages": […]}`: a request to a provider, or turns of this package with something around them. */
function readObject(source, start, as) {
  const found = new Map(members(source, start));
  const list = [...new Set(Object.values(LISTS))].find((name) => found.has(name) && source[found.get(name)[0]] === '[');
  const named = found.get('model') ?? found.get('modelId');
  const model = named && parsed(source.slice(...named));
  const turns = list ? firstTurns(source, found.get(list)[0]) : [];
  const hasText = found.has('input') && source[found.get('input')[0]] === '"';
  if (!list && !hasText && !as) return undefined;
  const kind = as ?? shapeOfBody([...found.keys()], turns, typeof model === 'string' ? model : undefined);
  if (isRequest(kind)) {
    const prefix = `/${LISTS[kind]}`;
    return { ...asItIs(source, kind), form: 'object', prefix, model: typeof model === 'string' ? model : undefined };
  }
  const span = list && found.get(list);
  if (!span) return undefined;
  return {
    ...asItIs(source),
    form: 'object',
    json: source.slice(...span),
    pieces: [{ at: 0, from: span[0] }],
    finish: (after) => source.slice(0, span[0]) + after + source.slice(span[1]),
  };
}

const firstTurns = (source, at) => elements(source, at, LOOKED_AT).map((span) => parsed(source.slice(...span)));

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines that are turns of this package. */
function readLines(source, start) {
  const end = valueEnd(source, start);
  const newline = source.indexOf('\n', start);
  const firstIsWhole = newline !== -1 && newline >= end && source.slice(end, newline).trim() === '';
  if (!firstIsWhole || skipSpace(source, newline) === source.length) return undefined;
  const turns = [];
  const pieces = [];
  const others = [];
  let length = 1;
  let number = 0;
  for (let from = 0; from < source.length;) {
    const lineEnd = source.indexOf('\n', from);
    const to = lineEnd === -1 ? source.length : lineEnd;
    const at = skipSpace(source, from);
    number++;
    if (at < to) {
      const turn = source.slice(at, to).trimEnd();
      if (typeof parsed(turn)?.role === 'string') {
        pieces.push({ at: length, from: at });
        turns.push(turn);
        length += turn.length + 1;
      } else others.push(number);
    }
    from = to + 1;
  }
  if (turns.length === 0) return undefined;
  const notes = others.length > 0 ? [leftOut(others)] : [];
  return { ...asItIs(source), form: 'lines', json: `[${turns.join(',')}]`, pieces, notes };
}

/** So many line numbers are named. */
const NAMED_LINES = 5;

function leftOut(numbers) {
  const named = numbers.slice(0, NAMED_LINES).join(', ') + (numbers.length > NAMED_LINES ? ', …' : '');
  return `${numbers.length === 1 ? 'A line is' : `${numbers.length} lines are`} no turn and left out: line ${named}.`;
}

/** So many lines are read to see whether they are entries of a session. */
const LINES_LOOKED_AT = 40;

/** Whether one of the first lines is an entry of a session. The first may be damaged. */
function looksLikeSession(source) {
  for (let from = 0, seen = 0; from < source.length && seen < LINES_LOOKED_AT; seen++) {
    const newline = source.indexOf('\n', from);
    const to = newline === -1 ? source.length : newline;
    const entry = source[skipSpace(source, from)] === '{' ? parsed(source.slice(from, to)) : undefined;
    if (entry?.type === 'session' && 'id' in entry) return true;
    if (entry?.type === 'message' && typeof entry.message === 'object' && entry.message !== null) return true;
    from = to + 1;
  }
  return false;
}
