// The Worker, unchanged, as a server of Node, Deno and Bun.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHAPES } from '../worker/bodies.mjs';
import { leadingTo, upstreams } from '../worker/upstreams.mjs';
import { post } from '../worker/worker.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tool = (name) => path(`../node_modules/.bin/${name}`);
const example = (name) => path(`../../examples/edge/${name}.mjs`);

const HOSTS = {
  node: [process.execPath, example('node')],
  deno: [tool('deno'), 'run', '--allow-all', '--no-remote', '--node-modules-dir=manual', example('deno')],
  bun: [tool('bun'), example('bun')],
};

const providers = await upstreams();

/** Starts an example; gives its address once it has printed its port. */
async function serve([command, ...given], variables) {
  const child = spawn(command, given, {
    env: { ...process.env, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill());
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ended with ${code}`)));
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  return `http://127.0.0.1:${String(printed).trim()}`;
}

for (const [host, command] of Object.entries(HOSTS)) {
  describe(host, async () => {
    const origin = serve(command, { UPSTREAMS: JSON.stringify(leadingTo(providers.origin)), MAX_BODY_BYTES: '100000' });
    const call = async (where, init) => fetch((await origin) + where, init);

    for (const { api, path: where, clean, dirty } of SHAPES) {
      test(`${api}: a broken request is mended, a right one is not touched`, async () => {
        const mended = await call(where, post(dirty, { 'x-tag': 'one' }));
        assert.equal(mended.status, 200, await mended.clone().text());
        assert.match(mended.headers.get('x-transcript-hygiene'), /^1; changes=[1-9]/);
        assert.equal((await mended.text()).match(/"tag":"one"/g).length, 4);
        await (await call(where, post(clean))).text();
        assert.equal(providers.requests.at(-1).body.toString(), clean);
      });
    }

    test('an answer that was compressed can be read', async () => {
      const response = await call('/openai/v1/models?a=b', { headers: { authorization: 'Bearer one' } });
      const { url, headers } = await response.json();
      assert.equal(url, '/v1/models?a=b');
      assert.equal(headers.authorization, 'Bearer one');
      assert.equal(headers.host, new URL(providers.origin).host);
    });

    test('a body that is not looked at streams through', async () => {
      const response = await call('/openai/v1/files', { method: 'POST', body: Buffer.alloc(500_000, 1) });
      assert.equal((await response.json()).length, 500_000);
    });

    test('a body over the limit: 413', async () => {
      const response = await call(SHAPES[0].path, post(`"${'x'.repeat(200_000)}"`));
      assert.equal(response.status, 413);
    });

    test('a stream that breaks off breaks off for the client, too', async () => {
      const response = await call(SHAPES[0].path, post(SHAPES[0].clean, { 'x-fault': 'cut' }));
      await assert.rejects(response.text());
    });

    test('no response in time: 504', async () => {
      const hasty = await serve(command, { UPSTREAMS: JSON.stringify(leadingTo(providers.origin)), UPSTREAM_TIMEOUT_MS: '100' });
      const response = await fetch(hasty + SHAPES[0].path, post(SHAPES[0].clean, { 'x-fault': 'silent' }));
      assert.equal(response.status, 504);
    });
  });
}
