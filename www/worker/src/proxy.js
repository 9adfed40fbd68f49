// The way of a request to its provider and back. A body of a known shape is read and looked at; everything else, and
// every response, streams through.
import { HttpError, fromLibrary, misconfigured } from './errors.js';
import { HYGIENE_HEADER, headersOfNewBody, hygieneHeader, outgoingHeaders, relayed } from './headers.js';
import { deadline, isJson, readBody } from './limits.js';
import { outcomeEntry } from './log.js';
import { readRejection } from './second-try.js';
import { wireOf } from './wires.js';

/** Methods that no fetch sends. */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/**
 * @param exchange  the request with its settings, its share of memory and what the host gives
 * @param upstream  what `resolveUpstream` found
 * @returns {Promise<Response>}
 */
export async function proxy(exchange, upstream) {
  const { request, entry } = exchange;
  entry.upstream = upstream.name;
  if (FORBIDDEN_METHODS.includes(request.method)) {
    throw new HttpError(405, { code: 'method-not-allowed', message: `${request.method} is not passed on` });
  }
  const wire = request.method === 'POST' && isJson(request.headers) ? wireOf(upstream.path) : undefined;
  if (wire) return preflighted(exchange, upstream, wire);
  return relayed(await send(exchange, upstream.url, outgoingHeaders(request.headers), request.body));
}

async function preflighted(exchange, upstream, wire) {
  const { request, settings, held, entry } = exchange;
  entry.api = wire.api;
  const body = await readBody(request, settings, held);
  entry.bytes = body.content.length;
  let outcome = await examine(exchange, upstream, wire, body.content);
  let response = await sendExamined(exchange, upstream, body, outcome);
  if (settings.secondTry && upstream.mode !== 'report' && response.status === 400) {
    const other = await secondOutcome(exchange, { upstream, wire, body, outcome, response });
    if (other) {
      outcome = other;
      response = await sendExamined(exchange, upstream, body, outcome);
    }
  }
  const answer = relayed(response);
  answer.headers.set(HYGIENE_HEADER, outcome.failed ? `failed; code=${outcome.failed}` : hygieneHeader(outcome));
  return answer;
}

/**
 * What the library says of a body. Where it fails the body goes on as it came, since that must not keep a request from its
 * provider; in mode `strict` it is an error.
 */
async function examine({ preflight, entry }, upstream, wire, content) {
  const { provider, mode, options } = upstream;
  try {
    const outcome = await preflight(content, { ...options, ...wire, provider, mode });
    Object.assign(entry, outcomeEntry(outcome));
    if (outcome.refused) throw refusal(outcome);
    return outcome;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error.code === 'invalid-argument') throw misconfigured(`UPSTREAMS.${upstream.name}: ${error.message}`);
    if (mode === 'strict') throw fromLibrary(error);
    entry.error = error.code ?? 'internal';
    return { changed: false, failed: entry.error };
  }
}

/** The caller need not pay for an error that is known before. */
function refusal({ remaining }) {
  const { constraint, statement } = remaining.find(({ severity }) => severity === 'error');
  if (constraint === 'not-json') return new HttpError(400, { code: 'invalid-json', message: 'the body is not JSON' });
  const message = `the provider would refuse this request, and no rule may mend it: ${statement}`;
  return new HttpError(422, { code: 'request-broken', message, findings: remaining });
}

/** Sends what came, byte for byte, unless something was changed. */
function sendExamined(exchange, { url }, { raw }, { changed, body, headers }) {
  const incoming = exchange.request.headers;
  if (changed) return send(exchange, url, headersOfNewBody(incoming, headers), body);
  return send(exchange, url, outgoingHeaders(incoming), raw);
}

/** What else the upstream asks for, by its own error; nothing when that would send the same again. */
async function secondOutcome(exchange, { upstream, wire, body, outcome, response }) {
  const rejection = await readRejection(response, wire.api);
  if (!rejection) return undefined;
  exchange.entry.secondTry = rejection.constraints;
  const options = { ...upstream.options, ...rejection.options };
  // Never an error of ours in the place of the provider's own.
  const other = await examine(exchange, { ...upstream, mode: 'repair', options }, wire, body.content);
  if (other.failed || sameBytes(other.body ?? body.content, outcome.body ?? body.content)) return undefined;
  await response.body?.cancel();
  return other;
}

function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The upstream's response, as soon as it begins. */
async function send({ request, settings, fetch }, url, headers, body) {
  const end = deadline(settings.upstreamTimeoutMs, () => tooSlow(settings.upstreamTimeoutMs));
  const abandon = new AbortController();
  const signal = AbortSignal.any([request.signal, abandon.signal]);
  // A redirect is the client's to follow: credentials go to configured places alone.
  const how = { method: request.method, headers, body, redirect: 'manual', signal, duplex: 'half' };
  try {
    return await Promise.race([fetch(new Request(url, how)), end.expired]);
  } catch (error) {
    abandon.abort();
    throw error instanceof HttpError ? error : unreachable();
  } finally {
    end.clear();
  }
}

function unreachable() {
  return new HttpError(502, { code: 'upstream-unreachable', message: 'the upstream gave no response' });
}

function tooSlow(milliseconds) {
  const message = `no response within ${milliseconds} ms, the limit UPSTREAM_TIMEOUT_MS of this Worker`;
  return new HttpError(504, { code: 'upstream-timeout', message });
}
