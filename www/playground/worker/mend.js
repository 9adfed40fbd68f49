// What the engine makes of an input for a target, whatever the input is.
import { sanitizeRequest, sanitizeText } from 'transcript-hygiene';
import { isRequest } from '../input/shapes.js';

/** @returns {Promise<{ json: string, changed: boolean, report: object, advice: object[] }>} */
export async function mend({ kind, json }, target, options) {
  if (!isRequest(kind)) return sanitizeText(json, target, { ...options, report: true });
  const { body, changed, report } = await sanitizeRequest(json, target, { profile: options.profile, report: true });
  return { json: body, changed, report, advice: [] };
}
