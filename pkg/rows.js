// Rows on their way into the history module and back.
import { createDoors, ownArray } from './doors.js';
import { engine } from './history-engine.js';

const ROWS = { list: 'rows', members: 'rows' };
const { askText, throughList, throughWholeText } = /* @__PURE__ */ createDoors(engine, ROWS);

/** The caller's rows in an array of our own. */
export const ownRows = (messages) => ownArray(messages, ROWS);

/**
 * Projects rows.
 *
 * @returns the facts that the module tells, and the shown rows; a row that is shown as it is is the caller's own
 */
export function projectRows(rows, options) {
  const { meta, patch } = throughList(rows, options?.limits, (glue, length) => glue.project(length, options, true));
  const shown = patch ? patch.map((row) => (typeof row === 'number' ? rows[row] : row)) : rows.slice();
  return { facts: meta, shown };
}

/** The same for JSON text; the very input comes back when nothing changed. */
export function projectJson(json, options) {
  const { meta, output } = throughWholeText(json, options?.limits, (glue, length) => glue.project(length, options, false));
  return { facts: meta, shown: output };
}

/** Parts a prompt. */
export function splitPrompt(text) {
  return askText(JSON.stringify(text), undefined, (glue, length) => glue.extractRuntimeContext(length));
}
