// The package as a user gets it: packed, then installed in an empty project.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PACKAGE = fileURLToPath(new URL('../../pkg/', import.meta.url));
export const { exports: ENTRIES } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** A program from the test tools. */
export const tool = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** Runs to the end and gives what was printed; fails with all of it when the program does. */
export function run(program, args, cwd) {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

/** What `npm pack` would publish: `{filename, files: [{path, size}]}`. */
export function pack(destination) {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', destination], PACKAGE));
  return packed;
}

/**
 * A folder with the packed package installed, and the files of this folder that are named.
 * @param t  the test, at whose end the folder goes
 */
export function project(t, ...files) {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { filename } = pack(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], folder);
  for (const file of files) copyFileSync(new URL(file, import.meta.url), join(folder, file));
  return folder;
}
