// One suite for every host. A file `tests/js/*.test.mjs` registers its tests in its default export:
//
//   import * as th from 'transcript-hygiene';
//   export default (t) => {
//     t.test('what is true', async (a) => a.equal(th.rules().length > 0, true));
//   };
//
// Nothing here may need a host: no node:, no DOM, no globals beyond the language and timers.

/** A test that runs longer has hung. */
const TEST_LIMIT_MS = 60_000;

/**
 * Runs the tests of every file, one after the other.
 * @param files  pairs of a file's name and a function that imports it
 * @returns      a list of `{name, error?}`: an error's text, or nothing when the test passed
 */
export async function runSuite(files) {
  const results = [];
  for (const [file, load] of files) results.push(...(await runFile(file, load)));
  return results;
}

async function runFile(file, load) {
  const tests = [];
  try {
    const module = await load();
    await module.default({ test: (name, run) => tests.push({ name: `${file}: ${name}`, run }) });
  } catch (error) {
    return [{ name: `${file}: loads`, error: describe(error) }];
  }
  if (tests.length === 0) return [{ name: `${file}: has tests`, error: 'it registers none' }];
  const results = [];
  for (const { name, run } of tests) results.push(await runTest(name, run));
  return results;
}

async function runTest(name, run) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${TEST_LIMIT_MS} ms`)), TEST_LIMIT_MS);
  });
  try {
    await Promise.race([run(assertions), limit]);
    return { name };
  } catch (error) {
    return { name, error: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Engines differ in whether a stack repeats the message. */
function describe(error) {
  const text = String(error);
  const stack = error?.stack ?? '';
  return stack.includes(text) ? stack : `${text}\n${stack}`;
}

/** What a test may say. Each throws when it does not hold; `note` tells what was being looked at. */
const assertions = {
  ok(value, note) {
    if (!value) fail(note, `${show(value)} is not truthy`);
  },

  /** The same value, as by `Object.is`. */
  equal(actual, expected, note) {
    if (!Object.is(actual, expected)) fail(note, `got      ${show(actual)}\nexpected ${show(expected)}`);
  },

  /** The same data: own enumerable keys, arrays, byte arrays, prototypes of plain objects. */
  deepEqual(actual, expected, note) {
    const path = difference(actual, expected);
    if (path !== null) fail(note, `differs at ${path || 'the top'}\ngot      ${show(actual)}\nexpected ${show(expected)}`);
  },

  /** `run` throws, and the error has what is expected of it. Returns the error. */
  throws(run, expected, note) {
    try {
      run();
    } catch (error) {
      return matchError(error, expected, note);
    }
    return fail(note, 'nothing was thrown');
  },

  /** A promise, or what a function returns, rejects. Returns a promise of the error. */
  async rejects(promise, expected, note) {
    try {
      await (typeof promise === 'function' ? promise() : promise);
    } catch (error) {
      return matchError(error, expected, note);
    }
    return fail(note, 'nothing was rejected');
  },
};

function fail(note, why) {
  throw new Error(note ? `${note}: ${why}` : why);
}

/** `expected` is a class, or an object whose members the error has too; a RegExp member is matched. */
function matchError(error, expected = {}, note) {
  if (typeof expected === 'function') {
    if (!(error instanceof expected)) fail(note, `threw ${describe(error)}, which is no ${expected.name}`);
    return error;
  }
  for (const [key, want] of Object.entries(expected)) {
    const got = error?.[key];
    const same = want instanceof RegExp ? want.test(got) : difference(got, want) === null;
    if (!same) fail(note, `the error's ${key} is ${show(got)}, expected ${show(want)}\n${describe(error)}`);
  }
  return error;
}

/** The path of the first difference, or null. Keeps its own stack, so that deep input is no trouble. */
function difference(actual, expected) {
  const open = [[actual, expected, '']];
  while (open.length > 0) {
    const [a, b, path] = open.pop();
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return path;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length || a.length !== b.length) return path;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return `${path}/${key}`;
      open.push([a[key], b[key], `${path}/${key}`]);
    }
  }
  return null;
}

function show(value) {
  if (Object.is(value, -0)) return '-0';
  let text;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  text ??= String(value);
  return text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length} characters)` : text;
}
