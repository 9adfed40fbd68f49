// A rule's example, run as somebody edited it.
import { sanitizeRequest, sanitizeText } from 'transcript-hygiene';
import { describeError } from './describe-error.js';
import { countsOf } from './mend.js';
import { history, preflight } from './modules.js';

/**
 * With all rules of the target, as they run in earnest.
 *
 * @param {{ text: string, door: 'replay' | 'preflight' | 'request' | 'display' | 'repair', target: object }} request
 * @returns `text`, and `counts` by rule where the call tells; or `error`.
 */
export async function example({ text, door, target }) {
  const { profile, policyOverrides, baseUrl, sessionStartedAt, ...to } = target;
  try {
    const { json, report } = await doors[door](text, { profile, policyOverrides, baseUrl, sessionStartedAt }, to);
    return { text: pretty(json), counts: report?.counts };
  } catch (error) {
    return { error: describeError(error) };
  }
}

const doors = {
  replay: (text, { profile, policyOverrides }, to) =>
    sanitizeText(text, to, { profile, policyOverrides, report: true }),
  async request(text, { profile, baseUrl }, to) {
    const { body, report } = await sanitizeRequest(text, to, { profile, baseUrl, report: true });
    return { json: body, report };
  },
  async preflight(text, _, { api, provider, model }) {
    const outcome = await (await preflight()).preflight(text, { api, provider, model });
    return { json: outcome.body ?? text, report: { counts: countsOf(outcome.changes) } };
  },
  async display(text, { profile, sessionStartedAt }) {
    const { projectText } = await history();
    return { json: projectText(text, { profile: profile ?? 'compat', sessionStartedAt }).json };
  },
  /** Entries of the example are the lines of a file, behind a header. */
  async repair(text, { profile }) {
    const { planRepair } = await history();
    const lines = JSON.parse(text).map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
    const { output } = planRepair([HEADER, ...lines, ''].join('\n'), { profile, relink: true });
    return { json: JSON.stringify(output.trimEnd().split('\n').slice(1).map(readLine)) };
  },
};

const HEADER = '{"type":"session","version":3,"id":"example","timestamp":"2026-01-01T00:00:00.000Z","cwd":""}';

function readLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

const pretty = (json) => JSON.stringify(JSON.parse(json), null, 2);
