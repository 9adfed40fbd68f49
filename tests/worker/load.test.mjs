// What one request leaves behind for the next: nothing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startWorker } from '../hosts/worker.mjs';
import { CLAUDE_QUERY, FOLDER, NODE_PATHS, UNANSWERED, post } from './worker.mjs';

/** The Worker, and an address beside it that tells how large the memory of the engine is. */
const WITH_GAUGE = `
import { linearMemory } from '../../pkg/wasm/core.js';
import worker from '../../www/worker/src/index.js';

export default {
  fetch: (request, env) =>
    new URL(request.url).pathname === '/memory'
      ? new Response(String(linearMemory().buffer.byteLength))
      : worker.fetch(request, env),
};
`;

const MIB = 1024 * 1024;
/** Above this the package replaces its instance after a call. */
const KEPT_BYTES = 48 * MIB;

const starting = startWorker({ stdin: { contents: WITH_GAUGE, resolveDir: FOLDER }, nodePaths: NODE_PATHS });
after(async () => (await starting).dispose());
const call = async (path, init) => (await starting).dispatchFetch(`http://worker.test${path}`, init);
const sanitize = (body) => call(`/v1/sanitize?${CLAUDE_QUERY}`, post(body));
const memory = async () => Number(await (await call('/memory')).text());

/** Pairs of turns of one kilobyte each, with one call that is not answered at the end. */
function transcript(bytes) {
  const text = 'x'.repeat(950);
  const pair = `{"role":"user","content":"${text}"},{"role":"assistant","content":[{"type":"text","text":"${text}"}]},`;
  return `[${pair.repeat(Math.ceil(bytes / pair.length))}${UNANSWERED.slice(1)}`;
}

test('ten megabytes are answered, again and again, in the same memory', async () => {
  const body = transcript(10 * MIB);
  const sizes = [];
  for (let round = 0; round < 5; round += 1) {
    const response = await sanitize(body);
    assert.equal(response.status, 200);
    const answer = await response.text();
    assert.ok(answer.length > body.length, 'a result was put in');
    sizes.push(await memory());
  }
  assert.ok(Math.max(...sizes) <= KEPT_BYTES, `bytes kept after each request: ${sizes}`);
  assert.equal(sizes.at(-1), sizes[1], `bytes kept after each request: ${sizes}`);
});

test('good requests after a bad one are answered', async () => {
  for (const bad of ['[{"role"', '{}', '', `[${'['.repeat(1e6 + 1)}`]) {
    const refused = await sanitize(bad);
    assert.ok(refused.status >= 400 && refused.status < 500, String(refused.status));
    for (let again = 0; again < 2; again += 1) {
      const response = await sanitize(UNANSWERED);
      assert.equal(response.status, 200);
      assert.equal((await response.json()).length, 4);
    }
  }
});

test('twenty requests at once, bad ones among them, each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const own = `{"role":"user","content":"number ${n}"}`;
      const reply = '{"role":"assistant","content":[{"type":"text","text":"ok"}]}';
      const body = transcript(n * 20_000).replace('[', `[${own},${reply},`);
      const response = await sanitize(n % 5 === 4 ? body.slice(0, -1) : body);
      return [response.status, (await response.text()).startsWith(`[${own},`)];
    }),
  );
  const expected = Array.from({ length: 20 }, (_, n) => (n % 5 === 4 ? [400, false] : [200, true]));
  assert.deepEqual(answers, expected);
});
