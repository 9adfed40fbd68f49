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
  const declared = [...types.matchAll(/^export (?:const|function|class) (\w+)/gm)].map((match) => match[1]);
  const shared = [...types.matchAll(/^export \{ (.*) \} from/gm)].flatMap((match) => match[1].split(', '));
  const typed = [...declared, ...shared];
  assert.deepEqual([...new Set(typed)].sort(), names.split(',').sort());
});

/** An image that has to be made smaller: a BMP of 1300 × 1 pixels. */
const WIDE_BLOCK = `
  const bmp = new Uint8Array(54 + 3900);
  for (const [at, byte] of [[0, 66], [1, 77], [10, 54], [14, 40], [18, 20], [19, 5], [22, 1], [26, 1], [28, 24]]) bmp[at] = byte;
  const blocks = [{ type: 'image', mimeType: 'image/bmp', data: btoa(String.fromCharCode(...bmp)) }];`;

test('codecs are fetched when the first image needs them, and not by a call that cannot wait', () => {
  const text = `import * as th from 'transcript-hygiene/web';
    import { readFileSync } from 'node:fs';
    ${WIDE_BLOCK}
    await th.init();
    try { th.sanitizeImagesSync(blocks); } catch (error) { console.log(error.code); }
    try { th.fitImageSync(bmp); } catch (error) { console.log(error.code); }
    const json = new TextEncoder().encode(JSON.stringify([{ role: 'user', content: 'x' }, { role: 'user', content: blocks }]));
    const pending = th.sanitizeText(json);
    json.fill(32, 0, json.length);
    json.set(new TextEncoder().encode('[{"role":"user","content":"y"}]'));
    console.log(new TextDecoder().decode((await pending).json).trim());
    console.log(th.sanitizeImagesSync(blocks).blocks[0].mimeType);`;
  const permissions = [...DENO, '--allow-read'];
  const [sync, fit, changed, later] = evaluate(text, tool('deno'), ...permissions).split('\n');
  assert.deepEqual([sync, fit, later], ['images-not-loaded', 'images-not-loaded', 'image/jpeg']);
  assert.equal(changed, '[{"role":"user","content":"y"}]', 'what the caller wrote meanwhile is one whole text');
});

test('the slim entry leads to no codecs', async () => {
  const entry = (name) => ({
    stdin: { contents: `import * as th from 'transcript-hygiene${name}'; globalThis.use = th.sanitize;`, resolveDir: folder },
  });
  const bundle = async (name) => {
    const { outputFiles } = await esbuild({ ...entry(name), bundle: true, format: 'esm', conditions: ['browser'], write: false });
    return outputFiles[0].text;
  };
  assert.ok((await bundle('')).includes('images_bg.wasm'));
  assert.ok(!(await bundle('/slim')).includes('images_bg.wasm'));
  const text = `import { sanitizeImages } from 'transcript-hygiene/slim'; ${WIDE_BLOCK}
    console.log((await sanitizeImages(blocks)).blocks[0].text);`;
  assert.match(evaluate(text), /omitted image payload: ImageProcessorUnavailableError/);
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
