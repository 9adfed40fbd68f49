// What the repair of a session file would change, line by line.
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
  const lines = [];
  for (const { from, to, text } of edits) {
    const [start, end] = [at.index(from), at.index(to)];
    const first = at.lineOf(start);
    const before = source.slice(start, end);
    const [was, is] = [before, text].map((part) => (part === '' ? [] : part.replace(/\n$/, '').split('\n')));
    for (let offset = 0; offset < Math.max(was.length, is.length); offset++) {
      const number = first + Math.min(offset, Math.max(0, was.length - 1));
      if (was[offset] === is[offset]) continue;
      const rules = [...new Set(rulesOf.get(number)?.map(({ rule }) => rule))];
      lines.push({ number, before: was[offset], after: is[offset], rules });
    }
  }
  return lines;
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
