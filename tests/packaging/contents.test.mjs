// What is in the tarball, and what tools for package authors say about it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ENTRIES, PACKAGE, pack, run, tool } from './project.mjs';

/** Gzipped bytes that a module may have: start-up and a cold fetch follow them. */
const BUDGETS = {
  'wasm/core_bg.wasm': 250_000,
  'wasm/history_bg.wasm': 250_000,
  'wasm/images_bg.wasm': 280_000,
  'wasm/validate_bg.wasm': 250_000,
};

/** The files that an entry may lead to, whatever the conditions. */
const filesOf = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(filesOf));

test('the tarball has every file that an entry names, and only code, types, data and texts', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = pack(folder).files.map(({ path }) => path);
  for (const file of filesOf(ENTRIES)) assert.ok(files.includes(file.slice(2)), `${file} is not packed`);
  const odd = files.filter((file) => !/(\.js|\.d\.ts|\.json|\.wasm|\.md|LICENSE[-A-Z]*)$/.test(file));
  assert.deepEqual(odd, []);
});

test('publint finds nothing', () => {
  run(tool('publint'), ['--strict', '.'], PACKAGE);
});

test('every entry with code has types that resolve', () => {
  const untyped = Object.keys(ENTRIES).filter((name) => filesOf(ENTRIES[name]).every((file) => !file.endsWith('.js')));
  const how = ['--pack', '.', '--profile', 'esm-only', '--no-color'];
  run(tool('attw'), [...how, '--exclude-entrypoints', ...untyped], PACKAGE);
});

for (const [file, budget] of Object.entries(BUDGETS)) {
  test(`${file} keeps within ${budget} gzipped bytes`, () => {
    const { length } = gzipSync(readFileSync(join(PACKAGE, file)), { level: 9 });
    assert.ok(length <= budget, `it has ${length}`);
  });
}
