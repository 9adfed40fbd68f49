// Providers as far as a request meets them, on a port of this machine: they refuse a body that breaks what they ask
// for, in their own words, and stream an answer to any other.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { validateRequest } from 'transcript-hygiene/validate';

/** By the ends of paths. */
const WIRES = [
  ['anthropic', /\/v1\/messages$/],
  ['chat', /\/chat\/completions$/],
  ['responses', /\/responses$/],
  ['gemini', /:(?:g|streamG)enerateContent$/],
  ['converse', /\/converse(?:-stream)?$/],
];

/** Events of a stream, a few milliseconds apart. */
const EVENTS = 4;

/** What goes wrong when a request asks for it by `x-fault`. */
const FAULTS = {
  slow: async (_, answer) => (await sleep(300), answer()),
  silent: () => new Promise(() => {}),
  cut: (response) => (response.writeHead(200, SSE).write('data: half of it'), setTimeout(() => response.destroy(), 5)),
  400: (response) => refuse(response, 400, 'an error that no rule knows'),
  500: (response) => refuse(response, 500, 'overloaded'),
};
const SSE = { 'content-type': 'text/event-stream' };

/**
 * Starts the providers for the tests of a file.
 *
 * @param options  of `validateRequest`: what these servers ask for beside the rest
 * @returns {Promise<{ origin: string, requests: { method: string, url: string, headers: object, body: Buffer }[] }>}
 */
export async function upstreams(options) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request).catch(() => undefined);
    if (!body) return;
    const { method, url, headers } = request;
    for (const name of ['origin', 'headers']) response.setHeader(`access-control-allow-${name}`, '*');
    requests.push({ method, url, headers, body });
    const answer = () => respond({ method, url, headers, body }, response, options);
    const fault = FAULTS[headers['x-fault']];
    await (fault ? fault(response, answer) : answer());
  });
  // A connection that is closed while the next request is on its way would be a fault that no test asked for.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => (server.closeAllConnections(), server.close()));
  return { origin: `http://127.0.0.1:${server.address().port}`, requests };
}

/** The variable `UPSTREAMS` that leads to an origin, with every name that the deployed configuration has. */
export function leadingTo(origin, more = {}) {
  const upstream = (provider) => ({ url: origin, provider, ...more });
  return {
    anthropic: upstream('anthropic'),
    openai: upstream('openai'),
    gemini: upstream('google'),
    bedrock: upstream('amazon-bedrock'),
    gateway: { url: `${origin}/v1/account/gateway`, gateway: true, ...more },
  };
}

async function bytesOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function respond(request, response, options) {
  const path = decodeURIComponent(request.url.split('?')[0]);
  const [api] = WIRES.find(([, pattern]) => pattern.test(path)) ?? [];
  if (request.method !== 'POST' || !api) return echo(request, response);
  const broken = findingsOf(request.body, api, options).find(({ severity }) => severity === 'error');
  if (broken) return refuse(response, 400, broken.fragments[0] ?? broken.statement);
  return stream(request, response);
}

function findingsOf(body, api, options) {
  try {
    return validateRequest(body, api, options);
  } catch (error) {
    return [{ severity: 'error', fragments: [error.message] }];
  }
}

function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
}

/** Every event names the request that it answers. */
async function stream({ headers }, response) {
  response.writeHead(200, SSE);
  for (let event = 0; event < EVENTS; event += 1) {
    response.write(`event: delta\ndata: {"tag":"${headers['x-tag']}","event":${event}}\n\n`);
    await sleep(2);
  }
  response.end('data: [DONE]\n\n');
}

/** What came, for requests that no wire is about. */
function echo({ method, url, headers, body }, response) {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = gzipSync(JSON.stringify({ method, url, headers, digest, length: body.length }));
  const status = url.includes('redirect') ? 302 : 200;
  const location = status === 302 ? { location: 'http://elsewhere.example/' } : {};
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    ...location,
  });
  response.end(method === 'HEAD' ? undefined : text);
}
