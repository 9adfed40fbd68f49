// The installed package through the bundlers that users have, each result run where it belongs.
import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { launch } from '../hosts/browsers.mjs';
import { serve } from '../hosts/server.mjs';
import { runWorker } from '../hosts/worker.mjs';
import { EXPECTED } from './expected.mjs';
import { project } from './project.mjs';

test('Vite emits the module as an asset, and Chromium runs the page', async (t) => {
  const root = project(t, 'answer.mjs', 'page.mjs', 'page.html');
  const page = join(root, 'page.html');
  await vite({ root, configFile: false, logLevel: 'warn', build: { rollupOptions: { input: page } } });
  const assets = readdirSync(join(root, 'dist/assets'));
  assert.equal(assets.filter((name) => /^core_bg-.*\.wasm$/.test(name)).length, 1, `${assets}`);
  assert.equal(await titleOf(join(root, 'dist/'), 'page.html'), EXPECTED);
});

test('esbuild bundles it for browsers, with the module copied beside the bundle', async (t) => {
  const root = project(t, 'answer.mjs', 'page.mjs', 'page.html');
  const entry = join(root, 'page.mjs');
  const bundle = { bundle: true, format: 'esm', outfile: join(root, 'dist/page.mjs') };
  await esbuild({ entryPoints: [entry], ...bundle });
  cpSync(join(root, 'page.html'), join(root, 'dist/page.html'));
  const installed = join(root, 'node_modules/transcript-hygiene');
  cpSync(join(installed, 'wasm'), join(root, 'dist/wasm'), { recursive: true });
  assert.equal(await titleOf(join(root, 'dist/'), 'page.html'), EXPECTED);
});

test('a Worker bundled with the workerd condition answers in workerd', async (t) => {
  const root = project(t, 'answer.mjs', 'worker.mjs');
  const response = await runWorker({ entryPoints: [join(root, 'worker.mjs')] });
  assert.equal(response, EXPECTED);
});

/** What the page writes into its title, in Chromium. */
async function titleOf(folder, file) {
  const server = await serve(pathToFileURL(folder));
  const browser = await launch('chromium');
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/${file}`);
    await page.waitForFunction(() => document.title !== '');
    return await page.title();
  } finally {
    await browser.close();
    server.close();
  }
}
