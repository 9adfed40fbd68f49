// The Worker: a request in, a response out. Nothing is stored, and no message text is logged.
import { corsHeaders, preflightAnswer } from './cors.js';
import { errorResponse } from './errors.js';
import { createBudget } from './limits.js';
import { tell } from './log.js';
import { route } from './router.js';
import { readSettings } from './settings.js';

/**
 * @param preflight  the library's, which looks at request bodies
 * @param log  takes an entry for each request to an upstream, and the environment; see `log.js`
 * @param fetch  reaches upstreams
 * @returns a handler for any host that has `Request` and `Response`
 */
export function createWorker({ preflight, log = () => {}, fetch = (request) => globalThis.fetch(request) }) {
  const budget = createBudget();
  return {
    async fetch(request, env = {}, context = undefined) {
      const exchange = { request, held: budget.open(), entry: {}, preflight, fetch };
      const start = Date.now();
      const response = await respond(exchange, env);
      const { entry, held } = exchange;
      held.release();
      if (entry.upstream) {
        tell(log, { ...entry, status: response.status, milliseconds: Date.now() - start }, env, context);
      }
      return response;
    },
  };
}

async function respond(exchange, env) {
  try {
    exchange.settings = readSettings(env);
    const response = await answer(exchange).catch((error) => failure(exchange, error));
    return withCors(response, exchange);
  } catch (error) {
    return errorResponse(error);
  }
}

async function answer(exchange) {
  return preflightAnswer(exchange.request, exchange.settings) ?? route(exchange);
}

function failure({ entry }, error) {
  entry.error = error.facts?.code ?? 'internal';
  return errorResponse(error);
}

function withCors(response, { request, settings }) {
  // A socket is handed over as it is.
  if (response.status === 101) return response;
  for (const [name, value] of Object.entries(corsHeaders(request, settings))) response.headers.append(name, value);
  return response;
}
