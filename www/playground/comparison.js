// One sanitized transcript, kept in the worker: what the page asks of it is answered in parts that a screen can hold.
import { alignTurns, foldUntouched } from './compare.js';
import { turnSpans } from './input.js';
import { markSections, plainSections } from './marks.js';
import { describeTurn } from './turn.js';

/** Rows and folds on one page of the comparison. */
export const PAGE_SIZE = 30;

/** Changes of one rule that are listed at once. */
export const CHANGES_AT_ONCE = 20;

export class Comparison {
  /** @param {string} before @param {string} after JSON arrays @param report The engine's report. */
  constructor(before, after, report) {
    this.before = { json: before, spans: turnSpans(before) };
    this.after = { json: after, spans: after === before ? undefined : turnSpans(after) };
    this.after.spans ??= this.before.spans;
    this.changes = report.changes;
    this.rows = alignTurns(report.changes, this.before.spans.length, this.after.spans.length);
  }

  /** A page of rows. `unfolded` names folds that are open, `around` a row that must be on the page. */
  page({ number = 0, unfolded = [], around }) {
    const items = foldUntouched(this.rows, new Set(unfolded));
    if (around !== undefined) {
      const at = items.findIndex(({ row, from, to }) => row === around || (from <= around && around < to));
      number = Math.floor(at / PAGE_SIZE);
    }
    const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
    number = Math.min(Math.max(number, 0), pages - 1);
    const shown = items.slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);
    return { number, pages, items: shown.map((item) => (item.row === undefined ? item : this.row(item.row))) };
  }

  /** What is drawn of a row; with `whole`, long texts are not cut. */
  row(id, whole = false) {
    const { kind, inputs, output, changes } = this.rows[id];
    const rules = [...new Set(changes.map((index) => this.changes[index].rule))];
    const before = inputs.map((index) => ({ index, ...describeTurn(turnAt(this.before, index)) }));
    const facts = { id, kind, rules, inputs, output };
    if (kind === 'left') return { ...facts, role: before[0].role };
    const after = output === undefined ? undefined : describeTurn(turnAt(this.after, output));
    const role = (after ?? before[0]).role;
    return { ...facts, role, roleBefore: before[0]?.role, ...drawn(kind, before, after, whole) };
  }

  /** Changes of a rule from the `from`-th, each with the row that shows it. */
  changesOf(rule, from = 0) {
    const rowOf = this.#rowOfChange();
    const found = [];
    let count = 0;
    this.changes.forEach((change, index) => {
      if (change.rule !== rule || count++ < from || found.length === CHANGES_AT_ONCE) return;
      found.push({ kind: change.kind, sentence: change.sentence, row: rowOf.get(index) });
    });
    return found;
  }

  #rowOfChange() {
    if (!this.rowOfChange) {
      this.rowOfChange = new Map();
      this.rows.forEach(({ kind, changes }, row) => {
        if (kind !== 'left') for (const index of changes) this.rowOfChange.set(index, row);
      });
    }
    return this.rowOfChange;
  }
}

const turnAt = ({ json, spans }, index) => JSON.parse(json.slice(...spans[index]));

/** The sections of both sides. A merged turn is compared with all that went into it. */
function drawn(kind, before, after, whole) {
  if (kind === 'untouched') return { before: [], after: plainSections(after.sections, 'same', whole) };
  if (kind === 'inserted') return { before: [], after: plainSections(after.sections, 'added', whole) };
  if (kind === 'dropped') return { before: plainSections(before[0].sections, 'removed', whole), after: [] };
  const joined = before.flatMap(({ index, sections }) =>
    sections.map((section) => ({ ...section, of: before.length > 1 ? index : undefined })),
  );
  return markSections(joined, after.sections, whole);
}
