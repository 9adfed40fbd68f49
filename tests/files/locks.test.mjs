// Several processes that repair one file: one replaces it at a time.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';

const PROGRAM = fileURLToPath(new URL('repair-once.mjs', import.meta.url));
const SOUND = '{"type":"session","id":"s"}\n{"type":"custom","id":"a"}\n';
const DAMAGED = `${SOUND}{"cut\n`;

function damaged(t) {
  const folder = mkdtempSync(join(tmpdir(), 'locks-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 's.jsonl');
  writeFileSync(path, DAMAGED);
  return { folder, path, lock: `${path}.repair.lock` };
}

test('while another process replaces the file, it is left alone', async (t) => {
  const { folder, path, lock } = damaged(t);
  writeFileSync(lock, `${process.ppid}`);
  assert.equal((await repairSession(fileStorage(), path)).outcome, 'conflict');
  assert.equal(readFileSync(path, 'utf8'), DAMAGED);
  assert.deepEqual(readdirSync(folder).sort(), ['s.jsonl', 's.jsonl.repair.lock']);
});

test('the lock of a process that is no more does not count', async (t) => {
  const { path, lock } = damaged(t);
  writeFileSync(lock, `${spawnSync(process.execPath, ['--version']).pid}`);
  assert.equal((await repairSession(fileStorage(), path)).outcome, 'repaired');
  assert.ok(!existsSync(lock));
});

test('an old lock does not count, whoever has its number', async (t) => {
  for (const owner of [process.pid, process.ppid, '']) {
    const { path, lock } = damaged(t);
    writeFileSync(lock, `${owner}`);
    utimesSync(lock, 1, 1);
    assert.equal((await repairSession(fileStorage(), path)).outcome, 'repaired');
    assert.ok(!existsSync(lock));
  }
});

test('of processes that repair one file at once all leave it repaired, and nothing beside it', async (t) => {
  const { folder, path } = damaged(t);
  const request = JSON.stringify({ path, inject: [] });
  const processes = Array.from({ length: 6 }, () => spawn(process.execPath, [PROGRAM, request]));
  const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]));
  assert.deepEqual(codes, [0, 0, 0, 0, 0, 0]);
  assert.equal(readFileSync(path, 'utf8'), SOUND);
  assert.deepEqual(readdirSync(folder), ['s.jsonl']);
});
