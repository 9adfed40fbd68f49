// The addresses of the Worker's own: the library over HTTP.
import { checkText, sanitizeRequest, sanitizeText, version } from 'transcript-hygiene';
import { readCall } from './call.js';
import { fromLibrary } from './errors.js';
import { fit } from './images.js';
import { projectRows } from './project.js';
import { content, envelope, reportHeader } from './respond.js';

/** Every address, with the methods it takes. */
export const ROUTES = {
  '/healthz': { GET: health, HEAD: health },
  '/v1/sanitize': { POST: sanitize },
  '/v1/check': { POST: check },
  '/v1/request': { POST: request },
  '/v1/project': { POST: projectRows },
  '/v1/images': { POST: fit },
};

function health() {
  return Response.json({ ok: true, version });
}

async function sanitize(exchange) {
  const call = await readCall(exchange, 'messages');
  const { json, report, ...outcome } = await answer(call, sanitizeText);
  return edited(call, json, outcome, report);
}

async function request(exchange) {
  const call = await readCall(exchange, 'body');
  const { body, report, ...outcome } = await answer(call, sanitizeRequest);
  return edited(call, body, outcome, report);
}

async function check(exchange) {
  const call = await readCall(exchange, 'messages');
  const report = await answer(call, checkText);
  return Response.json(report, { headers: reportHeader(report) });
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
  const headers = reportHeader({ ...report, advice: outcome.advice });
  if (!call.part) return content(bytes, headers);
  return envelope(call.part, bytes, call.options?.report ? { ...outcome, report } : outcome, headers);
}
