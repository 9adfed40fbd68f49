// The Worker: a request in, a response out. Nothing is stored, and no message text is logged.
import { corsHeaders, preflight } from './cors.js';
import { errorResponse } from './errors.js';
import { route } from './routes.js';
import { readSettings } from './settings.js';

export default {
  async fetch(request, env) {
    try {
      const settings = readSettings(env);
      const response = await respond(request, settings).catch(errorResponse);
      for (const [name, value] of Object.entries(corsHeaders(request, settings))) response.headers.set(name, value);
      return response;
    } catch (error) {
      return errorResponse(error);
    }
  },
};

async function respond(request, settings) {
  return preflight(request, settings) ?? route(request)(request, settings);
}
