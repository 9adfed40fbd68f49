import { checkText, sanitizeRequest, sanitizeText, version } from 'transcript-hygiene';
import { readCall } from './call.js';
import { HttpError, fromLibrary } from './errors.js';
import { content, envelope, reportHeader } from './respond.js';

/** Every address, with the methods it takes. */
const ROUTES = {
  '/healthz': { GET: health, HEAD: health },
  '/v1/sanitize': { POST: sanitize },
  '/v1/check': { POST: check },
  '/v1/request': { POST: request },
};

/** The handler of a request. */
export function route({ url, method }) {
  const path = new URL(url).pathname;
  if (!Object.hasOwn(ROUTES, path)) {
    const message = `there is nothing here; known: ${Object.keys(ROUTES).join(', ')}`;
    throw new HttpError(404, { code: 'not-found', message });
  }
  const methods = ROUTES[path];
  if (Object.hasOwn(methods, method)) return methods[method];
  const allow = Object.keys(methods).join(', ');
  throw new HttpError(405, { code: 'method-not-allowed', message: `this address takes ${allow}` }, { allow });
}

function health() {
  return Response.json({ ok: true, version });
}

async function sanitize(request, settings) {
  const call = await readCall(request, settings, 'messages');
  const { json, report, ...outcome } = await answer(call, sanitizeText);
  return edited(call, json, outcome, report);
}

async function request(incoming, settings) {
  const call = await readCall(incoming, settings, 'body');
  const { body, report, ...outcome } = await answer(call, sanitizeRequest);
  return edited(call, body, outcome, report);
}

async function check(request, settings) {
  const call = await readCall(request, settings, 'messages');
  const report = await answer(call, checkText);
  return Response.json(report, { headers: reportHeader(call, report) });
}

/** Asks the library, always with a report, since the header counts its changes. */
async function answer(call, operation) {
  try {
    // What is no boolean is left to the library to refuse.
    return await operation(call.content, call.target, { ...call.options, report: call.options?.report || true });
  } catch (error) {
    throw fromLibrary(error, call.part);
  }
}

/** The bare content to a bare call; all there is to say to an envelope. */
function edited(call, bytes, outcome, report) {
  const headers = reportHeader(call, report);
  if (!call.part) return content(bytes, headers);
  return envelope(call.part, bytes, call.options?.report ? { ...outcome, report } : outcome, headers);
}
