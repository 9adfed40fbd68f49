// The hand-written types, compiled against a program that uses every export, in each way of resolving modules.
import { test } from 'node:test';
import { project, run, tool } from './project.mjs';

const STRICT = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const LIBRARIES = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
const WAYS = {
  'in Node': ['--module', 'nodenext'],
  'in a bundler': ['--module', 'esnext', '--moduleResolution', 'bundler'],
};
const SAMPLES = ['sample.ts', 'session-sample.ts'];

for (const [name, way] of Object.entries(WAYS)) {
  for (const sample of SAMPLES) {
    test(`${sample} compiles ${name}`, (t) => {
      run(tool('tsc'), [...STRICT, ...LIBRARIES, ...way, sample], project(t, sample));
    });
  }
}
