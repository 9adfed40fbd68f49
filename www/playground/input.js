// What somebody pasted, as the JSON array of turns that the engine takes. Nothing is parsed and printed again: the
// array is cut from the text as it stands, and every place in it can be found again in the text.
import { elements, member, skipSpace, valueEnd } from './json-scan.js';

/**
 * @typedef {object} Input
 * @property {'array' | 'wrapper' | 'lines'} form
 * @property {string} json The array of turns.
 * @property {{ at: number, from: number }[]} pieces Where parts of `json` begin, in it and in the source.
 * @property {[string, string]} around What the result is put back between.
 * @property {string[]} notes What was left out, for people.
 */

/** @returns {Input} */
export function readInput(source) {
  const start = skipSpace(source, 0);
  if (source[start] === '{') return readLines(source, start) ?? readWrapper(source, start) ?? asItIs(source);
  return asItIs(source);
}

/** The place in the source of a place in the array. */
export function inSource({ pieces }, at) {
  let low = 0;
  for (let high = pieces.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].at <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low].from + at - pieces[low].at;
}

const asItIs = (source) => ({ form: 'array', json: source, pieces: [{ at: 0, from: 0 }], around: ['', ''], notes: [] });

/** `{"messages": […]}`, as requests to providers have it. */
function readWrapper(source, start) {
  const span = member(source, start, 'messages');
  if (!span || source[span[0]] !== '[') return undefined;
  return {
    form: 'wrapper',
    json: source.slice(...span),
    pieces: [{ at: 0, from: span[0] }],
    around: [source.slice(0, span[0]), source.slice(span[1])],
    notes: [],
  };
}

/** A session file: a line for each entry. Entries that hold a `message`, and lines that are turns, are taken. */
function readLines(source, start) {
  if (!looksLikeLines(source, start)) return undefined;
  const turns = [];
  const pieces = [];
  const others = new Map();
  const broken = [];
  let length = 1;
  let number = 0;
  for (let from = 0; from < source.length; ) {
    const newline = source.indexOf('\n', from);
    const to = newline === -1 ? source.length : newline;
    const at = skipSpace(source, from);
    number++;
    if (at < to) {
      const line = readLine(source.slice(at, to));
      if (line.span) {
        const turn = source.slice(at + line.span[0], at + line.span[1]);
        pieces.push({ at: length, from: at + line.span[0] });
        turns.push(turn);
        length += turn.length + 1;
      } else if (line.broken) broken.push(number);
      else others.set(line.type, (others.get(line.type) ?? 0) + 1);
    }
    from = to + 1;
  }
  if (turns.length === 0) return undefined;
  return { form: 'lines', json: `[${turns.join(',')}]`, pieces, around: ['', ''], notes: notes(others, broken) };
}

/** More than one line with a value of its own, or one that is an entry of a session. */
function looksLikeLines(source, start) {
  const end = valueEnd(source, start);
  const newline = source.indexOf('\n', start);
  if (newline !== -1 && newline < end) return false;
  return source[skipSpace(source, end)] === '{' || member(source, start, 'message') !== undefined;
}

function readLine(text) {
  let entry;
  try {
    entry = JSON.parse(text);
  } catch {
    return { broken: true };
  }
  if (isObject(entry?.message)) return { span: member(text, 0, 'message') };
  if (typeof entry?.role === 'string') return { span: [0, valueEnd(text, 0)] };
  return { type: typeof entry?.type === 'string' ? entry.type : 'other' };
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** So many line numbers are named. */
const NAMED_LINES = 5;

function notes(others, broken) {
  const found = [];
  if (others.size > 0) {
    const kinds = [...others].map(([type, count]) => (count > 1 ? `${count} × ${type}` : type));
    found.push(`Lines without a message are left out: ${kinds.join(', ')}.`);
  }
  if (broken.length > 0) {
    const named = broken.slice(0, NAMED_LINES).join(', ') + (broken.length > NAMED_LINES ? ', …' : '');
    found.push(`${broken.length === 1 ? 'A line is' : `${broken.length} lines are`} no JSON and left out: line ${named}.`);
  }
  return found;
}

/** `[start, end]` of every turn. */
export const turnSpans = (json) => elements(json);
