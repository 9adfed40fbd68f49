// A projection that is kept up to date. All of its state is here: the module keeps nothing between calls.
import { HygieneError } from './hygiene-error.js';
import { plainCopy, stringify } from './json.js';
import { pageAround, pageBefore } from './paging.js';
import { ownRows, projectRows } from './rows.js';

/** What bounds a page or speaks of one call, and so has no meaning here. */
const OF_ONE_CALL = ['maxMessages', 'maxSingleMessageBytes', 'maxHistoryBytes', 'canvasPreviews', 'limit', 'cursor'];

/** Where nothing is known yet: all rows are projected. */
const START = { context: [], from: 0, shown: 0, hidden: 0 };

/** Whether two shown rows say the same; of those that are kept as they are one look tells. */
const isSame = (one, other) => one === other || stringify(one, 'a row') === stringify(other, 'a row');

export function createProjector(options) {
  const given = { ...plainCopy(options, 'options'), restart: true };
  const option = OF_ONE_CALL.find((name) => given[name] !== undefined);
  if (option) {
    const message = `"${option}" is an option of project, not of a projector`;
    throw new HygieneError({ code: 'invalid-argument', message, option });
  }
  let raw = [];
  let shown = [];
  let reports = new Map();
  let facts = { restart: START, hiddenCount: 0, turnBoundaryPending: given.turnBoundaryPending ?? false };
  /** All shown rows for a caller, made when one asks. */
  let snapshot;

  /** Projects rows, with those before them that matter to them. */
  function projected(before, added, { context, from, shown: kept, hidden, ...course }) {
    const rows = context.map((at) => before[at]).concat(before.slice(from), added);
    const { facts: told, shown: tail } = projectRows(rows, { ...given, ...course });
    const place = (at) => (at < context.length ? context[at] : from + at - context.length);
    const next = told.restart;
    const hiddenCount = hidden + told.hiddenCount;
    return {
      kept,
      tail,
      places: rows.map((_, at) => place(at)),
      report: told.report?.map((entry) => ({ ...entry, row: place(entry.row) })),
      isLoose: told.looseSpeech,
      facts: {
        restart: next
          ? { ...next, context: [place(next.context)], from: place(next.from), shown: kept + next.shown, hidden: hiddenCount - next.hidden }
          : START,
        hiddenCount,
        turnBoundaryPending: told.turnBoundaryPending,
      },
    };
  }

  /** Takes over what was projected; says from where on other rows are shown. */
  function take({ kept, tail, places, report, facts: told }) {
    let same = 0;
    while (kept + same < shown.length && same < tail.length && isSame(shown[kept + same], tail[same])) same += 1;
    const messages = tail.slice(same);
    const from = kept + same;
    shown.length = from;
    for (const row of messages) shown.push(row);
    if (report) {
      for (const at of places) reports.delete(at);
      for (const entry of report) reports.set(entry.row, entry);
    }
    facts = told;
    snapshot = undefined;
    return { from, messages };
  }

  return {
    append(rows) {
      const added = ownRows(rows);
      let next = projected(raw, added, facts.restart);
      // Speech without an answer among these rows may belong to one before them.
      if (next.isLoose && facts.restart !== START) next = projected(raw, added, START);
      for (const row of added) raw.push(row);
      return take(next);
    },
    replace(rows) {
      const own = ownRows(rows);
      const next = projected([], own, START);
      raw = own;
      shown = [];
      reports = new Map();
      return take(next);
    },
    page({ before, around, limit } = {}) {
      return around === undefined ? pageBefore(shown, before, limit) : pageAround(shown, around, limit);
    },
    reportOf: (row) => reports.get(row),
    get messages() {
      snapshot ??= shown.slice();
      return snapshot;
    },
    get hiddenCount() {
      return facts.hiddenCount;
    },
    get turnBoundaryPending() {
      return facts.turnBoundaryPending;
    },
  };
}
