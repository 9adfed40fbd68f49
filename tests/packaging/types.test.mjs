// The hand-written types, compiled against a program that uses every export, in each way of resolving modules.
import { test } from 'node:test';
import { project, run, tool } from './project.mjs';

const STRICT = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const LIBRARIES = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
const WAYS = {
  'in Node': ['--module', 'nodenext'],
  'in a bundler': ['--module', 'esnext', '--moduleResolution', 'bundler'],
};
for (const [name, way] of Object.entries(WAYS)) {
  test(`the sample program compiles ${name}`, (t) => {
    run(tool('tsc'), [...STRICT, ...LIBRARIES, ...way, 'sample.ts'], project(t, 'sample.ts'));
  });
}
