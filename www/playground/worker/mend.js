// What the engine makes of an input for a target, whatever the input is.
import { sanitizeText } from 'transcript-hygiene';
import { isRequest } from '../input/shapes.js';
import { preflight } from './modules.js';

/**
 * @returns {Promise<{ json: string, changed: boolean, report: object, advice: object[], headers?: object,
 *   findings?: object[], remaining?: object[] }>} `findings` and `remaining` of requests, whose mending finds them.
 */
export const mend = ({ kind, json }, target, options) =>
  isRequest(kind) ? mendRequest(kind, json, target, options) : sanitizeText(json, target, { ...options, report: true });

async function mendRequest(api, json, { provider, modelId }, { profile }) {
  const known = { provider: provider || undefined, model: modelId || undefined };
  const outcome = await (await preflight()).preflight(json, { api, ...known, profile });
  const { body = json, changed, changes, repairVersion, advice, headers, findings, remaining } = outcome;
  const report = { changes, counts: countsOf(changes), repairVersion };
  return { json: body, changed, report, advice, headers, findings, remaining };
}

/** How many changes each rule made. */
export function countsOf(changes) {
  const counts = {};
  for (const { rule } of changes) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
