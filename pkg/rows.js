// Rows on their way into the history module and back.
import { createDoors, ownArray } from './doors.js';
import { engine } from './history-engine.js';
import { guarded } from './json.js';

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
  const { order, ...facts } = meta;
  const shownRow = (row) => {
    if (typeof row === 'number') return rows[row];
    return Array.isArray(row) ? guarded('a row', () => reordered(rows[row[0]], order)) : row;
  };
  return { facts, shown: patch ? patch.map(shownRow) : rows.slice() };
}

/** A copy of the caller's row with the numbers of `usage` in their order, its `cost` behind them. */
function reordered(row, [usageKeys, costKeys]) {
  const copy = { ...written(row) };
  const usage = written(copy.usage);
  copy.usage = inOrder(usage, usageKeys);
  if (usage.cost !== undefined) copy.usage.cost = inOrder(written(usage.cost), costKeys);
  return copy;
}

function inOrder(numbers, keys) {
  const ordered = {};
  for (const key of keys) {
    const number = writtenNumber(numbers[key]);
    if (number !== undefined) ordered[key] = number;
  }
  return ordered;
}

/** The number that JSON has for a value; none for what it leaves out. */
function writtenNumber(value) {
  // JSON knows no negative zero.
  if (typeof value === 'number') return value + 0;
  const text = JSON.stringify(value);
  return text && Number(text);
}

/** The object that JSON has for an object. */
function written(object) {
  return typeof object.toJSON === 'function' ? JSON.parse(JSON.stringify(object)) : object;
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
