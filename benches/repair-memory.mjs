// Memory of planning the repair of a clean session file, in a process of its own: `node repair-memory.mjs BYTES`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { planRepair } from '../pkg/history-node.js';
import { sessionFile } from './transcripts.mjs';

const [bytes, file] = process.argv.slice(2);
if (file === undefined) makeAndMeasure();
else measure();

/** The file is made by this process, so that making it does not count in the one that measures. */
function makeAndMeasure() {
  const folder = mkdtempSync(join(tmpdir(), 'repair-memory-'));
  try {
    const made = join(folder, 'session.jsonl');
    writeFileSync(made, sessionFile(Number(bytes)));
    process.stdout.write(execFileSync(process.execPath, [process.argv[1], bytes, made]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure() {
  const found = readFileSync(file);
  const options = { maxBytes: found.length };
  // The module is compiled and has answered.
  planRepair(found.subarray(0, 10_000), options);
  const before = process.resourceUsage().maxRSS;
  planRepair(found, options);
  console.log(JSON.stringify({ grown: (process.resourceUsage().maxRSS - before) * 1024 }));
}
