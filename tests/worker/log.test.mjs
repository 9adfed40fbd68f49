// What the hook for logs is told: places, names and numbers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startWorker } from '../hosts/worker.mjs';
import { ANTHROPIC } from './bodies.mjs';
import { leadingTo, upstreams } from './upstreams.mjs';
import { FOLDER, NODE_PATHS, post } from './worker.mjs';

/** A Worker with a hook of its own, and an address that gives what the hook was told. */
const WITH_HOOK = `
import { preflight } from 'transcript-hygiene/preflight';
import { createWorker } from '../../www/worker/src/worker.js';

const entries = [];
const log = (entry, env) => {
  entries.push({ ...entry, sawVariables: 'UPSTREAMS' in env });
  if (entry.status === 404) throw new Error('a hook that fails');
};
const worker = createWorker({ preflight, log });

export default {
  fetch: (request, env, context) =>
    new URL(request.url).pathname === '/entries'
      ? Response.json(entries.splice(0))
      : worker.fetch(request, env, context),
};
`;

const providers = await upstreams();
const starting = startWorker({ stdin: { contents: WITH_HOOK, resolveDir: FOLDER }, nodePaths: NODE_PATHS }, {
  UPSTREAMS: leadingTo(providers.origin),
  MAX_BODY_BYTES: 10_000,
});
after(async () => (await starting).dispose());
const call = async (path, init) => (await starting).dispatchFetch(`http://worker.test${path}`, init);

async function entriesAfter(path, init) {
  const response = await call(path, init);
  await response.text();
  return (await call('/entries')).json();
}

test('a mended request: what was found and changed, and where', async () => {
  const [entry, ...more] = await entriesAfter(ANTHROPIC.path, post(ANTHROPIC.dirty, { 'x-api-key': 'sk-secret' }));
  assert.deepEqual(more, []);
  const { upstream, api, status, bytes, changed, changes, milliseconds, sawVariables } = entry;
  assert.deepEqual(
    { upstream, api, status, bytes, changed, sawVariables },
    { upstream: 'anthropic', api: 'anthropic', status: 200, bytes: ANTHROPIC.dirty.length, changed: true, sawVariables: true },
  );
  assert.ok(changes.length >= 1 && changes.every(({ rule, kind }) => rule && kind));
  assert.ok(milliseconds >= 0);
  const text = JSON.stringify(entry);
  for (const secret of ['Go on', 'List the files', 'depth', 'sk-secret', 'beta=true']) assert.ok(!text.includes(secret), secret);
});

test('a request that is not looked at: where it went, and what came of it', async () => {
  const [entry] = await entriesAfter('/gemini/v1beta/models?key=AIza-secret');
  const { milliseconds, ...facts } = entry;
  assert.deepEqual(facts, { upstream: 'gemini', status: 200, sawVariables: true });
});

test('an error of the Worker’s own: its code', async () => {
  const [entry] = await entriesAfter(ANTHROPIC.path, post(' '.repeat(20_000)));
  assert.deepEqual([entry.status, entry.error], [413, 'limit-exceeded']);
});

test('the Worker’s own routes are not told', async () => {
  assert.deepEqual(await entriesAfter('/healthz'), []);
});
