// Starting runs and asking after them. Whoever may do that may have every session rewritten, so there is a token.
import { errorResponse, HttpError, misconfigured } from '../errors.js';
import { readPlan } from './plan.js';

const encoder = new TextEncoder();

export async function answer(request, env) {
  try {
    await authorize(request, env);
    const { pathname } = new URL(request.url);
    const found = /^\/runs(?:\/(?<id>[\w-]{1,64})(?<action>\/resume)?)?$/.exec(pathname);
    if (!found) throw new HttpError(404, { code: 'not-found', message: 'known: /runs, /runs/ID, /runs/ID/resume' });
    const { id, action } = found.groups;
    if (!id) return await start(request, env);
    if (action) return await resume(request, env, id);
    return await progress(request, env, id);
  } catch (error) {
    return errorResponse(error);
  }
}

async function start(request, env) {
  allow(request, 'POST');
  const plan = readPlan(await request.json().catch(() => undefined));
  const id = crypto.randomUUID();
  const state = await run(env, id).start(id, plan);
  return Response.json({ run: id, ...state }, { status: 202, headers: { location: `/runs/${id}` } });
}

async function progress(request, env, id) {
  allow(request, 'GET', 'HEAD');
  return told(id, await run(env, id).progress());
}

async function resume(request, env, id) {
  allow(request, 'POST');
  return told(id, await run(env, id).resume());
}

function told(id, state) {
  if (!state) throw new HttpError(404, { code: 'not-found', message: 'there is no such run' });
  return Response.json({ run: id, ...state });
}

function run(env, id) {
  return env.RUNS.get(env.RUNS.idFromName(id));
}

function allow({ method }, ...methods) {
  if (methods.includes(method)) return;
  const message = `this address takes ${methods.join(', ')}`;
  throw new HttpError(405, { code: 'method-not-allowed', message }, { allow: methods.join(', ') });
}

async function authorize(request, { TOKEN }) {
  if (!TOKEN) throw misconfigured('the secret TOKEN is not set');
  const given = request.headers.get('authorization') ?? '';
  if (await isSame(given, `Bearer ${TOKEN}`)) return;
  const headers = { 'www-authenticate': 'Bearer' };
  throw new HttpError(401, { code: 'unauthorized', message: 'the token of this Worker is missing or wrong' }, headers);
}

/** By digests, so that the time it takes says nothing about the token. */
async function isSame(one, other) {
  const digests = [one, other].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text)));
  const [a, b] = (await Promise.all(digests)).map((digest) => new Uint8Array(digest));
  return a.every((byte, at) => byte === b[at]);
}
