// The rows of a history in their order: those that are shown, and, when asked for, those that are hidden, with reasons.
import { createProjector } from './pkg/history-web.js';
import { explain } from './pkg/web.js';

/** A row with its number, by which it is found again whatever is made of it. */
const numbered = (row, at) => ({ ...row, __openclaw: { ...row.__openclaw, seq: at + 1 } });

const seqOf = (row) => row.__openclaw?.seq;

export class Timeline {
  #projector = createProjector({ report: true });
  #raw;
  /** Shown and hidden rows together, with the place of each shown one; made when asked for. */
  #all;

  constructor(messages) {
    this.#raw = messages.map(numbered);
    this.#projector.replace(this.#raw);
  }

  get hiddenCount() {
    return this.#projector.hiddenCount;
  }

  /** Adds rows; gives the place from which on other entries stand. */
  append(messages, withHidden) {
    const added = messages.map((row, at) => numbered(row, this.#raw.length + at));
    this.#raw.push(...added);
    const { from } = this.#projector.append(added);
    this.#all = undefined;
    return withHidden ? (this.#together().places[from - 1] ?? -1) + 1 : from;
  }

  /** @returns {{ row: object, seq: number, hidden?: { state: string, reasons: string[] } }[]} */
  entries(withHidden) {
    if (withHidden) return this.#together().entries;
    return this.#projector.messages.map((row) => ({ row, seq: seqOf(row) }));
  }

  #together() {
    this.#all ??= this.#merge();
    return this.#all;
  }

  #merge() {
    const entries = [];
    const places = [];
    const shown = this.#projector.messages;
    const show = () => {
      places.push(entries.length);
      const row = shown[places.length - 1];
      entries.push({ row, seq: seqOf(row) });
    };
    this.#raw.forEach((row, at) => {
      const report = this.#projector.reportOf(at);
      if (report?.state === 'hidden' || report?.state === 'merged') {
        entries.push({ row, seq: seqOf(row), hidden: { state: report.state, reasons: report.rules.map(reason) } });
        return;
      }
      // A row that a rule made has the number of another one.
      while (seqOf(shown[places.length]) !== seqOf(row)) show();
      show();
    });
    while (places.length < shown.length) show();
    return { entries, places };
  }
}

const reason = (rule) => `${explain(rule).summary} (${rule})`;
