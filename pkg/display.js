// What people see of stored history: see history.d.ts.
import { HygieneError } from './hygiene-error.js';
import { kind, plainCopy } from './json.js';
import { pageBefore } from './paging.js';
import { ownRows, projectJson, projectRows, splitPrompt } from './rows.js';

export { createProjector } from './projector.js';

export function project(messages, options) {
  const { limit, cursor, ...given } = plainCopy(options, 'options') ?? {};
  const { facts, shown } = projectRows(ownRows(messages), given);
  const { changed: _, ...told } = facts;
  if (limit === undefined && cursor === undefined) return { messages: shown, ...told };
  return { ...pageBefore(shown, cursor, limit), ...told };
}

export function projectText(json, options) {
  const { facts, shown } = projectJson(json, plainCopy(options, 'options'));
  const { changed: _, ...told } = facts;
  return { json: shown, ...told };
}

export function extractRuntimeContext(text) {
  if (typeof text === 'string') return splitPrompt(text);
  throw new HygieneError({ code: 'invalid-argument', message: `expected a prompt as a string, found ${kind(text)}` });
}
