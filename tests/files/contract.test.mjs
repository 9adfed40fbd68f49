// The storage contract on real files: whatever fails, dies or races, the session is whole and no record is lost.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const VECTORS = new URL('../vectors/repair/storage-contract.json', import.meta.url);
const PROGRAM = fileURLToPath(new URL('repair-once.mjs', import.meta.url));
const SESSION = 'session.jsonl';

/** Outcomes as the cases write them. */
const worded = ({ outcome, reason }) => reason ?? outcome;

function repair(path, inject = []) {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [PROGRAM, JSON.stringify({ path, inject })]);
  assert.equal(`${stderr}`, '');
  return signal ? { died: signal } : JSON.parse(stdout);
}

function look(folder) {
  const names = readdirSync(folder);
  const read = (name) => name && readFileSync(join(folder, name), 'utf8');
  return {
    session: read(names.find((name) => name === SESSION)),
    backup: read(names.find((name) => name.startsWith(`${SESSION}.bak-`))),
    temp: read(names.find((name) => name.endsWith('.tmp'))),
    others: names.filter((name) => name !== SESSION),
  };
}

const { repairedText, vectors } = JSON.parse(readFileSync(VECTORS, 'utf8'));

for (const { id, note, request, require } of vectors) {
  test(`${id}: ${note}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'storage-contract-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, SESSION);
    const original = request.fileText === undefined ? Buffer.from(request.fileBase64, 'base64') : Buffer.from(request.fileText);
    writeFileSync(path, original);
    const inject = request.inject ?? [];
    const { outcome, calls, died } = repair(path, inject);
    const found = look(folder);
    const originalText = original.toString();
    const state = (text) => {
      if (text === undefined) return 'absent';
      if (text === repairedText) return 'repaired';
      if (text === originalText) return 'original';
      return originalText.startsWith(text) || repairedText.startsWith(text) ? 'prefix' : text;
    };
    const said = `${JSON.stringify(outcome)} ${found.others}`;

    assert.equal(died, require.outcome === null ? 'SIGKILL' : undefined);
    if (require.outcome) assert.ok([require.outcome].flat().includes(worded(outcome)), said);
    if (require.session) assert.ok(require.session.includes(state(found.session)), found.session);
    if (require.backup) assert.ok(require.backup.includes(state(found.backup)), found.backup);
    if (require.temp) assert.ok(require.temp.includes(state(found.temp)), found.temp);
    if (require.opsOnly) assert.deepEqual(calls, require.opsOnly);
    if (require.warned) assert.ok(outcome.logs.some(({ level }) => level === 'warn'), said);
    if (require.sessionText) assert.equal(found.session, require.sessionText);
    if (require.sessionContains) assert.ok(found.session.includes(require.sessionContains), found.session);
    if (require.validated === false) assert.equal(outcome.validated, false, said);
    if (require.durability) assert.equal(outcome.durable, false, said);
    if (require.backupReported) assert.equal(state(readFileSync(outcome.backupPath, 'utf8')), 'original');
    if (require.backupBytes) assert.deepEqual(readFileSync(outcome.backupPath), original);
    if (require.backupNamesTried) {
      assert.equal(calls.filter((name) => name === 'saveNew').length, require.backupNamesTried);
    }
    if (require.existingBackupUntouched) assert.equal(found.backup, "somebody else's");

    const kept = () => look(folder).session + (outcome?.backupPath ? readFileSync(outcome.backupPath, 'utf8') : '');
    const written = [repairedText, ...inject.map(({ text }) => text ?? '')].join('');
    const isWhole = (all) => written.split('\n').every((line) => all.includes(line));
    if (require.lost) assert.ok(isWhole(kept()), kept());
    if (require.thenRerun) {
      repair(path);
      assert.ok(require.thenRerun.session.includes(state(look(folder).session)));
      assert.ok(isWhole(kept()), kept());
    }
  });
}
