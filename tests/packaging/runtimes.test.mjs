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
  // Node 20 has this behind a flag in its early releases.
  assert.equal(run(tool('node'), ['require.cjs'], folder).trim(), 'function');
});
