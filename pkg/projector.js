// A projection that is kept up to date. All of its state is here: the module keeps nothing between calls.
import { HygieneError } from './hygiene-error.js';
import { plainCopy } from './json.js';
import { pageAround, pageBefore } from './paging.js';
import { ownRows, projectRows } from './rows.js';

/** Speech for an earlier answer, which may stand anywhere before it. */
const isSpeech = (row) => row?.openclawTtsSupplement !== undefined;

/** What bounds a page or speaks of one call, and so has no meaning here. */
const OF_ONE_CALL = ['maxMessages', 'maxSingleMessageBytes', 'maxHistoryBytes', 'canvasPreviews', 'report', 'limit', 'cursor'];

const NOTHING = { raw: [], shown: [], restart: undefined, turnBoundaryPending: false };

export function createProjector(options) {
  const given = { ...plainCopy(options, 'options'), restart: true };
  const option = OF_ONE_CALL.find((name) => given[name] !== undefined);
  if (option) {
    const message = `"${option}" is an option of project, not of a projector`;
    throw new HygieneError({ code: 'invalid-argument', message, option });
  }
  let state = NOTHING;

  /** Projects the rows from `restart` on, and keeps what is shown before it. */
  function projected(raw, kept, restart) {
    const from = restart?.raw ?? 0;
    const before = restart?.shown ?? 0;
    const call = restart ? { ...given, turnBoundaryPending: false } : given;
    const { facts, shown } = projectRows(raw.slice(from), call);
    kept.length = before;
    for (const row of shown) kept.push(row);
    const next = facts.restart;
    return {
      raw,
      shown: kept,
      restart: next ? { raw: from + next[0], shown: before + next[1] } : restart,
      turnBoundaryPending: facts.turnBoundaryPending,
    };
  }

  return {
    append(rows) {
      const added = ownRows(rows);
      const from = state.restart?.raw ?? 0;
      const reachesBack = added.some(isSpeech) || state.raw.slice(from).some(isSpeech);
      const raw = state.raw.concat(added);
      state = projected(raw, state.shown.slice(), reachesBack ? undefined : state.restart);
      return state.shown;
    },
    replace(rows) {
      state = projected(ownRows(rows), [], undefined);
      return state.shown;
    },
    page({ before, around, limit } = {}) {
      return around === undefined ? pageBefore(state.shown, before, limit) : pageAround(state.shown, around, limit);
    },
    get messages() {
      return state.shown;
    },
    get turnBoundaryPending() {
      return state.turnBoundaryPending;
    },
  };
}
