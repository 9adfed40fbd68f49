// The Workers that are measured, and what they send to.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { runtimeProcesses, startWorker } from '../../tests/hosts/worker.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NODE_PATHS = [fileURLToPath(new URL('../../tests/node_modules', import.meta.url))];

/** Keeps bodies by name, and does something with one so many times: clocks stand still in a Worker while it computes. */
const INSIDE = `
import { preflight } from 'transcript-hygiene/preflight';

const bodies = new Map();
const decoder = new TextDecoder();
const tasks = {
  json: ({ text }) => JSON.stringify(JSON.parse(text)),
  preflight: ({ bytes }) => preflight(bytes, { api: 'anthropic', provider: 'anthropic' }),
};

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const name = searchParams.get('body');
    if (pathname === '/keep') {
      const bytes = new Uint8Array(await request.arrayBuffer());
      bodies.set(name, { bytes, text: decoder.decode(bytes) });
      return new Response();
    }
    const task = tasks[pathname.slice(1)];
    for (let times = Number(searchParams.get('times')); times > 0; times -= 1) await task(bodies.get(name));
    return new Response();
  },
};
`;

/** What every proxy costs. */
const PASS_THROUGH = `
export default {
  fetch(request, { UPSTREAMS }) {
    const { pathname } = new URL(request.url);
    return fetch(new Request(UPSTREAMS.anthropic.url + pathname.replace('/anthropic', ''), request));
  },
};
`;

const fromText = (contents) => ({ stdin: { contents, resolveDir: HERE }, nodePaths: NODE_PATHS });
const SOURCES = {
  inside: fromText(INSIDE),
  passThrough: fromText(PASS_THROUGH),
  worker: { entryPoints: [fileURLToPath(new URL('../../www/worker/src/index.js', import.meta.url))], nodePaths: NODE_PATHS },
};

/** Reads what comes, and says little. */
export async function startUpstream() {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  // A connection that is closed while the next request is on its way would be an error of the measurement.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.closeAllConnections() ?? server.close() };
}

/**
 * A Worker in a runtime of its own.
 *
 * @returns what sends it a body and gives the milliseconds until the answer was there, and the id of the runtime's process
 */
export async function start(name, upstream = 'http://127.0.0.1:9') {
  const before = new Set(runtimeProcesses());
  const UPSTREAMS = { anthropic: { url: upstream, provider: 'anthropic' } };
  const miniflare = await startWorker(SOURCES[name], { UPSTREAMS, MAX_BODY_BYTES: 32 * 1024 * 1024 });
  const origin = await miniflare.ready;
  const [processId] = runtimeProcesses().filter((id) => !before.has(id));
  return {
    processId,
    async send(path, body) {
      const begin = performance.now();
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(new URL(path, origin), { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${name} answered ${response.status}`);
      return performance.now() - begin;
    },
    dispose: () => miniflare.dispose(),
  };
}
