// The quick starts of the README: each is a file beside this one, stands in the README word for word, and runs.
import assert from 'node:assert/strict';
import { transform } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from '../hosts/browsers.mjs';
import { serve } from '../hosts/server.mjs';
import { startWorker } from '../hosts/worker.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const readme = readFileSync(path('../../README.md'), 'utf8');

for (const [file, language] of [
  ['browser.html', 'html'],
  ['worker.mjs', 'js'],
  ['node.mjs', 'js'],
  ['terminal.mjs', 'js'],
  ['preflight.mjs', 'js'],
]) {
  test(`the README shows ${file} as it is`, () => {
    const code = readFileSync(path(file), 'utf8');
    assert.ok(readme.includes(`\`\`\`${language}\n${code}\`\`\``));
  });
}

for (const file of ['node.mjs', 'preflight.mjs']) {
  test(`${file} prints what its comments say`, () => {
    const printed = execFileSync('node', [path(file)], { encoding: 'utf8' }).trim().split('\n');
    const comments = readFileSync(path(file), 'utf8').match(/(?<=; \/\/ )[^:\n]+/g);
    assert.deepEqual(printed, comments);
  });
}

test('the quick start for terminals shows a session', () => {
  const session = path('../../www/samples/session.jsonl');
  const lines = execFileSync('node', [path('terminal.mjs'), session], { encoding: 'utf8' }).trim().split('\n');
  assert.equal(lines[0], 'user: Run the tests and fix what fails.');
  assert.equal(lines[1], 'assistant: Running them.');
  assert.match(lines.at(-1), /^\d+ rows are not for people\.$/);
});

test('the sample for React is JavaScript', async () => {
  const [, code] = /```jsx\n([^]*?)```/.exec(readFileSync(path('../../docs/history.md'), 'utf8'));
  const { warnings } = await transform(code, { loader: 'jsx', format: 'esm' });
  assert.deepEqual(warnings, []);
});

test('the quick start for Workers answers in workerd', async (t) => {
  const worker = await startWorker({ entryPoints: [path('worker.mjs')] });
  t.after(() => worker.dispose());
  const response = await worker.dispatchFetch('http://worker.test/', {
    method: 'POST',
    body: '[{"role":"user","content":"hi","n":1.0},{"role":"user","content":" "}]',
  });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '[{"role":"user","content":"hi","n":1.0}]');
});

test('the quick start for browsers runs in Chromium, from a folder with the package in it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path('../../pkg'), join(folder, 'transcript-hygiene'), { recursive: true });
  cpSync(path('browser.html'), join(folder, 'index.html'));
  const server = await serve(pathToFileURL(`${folder}/`));
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${server.origin}/index.html`);
  await page.waitForFunction(() => document.querySelector('output').textContent !== '');
  const shown = await page.evaluate(() => document.querySelector('output').textContent);
  assert.equal(shown, 'user, assistant');
});
