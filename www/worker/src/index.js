// The Worker: a request in, a response out. Nothing is stored, and no message text is logged.
import { corsHeaders, preflight } from './cors.js';
import { errorResponse } from './errors.js';
import { route } from './routes.js';
import { readSettings } from './settings.js';

export default {
  async fetch(request, env) {
    let settings;
    try {
      settings = readSettings(env);
      return withHeaders(await respond(request, settings), corsHeaders(request, settings));
    } catch (error) {
      return withHeaders(errorResponse(error), settings ? corsHeaders(request, settings) : {});
    }
  },
};

function respond(request, settings) {
  return preflight(request, settings) ?? route(request)(request, settings);
}

function withHeaders(response, headers) {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
