// Real traps, by exports that only the conformance build has: a panic, and a stack that is used up.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HygieneError } from '../../pkg/hygiene-error.js';
import { RESET_ABOVE_BYTES, createInstance } from '../../pkg/instance.js';
import * as glue from './wasm/core.js';

const file = new URL('./wasm/core_bg.wasm', import.meta.url);
const instance = createInstance(glue);
instance.provide({ module: () => new WebAssembly.Module(readFileSync(file)) });

const works = () => assert.equal(typeof instance.run((exports) => exports.version()), 'string');
const memory = () => glue.linearMemory().buffer.byteLength;

function isInternal(error) {
  assert.ok(error instanceof HygieneError);
  assert.equal(error.code, 'internal');
  // Hosts word their traps differently, and some say RangeError for a stack that is used up.
  assert.ok(error.cause instanceof WebAssembly.RuntimeError || error.cause instanceof RangeError);
  return true;
}

/** What the module prints about a panic, instead of a trace on the screen for every round. */
function printed(work) {
  const lines = [];
  const { error } = console;
  console.error = (...parts) => lines.push(parts.join(' '));
  try {
    work();
  } finally {
    console.error = error;
  }
  return lines;
}

test('a panic prints its message and place', () => {
  const [line] = printed(() => assert.throws(() => instance.run((exports) => exports.trap()), isInternal));
  assert.match(line, /a trap on purpose/);
  assert.match(line, /conformance\.rs:\d+/);
});

for (const [what, name] of [
  ['a panic', 'trap'],
  ['a stack overflow', 'overflowStack'],
]) {
  test(`${what} is an internal error, and the next call works`, () => {
    works();
    const before = memory();
    for (let round = 0; round < 20; round += 1) {
      printed(() => assert.throws(() => instance.run((exports) => exports[name]()), isInternal));
      works();
    }
    assert.equal(memory(), before, 'memory is as large as that of a new instance');
  });
}

test('an instance that has grown above the threshold is replaced after the call', () => {
  works();
  const before = memory();
  instance.run((exports) => exports.reserve(RESET_ABOVE_BYTES / 2));
  assert.ok(memory() > before, 'below it the memory is kept');
  instance.run((exports) => {
    exports.reserve(RESET_ABOVE_BYTES + 1);
    assert.ok(memory() > RESET_ABOVE_BYTES);
  });
  assert.equal(memory(), before);
  works();
});

test('more than the module can hold is a limit, not a trap', () => {
  for (const bytes of [2 ** 32 - 1, 2 ** 31, 2 ** 40]) {
    assert.throws(() => instance.run(() => instance.reserve(bytes)), { code: 'limit-exceeded' });
  }
  works();
});

test('a module of another version is refused', () => {
  const other = createInstance({ ...glue, version: () => '0.0.1' });
  other.provide({ module: () => new WebAssembly.Module(readFileSync(file)) });
  assert.throws(() => other.run(() => 0), { code: 'version-mismatch', message: /0\.0\.1/ });
});

test('a module of another build is refused', () => {
  const other = createInstance({
    ...glue,
    initSync: () => {
      throw new WebAssembly.LinkError('import object field is not a function');
    },
  });
  other.provide({ module: () => undefined });
  assert.throws(() => other.run(() => 0), { code: 'version-mismatch' });
});

test('before the module is there, calls say what to do', async () => {
  const bare = createInstance(glue);
  assert.throws(() => bare.run(() => 0), { code: 'not-initialized', message: /init\(\)/ });
  await assert.rejects(createInstance({ ...glue, default: () => Promise.reject(new Error('404')) }).init('x'), {
    code: 'not-initialized',
  });
});
