// Session files that are large in one way or another: repaired like others, on real files.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { init, loadSession, repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';

const HEADER = '{"type":"session","version":3,"id":"s"}\n';
const CUT = '{"type":"message","id":"z","mess';
const LARGE = { maxBytes: 2 ** 30 };

await init();

const user = (id, content) => `{"type":"message","id":"${id}","parentId":null,"message":{"role":"user","content":${content}}}\n`;

/** Repairs a file; what is left of it must be `sound`, and nothing beside it. */
async function check(t, damaged, sound, options = LARGE) {
  const folder = mkdtempSync(join(tmpdir(), 'large-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 's.jsonl');
  writeFileSync(path, damaged);
  const outcome = await repairSession(fileStorage({ graceMs: 0 }), path, options);
  const found = readFileSync(path);
  // No diff, which would be as large.
  assert.ok(found.equals(Buffer.from(sound)), `${outcome.outcome}: ${outcome.reason}`);
  assert.deepEqual(readdirSync(folder), ['s.jsonl']);
  return outcome;
}

test('a million lines', async (t) => {
  const lines = [HEADER];
  for (let at = 0; at < 1_000_000; at += 1) lines.push(`{"type":"custom","id":"${at}"}\n`);
  lines.push(user('u', '"x"'));
  const sound = lines.join('');
  const { outcome, report } = await check(t, sound + CUT, sound);
  assert.equal(outcome, 'repaired');
  assert.deepEqual(report.changes, [{ line: 1_000_003, rule: 'drop-malformed-lines' }]);
  assert.equal(loadSession(sound).messages[0].content, 'x');
});

test('one line of 100 MB', async (t) => {
  const line = user('u', `"${'x'.repeat(100_000_000)}"`);
  const sound = HEADER + line;
  assert.equal((await check(t, sound, sound)).outcome, 'clean');
  assert.equal((await check(t, sound + CUT, sound)).outcome, 'repaired');
  assert.equal((await check(t, sound.slice(0, -20), HEADER)).outcome, 'repaired');
  const { outcome, reason } = await check(t, sound + CUT, sound + CUT, {});
  assert.deepEqual([outcome, reason], ['refused', 'session file too large']);
});

test('a line that is 100,000 levels deep', async (t) => {
  const deep = user('u', `[{"type":"x","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`);
  const sound = HEADER + deep;
  const { outcome } = await check(t, sound + CUT, sound);
  assert.equal(outcome, 'repaired');
  assert.equal(loadSession(sound).messages[0].role, 'user');
});

test('a run of NUL characters where a disk was full', async (t) => {
  const sound = HEADER + user('u', '"x"');
  const { outcome, report } = await check(t, `${sound}${'\0'.repeat(10_000_000)}`, sound);
  assert.deepEqual([outcome, report.droppedLines], ['repaired', 1]);
});
