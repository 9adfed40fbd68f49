// Session files on a real file system: links, modes, folders, what is not there, and other runtimes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { init, repairSession } from 'transcript-hygiene/history';
import { fileStorage } from 'transcript-hygiene/storage/files';
import { storageChecks } from 'transcript-hygiene/testing';
import { inFolder } from './in-folder.mjs';

const SOUND = '{"type":"session","id":"s"}\n{"type":"custom","id":"a"}\n';
/** The user that owns nothing. */
const NOBODY = 65534;
const DAMAGED = `${SOUND}{"cut\n`;

await init();

function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

for (const { name, run } of storageChecks) {
  test(`files keep the contract: ${name}`, (t) => run(inFolder(folderOf(t))));
}

for (const [runtime, ...switches] of [
  ['deno', 'run', '--allow-all', '--no-remote', '--node-modules-dir=manual'],
  ['bun'],
]) {
  const program = fileURLToPath(new URL(`../node_modules/.bin/${runtime}`, import.meta.url));
  const run = (file, ...rest) => {
    const path = fileURLToPath(new URL(file, import.meta.url));
    return spawnSync(program, [...switches, path, ...rest], { encoding: 'utf8' });
  };

  test(`files keep the contract on ${runtime}`, (t) => {
    const { stdout, stderr } = run('check-contract.mjs', folderOf(t));
    assert.equal(stdout.trim(), 'kept', stderr);
  });

  test(`what is appended to the displaced file is recovered on ${runtime}`, (t) => {
    const path = join(folderOf(t), 's.jsonl');
    writeFileSync(path, DAMAGED);
    const text = '{"type":"custom","id":"late"}\n';
    const inject = [
      { step: 'checkVersion', when: 'after', kind: 'append', text },
      { step: 'replace', when: 'after', kind: 'append-old', text },
    ];
    const { stdout, stderr } = run('repair-once.mjs', JSON.stringify({ path, inject }));
    assert.equal(JSON.parse(stdout).outcome.recoveredAppendBytes, 2 * text.length, stderr);
    assert.equal(readFileSync(path, 'utf8'), SOUND + text + text);
  });

  test(`a process that is killed leaves the session whole on ${runtime}`, (t) => {
    const folder = folderOf(t);
    for (const step of ['saveNew', 'writeTemp', 'flushTemp', 'checkVersion', 'replace', 'flushDir', 'verify', 'remove']) {
      const path = join(folder, `${step}.jsonl`);
      writeFileSync(path, DAMAGED);
      const { signal } = run('repair-once.mjs', JSON.stringify({ path, inject: [{ step, kind: 'crash' }] }));
      assert.equal(signal, 'SIGKILL', step);
      assert.ok([DAMAGED, SOUND].includes(readFileSync(path, 'utf8')), step);
      run('repair-once.mjs', JSON.stringify({ path, inject: [] }));
      assert.equal(readFileSync(path, 'utf8'), SOUND, step);
    }
  });
}

test('a link stays a link, and what it links to is repaired with its mode', async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'real'));
  mkdirSync(join(folder, 'links'), { mode: 0o750 });
  const target = join(folder, 'real', 's.jsonl');
  const path = join(folder, 'links', 's.jsonl');
  writeFileSync(target, DAMAGED);
  chmodSync(target, 0o640);
  symlinkSync(target, path);
  const { outcome } = await repairSession(fileStorage(), path);
  assert.equal(outcome, 'repaired');
  assert.ok(lstatSync(path).isSymbolicLink());
  assert.equal(readFileSync(target, 'utf8'), SOUND);
  assert.equal(statSync(target).mode & 0o7777, 0o640);
  assert.equal(statSync(join(folder, 'links')).mode & 0o7777, 0o750);
  assert.deepEqual(readdirSync(join(folder, 'real')), ['s.jsonl']);
  assert.deepEqual(readdirSync(join(folder, 'links')), ['s.jsonl']);
});

test('a session with the longest name that the file system takes is repaired', async (t) => {
  const folder = folderOf(t);
  for (const name of ['s'.repeat(255), 'é'.repeat(127)]) {
    const path = join(folder, name);
    writeFileSync(path, DAMAGED);
    const steps = [];
    const onStep = (step, when) => when === 'before' && steps.push(readdirSync(folder).length);
    const { outcome, reason } = await repairSession(fileStorage({ onStep }), path);
    assert.equal(outcome, 'repaired', reason);
    assert.ok(steps.includes(3), 'session, backup and temporary file lie beside each other');
    assert.equal(readFileSync(path, 'utf8'), SOUND);
    assert.deepEqual(readdirSync(folder), [name]);
    rmSync(path);
  }
});

test('modes that the umask would narrow are kept', async (t) => {
  const path = join(folderOf(t), 's.jsonl');
  writeFileSync(path, DAMAGED);
  chmodSync(path, 0o666);
  await repairSession(fileStorage(), path);
  assert.equal(statSync(path).mode & 0o7777, 0o666);
});

test('backup and temporary file have the mode of the session, and the folder keeps its own', async (t) => {
  for (const mode of [0o600, 0o640, 0o400]) {
    const folder = folderOf(t);
    chmodSync(folder, 0o755);
    const path = join(folder, 's.jsonl');
    writeFileSync(path, DAMAGED);
    chmodSync(path, mode);
    const modes = new Set();
    const onStep = () => {
      const names = readdirSync(folder).filter((name) => !name.endsWith('.lock'));
      for (const name of names) modes.add(`${name.replace(/[-\d].*$/, '')} ${statSync(join(folder, name)).mode & 0o7777}`);
    };
    assert.equal((await repairSession(fileStorage({ onStep }), path)).outcome, 'repaired');
    assert.deepEqual([...modes].sort(), [`s.jsonl ${mode}`, `s.jsonl.bak ${mode}`, `s.jsonl.repair ${mode}`]);
    assert.equal(statSync(path).mode & 0o7777, mode);
    assert.equal(statSync(folder).mode & 0o7777, 0o755);
  }
});

test('a clean file is not touched', async (t) => {
  const path = join(folderOf(t), 's.jsonl');
  writeFileSync(path, SOUND);
  const before = statSync(path, { bigint: true });
  assert.equal((await repairSession(fileStorage(), path)).outcome, 'clean');
  const after = statSync(path, { bigint: true });
  assert.deepEqual([after.ino, after.mtimeNs, after.ctimeNs], [before.ino, before.mtimeNs, before.ctimeNs]);
});

test('a missing file, a link to nothing and a folder end with a clear reason', async (t) => {
  const folder = folderOf(t);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  const end = async (name) => (await repairSession(fileStorage(), name)).reason;
  assert.equal(await end(join(folder, 'no.jsonl')), 'missing session file');
  assert.equal(await end(join(folder, 'dangling')), 'missing session file');
  assert.match(await end(folder), /^failed to read session file: EISDIR/);
});

test('a folder that cannot be written to leaves the session as it is', (t) => {
  const folder = folderOf(t);
  const path = join(folder, 's.jsonl');
  writeFileSync(path, DAMAGED);
  chmodSync(path, 0o444);
  chmodSync(folder, 0o555);
  const program = fileURLToPath(new URL('repair-once.mjs', import.meta.url));
  // Who may write everywhere becomes somebody who may not.
  const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const { stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify({ path, inject: [] })], user);
  chmodSync(folder, 0o755);
  assert.equal(`${stderr}`, '');
  const { outcome, reason } = JSON.parse(stdout).outcome;
  assert.match(reason, /^repair failed: E/);
  assert.equal(outcome, 'failed');
  assert.equal(readFileSync(path, 'utf8'), DAMAGED);
  assert.deepEqual(readdirSync(folder), ['s.jsonl']);
});

test('a disk that is full leaves the session as it is', (t) => {
  const folder = folderOf(t);
  const path = join(folder, 's.jsonl');
  writeFileSync(path, DAMAGED.replace('{"type":"custom","id":"a"}', `{"type":"custom","text":"${'x'.repeat(100_000)}"}`));
  const before = readFileSync(path);
  const program = fileURLToPath(new URL('repair-once.mjs', import.meta.url));
  // Files of this shell and its children have at most so many blocks of 512 or 1024 bytes.
  const line = 'trap "" XFSZ; ulimit -f 40; exec "$0" "$@"';
  const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, program, JSON.stringify({ path, inject: [] })]);
  const { outcome, reason } = JSON.parse(stdout).outcome;
  assert.equal(outcome, 'failed', `${stderr}`);
  assert.match(reason, /^repair failed: EFBIG/);
  assert.deepEqual(readFileSync(path), before);
  assert.deepEqual(readdirSync(folder), ['s.jsonl']);
});

test('an unknown option is an error that names the nearest one', () => {
  assert.throws(() => fileStorage({ grace: 1 }), { code: 'invalid-argument', option: 'grace', nearest: 'graceMs' });
  assert.throws(() => fileStorage({ ONSTEPS: 1 }), { nearest: 'onStep', message: /did you mean "onStep"/ });
});
