import { HYGIENE_HEADER } from './headers.js';

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
    'access-control-expose-headers': HYGIENE_HEADER,
  };
}

/** The answer to a browser that asks before it sends JSON; nothing for any other request. */
export function preflightAnswer(request, settings) {
  const asks = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!asks || settings.allowedOrigins.length === 0) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      // Each provider has headers of its own, and which are sent is the page's affair.
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? 'content-type',
      vary: 'access-control-request-headers',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
  });
}
