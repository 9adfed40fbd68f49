// Measures what the budgets name: `cargo xtask bench [NAME …]`.
//
// Names are those of the groups below; without one everything is measured and the table goes into the README too.
// Fails when a must is missed.
import { existsSync } from 'node:fs';
import { displayAppend, displayDoor } from './display.mjs';
import { edge } from './edge/rows.mjs';
import { hostileText } from './hostile-text.mjs';
import { preflight } from './preflight.mjs';
import { coldStart, growth, memory, size, textDoor, valuesDoor } from './rows.mjs';
import { markdown, verdict, writeBetweenMarkers } from './table.mjs';

const groups = {
  textDoor,
  valuesDoor,
  displayDoor,
  displayAppend,
  growth,
  hostileText,
  memory,
  size,
  coldStart,
  preflight,
  edge,
};
const README = new URL('../README.md', import.meta.url);
const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(groups, name));
if (unknown !== undefined) {
  console.error(`no group ${unknown}; there are ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}

const rows = [];
for (const [name, measure] of Object.entries(groups)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`measuring ${name} …`);
  rows.push(...(await measure()));
}

const table = markdown(rows);
console.log(table);
if (names.length === 0 && !(existsSync(README) && writeBetweenMarkers(README, table))) {
  console.error('README.md has no markers for the table');
  process.exit(1);
}
const missed = rows.filter((row) => verdict(row) === 'MISSED');
if (missed.length > 0) {
  console.error(`${missed.length} of ${rows.length} budgets are missed`);
  process.exit(1);
}
