// The package in a service worker of Chromium, between a page and its provider.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { launch } from '../hosts/browsers.mjs';
import { serve } from '../hosts/server.mjs';
import { ANTHROPIC } from '../worker/bodies.mjs';
import { upstreams } from '../worker/upstreams.mjs';
import { NODE_PATHS } from '../worker/worker.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const PAGE = '<!doctype html><title>page</title>';

/** Runs inside the page: takes control by the service worker first. */
async function ready(provider) {
  await navigator.serviceWorker.register(`/service-worker.js?provider=${provider}`, { type: 'module' });
  await navigator.serviceWorker.ready;
}

/** Runs inside the page. */
async function ask(url, body) {
  const headers = { 'content-type': 'application/json', 'x-tag': 'page' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

test('a page’s requests are mended before they leave the browser', async (t) => {
  const providers = await upstreams();
  const folder = mkdtempSync(join(tmpdir(), 'service-worker-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [path('../../examples/edge/service-worker.mjs')],
    nodePaths: NODE_PATHS,
    conditions: ['browser'],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'service-worker.js'),
  });
  cpSync(path('../../pkg/wasm'), join(folder, 'wasm'), { recursive: true });
  const server = await serve(pathToFileURL(`${folder}/`), { '/': PAGE });
  const browser = await launch('chromium');
  t.after(async () => (await browser.close(), server.close()));
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.evaluate(ready, providers.origin);
  // A page is controlled from its next load on.
  await page.reload();
  const url = `${providers.origin}/v1/messages`;

  const mended = await page.evaluate(ask, url, ANTHROPIC.dirty);
  assert.equal(mended.status, 200, mended.text);
  assert.equal(mended.text.match(/"tag":"page"/g).length, 4);

  const right = await page.evaluate(ask, url, ANTHROPIC.clean);
  assert.equal(right.status, 200, right.text);
  assert.equal(providers.requests.at(-1).body.toString(), ANTHROPIC.clean);
});
