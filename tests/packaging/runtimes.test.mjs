// The packed package, installed in an empty project, on each runtime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPECTED } from './expected.mjs';
import { project, run, tool } from './project.mjs';

const RUNTIMES = [
  ['Node (system)', 'node', []],
  ['Node 24', tool('node'), []],
  ['Deno', tool('deno'), ['run', '--allow-read', '--no-remote', '--node-modules-dir=manual']],
  ['Bun', tool('bun'), []],
];

for (const [name, program, args] of RUNTIMES) {
  test(`${name} imports the installed package`, (t) => {
    const folder = project(t, 'answer.mjs', 'print.mjs');
    assert.equal(run(program, [...args, 'print.mjs'], folder).trim(), EXPECTED);
  });
}

test('Node requires the installed package from CommonJS', (t) => {
  const folder = project(t, 'require.cjs');
  // The early releases of Node 20 have it behind a flag, so this is asked of the newer one alone.
  assert.equal(run(tool('node'), ['require.cjs'], folder).trim(), 'function');
});
