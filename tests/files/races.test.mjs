// Another process appends while sessions are repaired: no record is lost.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';

const ROUNDS = 1000;
/** Sessions that are repaired at a time. */
const AT_ONCE = 20;
const LINES = 6;
const SOUND = '{"type":"session","id":"s"}\n{"type":"custom","id":"a"}\n';

test(`${ROUNDS} rounds of repair against appends lose nothing`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'races-'));
  const writer = fork(new URL('append-lines.mjs', import.meta.url));
  t.after(() => {
    writer.disconnect();
    rmSync(folder, { recursive: true, force: true });
  });
  const outcomes = {};
  let [recovered, lost] = [0, []];
  for (let round = 0; round < ROUNDS / AT_ONCE; round += 1) {
    const paths = Array.from({ length: AT_ONCE }, (_, at) => join(folder, `${round}-${at}.jsonl`));
    for (const path of paths) writeFileSync(path, `${SOUND}{"cut\n`);
    const over = once(writer, 'message');
    writer.send({ paths, lines: LINES, round });
    const storage = fileStorage();
    const repairs = paths.map(async (path) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      return repairSession(storage, path);
    });
    const done = await Promise.all(repairs);
    await over;
    for (const [at, path] of paths.entries()) {
      const { outcome, backupPath, recoveredAppendBytes = 0 } = done[at];
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      recovered += recoveredAppendBytes;
      const kept = readFileSync(path, 'utf8') + (backupPath ? readFileSync(backupPath, 'utf8') : '');
      const lines = Array.from({ length: LINES }, (_, line) => `{"type":"custom","id":"late-${round}-${line}"}`);
      const missing = [...SOUND.trim().split('\n'), ...lines].filter((line) => !kept.includes(line));
      if (missing.length > 0) lost.push({ path, missing, ...done[at] });
    }
  }
  t.diagnostic(`${JSON.stringify(outcomes)}, ${recovered} bytes recovered from displaced files`);
  assert.deepEqual(lost, []);
});
