// What a run is asked to do.
import { HttpError } from '../errors.js';

/** Behind the name of a session in the name of its sanitized messages, which are no session. */
export const SANITIZED_SUFFIX = '.json';

const MEMBERS = ['prefix', 'suffix', 'repair', 'sanitize'];
const SANITIZE_MEMBERS = ['target', 'options', 'output'];

/**
 * @param given  the body of a request to start a run
 * @returns {{ prefix: string, suffix: string, repair: object, sanitize?: { target: object, options?: object, output: string } }}
 *   `prefix` and `suffix` choose the objects; `repair` is `repairSession`'s options; with `sanitize` the messages of each
 *   session are made acceptable to a target and stored under `output`
 */
export function readPlan(given) {
  if (!isObject(given)) throw refused('the body is not a JSON object');
  const { prefix = '', suffix = '.jsonl', repair = {}, sanitize } = known(given, MEMBERS);
  if (typeof prefix !== 'string' || typeof suffix !== 'string') throw refused('prefix and suffix are texts');
  if (!isObject(repair)) throw refused('repair is an object');
  return { prefix, suffix, repair, ...(sanitize && { sanitize: readSanitize(sanitize, { prefix, suffix }) }) };
}

function readSanitize(given, { prefix, suffix }) {
  if (!isObject(given)) throw refused('sanitize is an object');
  const { target, options, output } = known(given, SANITIZE_MEMBERS);
  if (!isObject(target)) throw refused('sanitize.target is missing');
  if (typeof output !== 'string' || output === '') throw refused('sanitize.output, a prefix, is missing');
  if (output.startsWith(prefix) && SANITIZED_SUFFIX.endsWith(suffix)) {
    throw refused('what is stored under sanitize.output would be taken for sessions');
  }
  return { target, options, output };
}

function known(given, members) {
  const unknown = Object.keys(given).find((member) => !members.includes(member));
  if (unknown !== undefined) throw refused(`${JSON.stringify(unknown)} is not known; known: ${members.join(', ')}`);
  return given;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(message) {
  return new HttpError(400, { code: 'invalid-argument', message });
}
