// What an entry promises before anything is called: nothing is read, and every entry offers the same.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build as esbuild } from 'esbuild';
import { PACKAGE, project, run, tool } from './project.mjs';

const ENTRIES = ['transcript-hygiene', 'transcript-hygiene/web'];
const DENO = ['run', '--no-prompt', '--no-remote', '--node-modules-dir=manual'];

const folder = project({ after });

/** Runs a text as a module in the project; gives what it printed. */
function evaluate(text, program = 'node', ...switches) {
  writeFileSync(join(folder, 'evaluated.mjs'), text);
  return run(program, [...switches, 'evaluated.mjs'], folder).trim();
}

test('importing reads nothing and asks for nothing', () => {
  for (const entry of ENTRIES) {
    const text = `import * as th from '${entry}'; console.log(typeof th.sanitize);`;
    // Deno lets a program without permissions load its modules and nothing else.
    assert.equal(evaluate(text, tool('deno'), ...DENO), 'function', entry);
  }
});

test('the entry for browsers says that init is needed, and can be given the module', () => {
  const text = `import { init, sanitizeTextSync } from 'transcript-hygiene/web';
    import { readFileSync } from 'node:fs';
    try { sanitizeTextSync('[]'); } catch (error) { console.log(error.code); }
    await init(readFileSync('node_modules/transcript-hygiene/wasm/core_bg.wasm'));
    console.log(sanitizeTextSync('[]').json);`;
  assert.equal(evaluate(text), 'not-initialized\n[]');
});

test('a fetch that fails is told, and the next init tries anew', () => {
  const text = `import { init, sanitize } from 'transcript-hygiene/web';
    try { await init(new URL('./no-such.wasm', import.meta.url)); } catch (error) { console.log(error.code); }
    const messages = [];
    console.log((await sanitize(messages)).messages === messages);`;
  assert.equal(evaluate(text, tool('deno'), ...DENO, '--allow-read'), 'not-initialized\ntrue');
});

test('every entry exports the same names, and the types know them all', () => {
  const [names, ...others] = ENTRIES.map((entry) =>
    evaluate(`console.log(Object.keys(await import('${entry}')).join());`),
  );
  for (const other of others) assert.equal(other, names);
  const types = readFileSync(join(PACKAGE, 'index.d.ts'), 'utf8');
  const typed = [...types.matchAll(/^export (?:const|function|class) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual([...new Set(typed)].sort(), names.split(',').sort());
});

test('module, package and crate are of one version', () => {
  const crate = readFileSync(join(PACKAGE, '../Cargo.toml'), 'utf8').match(/^version = "(.*)"/m)[1];
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  assert.equal(manifest.version, crate);
  // The first call compares the version with the module's.
  const text = `import * as th from 'transcript-hygiene'; th.resolvePolicy(); console.log(th.version);`;
  assert.equal(evaluate(text), crate);
});

test('rules.js says what rules.json says', async () => {
  const { default: text } = await import('../../pkg/rules.js');
  assert.deepEqual(JSON.parse(text), JSON.parse(readFileSync(join(PACKAGE, 'rules.json'), 'utf8')));
});

test('a bundle that asks for no rule texts has none', async () => {
  const bundle = async (contents) => {
    const stdin = { contents, resolveDir: folder };
    const { outputFiles } = await esbuild({ stdin, bundle: true, format: 'esm', minify: true, write: false });
    return outputFiles[0].text;
  };
  const small = await bundle(`import { sanitizeText } from 'transcript-hygiene'; globalThis.use = sanitizeText;`);
  const large = await bundle(`import { rules } from 'transcript-hygiene'; globalThis.use = rules;`);
  assert.ok(large.includes('What it does'));
  assert.ok(!small.includes('What it does'));
  assert.ok(small.includes('core_bg.wasm'), 'the entry still knows where its module is');
});

// The last one, since it breaks the project.
test('without its module the package loads, and a call says what is missing', () => {
  rmSync(join(folder, 'node_modules/transcript-hygiene/wasm/core_bg.wasm'));
  const text = `import { sanitizeTextSync } from 'transcript-hygiene';
    try { sanitizeTextSync('[]'); } catch (error) { console.log(error.name, error.code, error.cause.code); }`;
  assert.equal(evaluate(text), 'HygieneError not-initialized ENOENT');
});
