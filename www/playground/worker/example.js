// A rule's example, run as somebody edited it.
import { sanitizeRequest, sanitizeText } from 'transcript-hygiene';
import { describeError } from './describe-error.js';
import { history } from './modules.js';

/** @param {{ text: string, door: 'replay' | 'request' | 'display' | 'repair', target: object }} request */
export async function example({ text, door, target }) {
  const { profile, policyOverrides, baseUrl, sessionStartedAt, ...to } = target;
  try {
    return { text: pretty(await doors[door](text, { profile, policyOverrides, baseUrl, sessionStartedAt }, to)) };
  } catch (error) {
    return { error: describeError(error) };
  }
}

const doors = {
  async replay(text, { profile, policyOverrides }, to) {
    return (await sanitizeText(text, to, { profile, policyOverrides })).json;
  },
  async request(text, { profile, baseUrl }, to) {
    return (await sanitizeRequest(text, to, { profile, baseUrl })).body;
  },
  async display(text, { profile, sessionStartedAt }) {
    const { projectText } = await history();
    return projectText(text, { profile: profile ?? 'compat', sessionStartedAt }).json;
  },
  /** Entries of the example are the lines of a file, behind a header. */
  async repair(text, { profile }) {
    const { planRepair } = await history();
    const lines = JSON.parse(text).map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
    const { output } = planRepair([HEADER, ...lines, ''].join('\n'), { profile, relink: true });
    return JSON.stringify(output.trimEnd().split('\n').slice(1).map(readLine));
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
