// The Worker in workerd, for the tests beside this file.
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startWorker } from '../hosts/worker.mjs';

export const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Where the package is installed; the Worker's own folder need not have it. */
export const NODE_PATHS = [fileURLToPath(new URL('../node_modules', import.meta.url))];
export const SOURCE = {
  entryPoints: [fileURLToPath(new URL('../../www/worker/src/index.js', import.meta.url))],
  nodePaths: NODE_PATHS,
};

export const CLAUDE = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
export const CLAUDE_QUERY = new URLSearchParams(CLAUDE);

/** A call without its result, which the Anthropic policy mends. */
export const UNANSWERED =
  '[{"role":"user","content":"list"},' +
  '{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},' +
  '{"role":"user","content":"go on"}]';

/**
 * Starts the Worker for the tests of a file.
 * @returns {(path: string, init?: RequestInit) => Promise<Response>}
 */
export function worker(variables) {
  return startedWorker(variables).call;
}

/** The same with the address of the Worker's port. */
export function startedWorker(variables) {
  const starting = startWorker(SOURCE, variables);
  after(async () => (await starting).dispose());
  return {
    call: async (path, init) => (await starting).dispatchFetch(`http://worker.test${path}`, init),
    url: async () => (await starting).ready,
  };
}

/** A POST of JSON: text and bytes as they are, anything else written as JSON. */
export function post(body, headers) {
  const isJson = typeof body === 'string' || ArrayBuffer.isView(body);
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: isJson ? body : JSON.stringify(body),
  };
}
