// Plans of repairs: see history.d.ts.
import { equalBytes } from './bytes.js';
import { engine } from './history-engine.js';
import { plainCopy } from './json.js';
import { joinedBytes, readPieces } from './pieces.js';
import { bytesOf, received, textOf } from './session-file.js';

/** Bytes that the module gets at a time. It holds these and the line that is not whole yet, and no more of the file. */
const CHUNK = 1 << 20;

export function planRepair(file, options) {
  const bytes = bytesOf(file);
  const given = plainCopy(options, 'options');
  return engine.run((glue) => {
    glue.beginPlan(bytes.length, given);
    feed(glue, bytes);
    const { changed, summary, report } = JSON.parse(glue.finishPlan());
    if (!changed) return { changed, output: file, edits: [], summary, report };
    const pieces = readPieces(received(glue));
    const repaired = joinedBytes(bytes, pieces);
    const output = typeof file === 'string' ? textOf(repaired) : repaired;
    return { changed, output, edits: edits(pieces, bytes.length), summary, report };
  });
}

function feed(glue, bytes) {
  const start = engine.reserve(Math.min(CHUNK, bytes.length));
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK);
    // A new view each time, since the memory may have grown.
    engine.view(start, chunk.length).set(chunk);
    glue.feedPlan(chunk.length);
  }
}

export function isLeftoverBackup(session, backup, options) {
  const repaired = bytesOf(session);
  const { changed, output } = planRepair(bytesOf(backup), options);
  return changed && equalBytes(output, repaired);
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
