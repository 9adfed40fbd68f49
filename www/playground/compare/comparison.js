// One sanitized transcript or request, kept in the worker: what the page asks of it is answered in parts that a screen
// can hold.
import { members, skipSpace } from '../input/json-scan.js';
import { turnSpans } from '../input/read.js';
import { alignTurns, foldUntouched } from './align.js';
import { markSections, plainSections } from './marks.js';
import { describeMembers, describeTurn } from './turn.js';

/** Changes of one rule that are listed at once. */
const CHANGES_AT_ONCE = 20;

export class Comparison {
  /**
   * @param {{ before: string, after: string, prefix: string, changes: object[] }} given Arrays of turns, or bodies that
   *   hold one at `prefix`.
   */
  constructor({ before, after, prefix, changes }) {
    this.prefix = prefix;
    this.before = { json: before, spans: turnSpans(before, prefix) };
    this.after = after === before ? this.before : { json: after, spans: turnSpans(after, prefix) };
    this.changes = changes;
    const inList = changes.map((change) => this.#inList(change));
    this.rows = alignTurns(inList, this.before.spans.length, this.after.spans.length);
    const around = [...changes.keys()].filter((index) => !inList[index].input && !inList[index].output);
    if (prefix !== '' && around.length > 0)
      this.rows.unshift({ kind: 'edited', body: true, inputs: [], changes: around });
    this.arrange({});
  }

  /** Folds, or filters, the rows that are shown. Says how many items there are. */
  arrange({ unfolded = [], kinds = [], rules = [] }) {
    const isWanted = ({ kind, changes }) =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (rules.length === 0 || changes.some((index) => rules.includes(this.changes[index].rule)));
    const filtered = kinds.length > 0 || rules.length > 0;
    this.items = filtered
      ? [...this.rows.keys()].filter((row) => isWanted(this.rows[row])).map((row) => ({ row }))
      : foldUntouched(this.rows, new Set(unfolded));
    return this.items.length;
  }

  /** Items from one to before another, each with what is drawn of it. */
  drawn({ from, to }) {
    return this.items.slice(from, to).map((item) => (item.row === undefined ? item : this.row(item.row)));
  }

  /** Where a row is among the items; the fold that holds it, when it is folded. */
  placeOf(wanted) {
    return this.items.findIndex(({ row, from, to }) => row === wanted || (from <= wanted && wanted < to));
  }

  /** The next row that is not as it was, from an item on in a direction. */
  changedFrom(item, step) {
    for (let at = item + step; at >= 0 && at < this.items.length; at += step) {
      const { row } = this.items[at];
      if (row !== undefined && this.rows[row].kind !== 'untouched') return row;
    }
    return undefined;
  }

  /** How many rows there are of each kind. */
  kinds() {
    const counts = {};
    for (const { kind } of this.rows) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  /** How many turns there were, are, and are as they were. */
  turns() {
    return { before: this.before.spans.length, after: this.after.spans.length, untouched: this.kinds().untouched ?? 0 };
  }

  /** The row of a turn, by a JSON pointer into what was given or, with `after`, into the result. */
  rowOf(pointer, after = false) {
    const index = this.#stripped(pointer)?.split('/')[1];
    if (index === undefined) return this.rows[0]?.body ? 0 : undefined;
    this.places ??= this.#places();
    return this.places[after ? 'after' : 'before'].get(Number(index));
  }

  /** The first row whose turn, as it was given, holds a text. */
  rowOfText(text) {
    const at = this.before.json.indexOf(text);
    const index = at === -1 ? -1 : this.before.spans.findIndex(([from, to]) => from <= at && at < to);
    return index === -1 ? undefined : this.rowOf(`${this.prefix}/${index}`);
  }

  /** The rules that changed a row. */
  rulesOf(row) {
    return [...new Set(this.rows[row].changes.map((index) => this.changes[index].rule))];
  }

  /** What is drawn of a row; with `whole`, long texts are not cut. */
  row(id, whole = false) {
    const { kind, body, inputs, output } = this.rows[id];
    const rules = this.rulesOf(id);
    const facts = { id, kind, rules, inputs, output, prefix: this.prefix };
    if (body) return { ...facts, body, role: 'request', ...this.#bodySections(whole) };
    const before = inputs.map((index) => ({ index, ...describeTurn(turnAt(this.before, index)) }));
    if (kind === 'left') return { ...facts, role: before[0].role };
    const after = output === undefined ? undefined : describeTurn(turnAt(this.after, output));
    const role = (after ?? before[0]).role;
    return { ...facts, role, roleBefore: before[0]?.role, ...sidesOf(kind, before, after, whole) };
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

  #places() {
    const places = { before: new Map(), after: new Map() };
    this.rows.forEach(({ kind, inputs, output }, row) => {
      if (kind === 'left') return;
      for (const input of inputs) places.before.set(input, row);
      if (output !== undefined) places.after.set(output, row);
    });
    return places;
  }

  /** What a body holds beside its turns. */
  #bodySections(whole) {
    const list = this.prefix.slice(1);
    const around = ({ json }) => {
      const found = members(json, skipSpace(json, 0)).filter(([name]) => name !== list);
      return describeMembers(Object.fromEntries(found.map(([name, span]) => [name, JSON.parse(json.slice(...span))])));
    };
    return markSections(around(this.before), around(this.after), whole);
  }

  #inList({ kind, input, output }) {
    return { kind, input: this.#stripped(input), output: this.#stripped(output) };
  }

  /** The pointer from the array of turns on. */
  #stripped(pointer) {
    if (pointer === undefined || this.prefix === '') return pointer;
    return pointer.startsWith(`${this.prefix}/`) ? pointer.slice(this.prefix.length) : undefined;
  }
}

const turnAt = ({ json, spans }, index) => JSON.parse(json.slice(...spans[index]));

/** The sections of both sides. A merged turn is compared with all that went into it. */
function sidesOf(kind, before, after, whole) {
  if (kind === 'untouched') return { before: [], after: plainSections(after.sections, 'same', whole) };
  if (kind === 'inserted') return { before: [], after: plainSections(after.sections, 'added', whole) };
  if (kind === 'dropped') return { before: plainSections(before[0].sections, 'removed', whole), after: [] };
  const joined = before.flatMap(({ index, sections }) =>
    sections.map((section) => ({ ...section, of: before.length > 1 ? index : undefined })),
  );
  return markSections(joined, after.sections, whole);
}
