// What the repair of a session file would change, line by line.
import { diffArrays } from 'diff';
import { explain } from 'transcript-hygiene';
import { markText } from '../compare/marks.js';
import { held } from './held.js';
import { history } from './modules.js';

let repaired;

/** Plans, and says what the plan is. */
export async function repair({ profile, ...options }) {
  repaired = undefined;
  const { source } = held;
  const { planRepair } = await history();
  const { changed, output, edits, summary, report } = planRepair(source, { profile, ...options });
  repaired = { output, lines: changedLines(source, edits, report.changes) };
  const { changes: _, ...facts } = report;
  return { changed, summary, report: facts, lines: repaired.lines.length, size: output.length };
}

export const repairedText = () => repaired?.output;

export const repairedLines = ({ from, to }) => repaired?.lines.slice(from, to).map(marked) ?? [];

/** Longer lines are compared, and shown, up to here. */
const LINE_LIMIT = 4000;

function marked({ number, before, after, rules }) {
  const [old, now] = [before, after].map((text) => text?.slice(0, LINE_LIMIT));
  const { before: left, after: right } = markText(old ?? '', now ?? '');
  return { number, rules, before: old === undefined ? undefined : left, after: now === undefined ? undefined : right };
}

/** Lines that an edit touches, as they were and as they become. Edits count bytes; places here are characters. */
function changedLines(source, edits, changes) {
  const rulesOf = Map.groupBy(changes, ({ line }) => line);
  const at = walker(source);
  return edits.flatMap(({ from, to, text }) => {
    const [start, end] = [at.index(from), at.index(to)];
    return paired(linesOf(source.slice(start, end)), linesOf(text), at.lineOf(start), rulesOf);
  });
}

const linesOf = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Lines with the same id belong together; others are gone, or new. */
function paired(before, after, first, rulesOf) {
  const rows = [];
  let [number, next] = [first, 0];
  // New lines follow the last one that stays.
  let kept = first - 1;
  const ruled = (line, inserts) => {
    const rules = new Set(rulesOf.get(line)?.map(({ rule }) => rule));
    return [...rules].filter((rule) => explain(rule)?.effects.includes('inserts') === inserts);
  };
  for (const { added, removed, count } of diffArrays(before.map(keyOf), after.map(keyOf))) {
    for (let one = 0; one < count; one++) {
      if (added) rows.push({ number: kept, after: after[next++], rules: ruled(kept, true) });
      else {
        const row = { number, before: before[number - first], rules: ruled(number, false) };
        if (!removed) {
          row.after = after[next++];
          kept = number;
        }
        if (row.before !== row.after) rows.push(row);
        number++;
      }
    }
  }
  return rows.sort((one, other) => one.number - other.number);
}

/** The id of an entry; of what is none, all of it. */
function keyOf(line) {
  try {
    const { id } = JSON.parse(line);
    return typeof id === 'string' ? id : line;
  } catch {
    return line;
  }
}

/** Finds characters by bytes, and lines by characters, for places that only go forward. */
function walker(source) {
  let [index, bytes] = [0, 0];
  let [line, lineAt] = [1, 0];
  return {
    index(byte) {
      for (; index < source.length && bytes < byte; index++) {
        const code = source.charCodeAt(index);
        // Half of a pair is two of its four bytes.
        bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
      }
      return index;
    },
    lineOf(place) {
      for (let next = source.indexOf('\n', lineAt); next !== -1 && next < place; next = source.indexOf('\n', lineAt)) {
        line++;
        lineAt = next + 1;
      }
      return line;
    },
  };
}
