// Plans of repairs: see history.d.ts.
import { engine } from './history-engine.js';
import { plainCopy } from './json.js';
import { joinedBytes, readPieces } from './pieces.js';
import { bytesOf, received, send, textOf } from './session-file.js';

export function planRepair(file, options) {
  const bytes = bytesOf(file);
  const given = plainCopy(options, 'options');
  return engine.run((glue) => {
    const { changed, summary, report } = JSON.parse(glue.planRepair(send(bytes), given));
    if (!changed) return { changed, output: file, edits: [], summary, report };
    const pieces = readPieces(received(glue));
    const repaired = joinedBytes(bytes, pieces);
    const output = typeof file === 'string' ? textOf(repaired) : repaired;
    return { changed, output, edits: edits(pieces, bytes.length), summary, report };
  });
}

export function isLeftoverBackup(session, backup, options) {
  const [repaired, original] = [bytesOf(session), bytesOf(backup)];
  const given = plainCopy(options, 'options');
  return engine.run((glue) => glue.isLeftoverBackup(send(repaired, original), repaired.length, given));
}

/** Where the old file does not stay: the bytes from and to, and what stands there instead. */
function edits({ numbers, newText }, length) {
  const edits = [];
  for (let at = 0, used = 0; at < numbers.length; at += 3) {
    const from = numbers[at + 1];
    // Up to the next stretch that stays, or to the end.
    const to = numbers[at + 3] ?? length;
    const text = textOf(newText.subarray(used, (used += numbers[at + 2])));
    if (from < to || text !== '') edits.push({ from, to, text });
  }
  return edits;
}
