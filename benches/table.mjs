// The table of results: on the terminal, and between the markers of the README.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

/** How a row did. */
export function verdict({ must, aim, measured }) {
  if (must === undefined) return 'told';
  if (measured > must) return 'MISSED';
  return measured <= aim ? 'aim met' : 'must met';
}

const shown = (number) => String(Number(number.toPrecision(3)));
const bound = (number) => (number === undefined ? '–' : `≤ ${shown(number)}`);

/** Rows as a Markdown table, with the machine that they were measured on. */
export function markdown(rows) {
  const { version } = JSON.parse(readFileSync(new URL('../pkg/package.json', import.meta.url), 'utf8'));
  const machine = `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, ${os.type()} ${os.machine()}`;
  const lines = rows.map((row) => {
    const { what, must, aim, measured, note } = row;
    return `| ${what} | ${bound(must)} | ${bound(aim)} | ${shown(measured)} | ${verdict(row)} | ${note} |`;
  });
  return [
    `transcript-hygiene ${version}, Node ${process.versions.node} (V8 ${process.versions.v8}), ${machine}.`,
    'Times are fastest / median, of a machine that does nothing else; ratios are of the fastest, measured by turns in one process.',
    '',
    '| what | must | aim | measured | verdict | details |',
    '| --- | ---: | ---: | ---: | --- | --- |',
    ...lines,
  ].join('\n');
}

/** Puts the table between the markers of a file; says whether the file has them. */
export function writeBetweenMarkers(file, table) {
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) return false;
  writeFileSync(file, `${text.slice(0, begin + BEGIN.length)}\n${table}\n${text.slice(end)}`);
  return true;
}
