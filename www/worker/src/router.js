// Who answers an address: a route of the Worker's own, or an upstream.
import { HttpError } from './errors.js';
import { proxy } from './proxy.js';
import { ROUTES } from './routes.js';
import { resolveUpstream } from './upstreams.js';

export function route(exchange) {
  const { request, settings } = exchange;
  const url = new URL(request.url);
  if (Object.hasOwn(ROUTES, url.pathname)) return handlerOf(ROUTES[url.pathname], request.method)(exchange);
  const upstream = resolveUpstream(url, settings.upstreams);
  if (upstream) return proxy(exchange, upstream);
  const known = [...Object.keys(ROUTES), ...[...settings.upstreams.keys()].map((name) => `/${name}/*`)];
  throw new HttpError(404, { code: 'not-found', message: `there is nothing here; known: ${known.join(', ')}` });
}

function handlerOf(methods, method) {
  if (Object.hasOwn(methods, method)) return methods[method];
  const allow = Object.keys(methods).join(', ');
  throw new HttpError(405, { code: 'method-not-allowed', message: `this address takes ${allow}` }, { allow });
}
