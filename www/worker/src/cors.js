import { REPORT_HEADER } from './respond.js';

/** A browser asks again after a day. */
const PREFLIGHT_SECONDS = 86_400;

/** The headers that let a page of an allowed origin read the response; none while no origin is allowed. */
export function corsHeaders(request, { allowedOrigins }) {
  if (allowedOrigins.length === 0) return {};
  // Caches must not hand one origin's response to another.
  const headers = { vary: 'origin' };
  const origin = request.headers.get('origin');
  if (origin === null || !(allowedOrigins.includes('*') || allowedOrigins.includes(origin))) return headers;
  return {
    ...headers,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': REPORT_HEADER,
  };
}

/** The answer to a browser that asks before it sends JSON; nothing for any other request. */
export function preflight(request, settings) {
  const asks = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!asks || settings.allowedOrigins.length === 0) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
  });
}
