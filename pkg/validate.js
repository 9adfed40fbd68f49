import { createDoors } from './doors.js';
import { described } from './findings.js';
import { HygieneError } from './hygiene-error.js';
import { kind, plainCopy, stringify } from './json.js';
import { engine } from './validate-engine.js';

export { constraints } from './findings.js';
export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';

// Types and what each call means are in validate.d.ts.

const { askText, askWritten } = /* @__PURE__ */ createDoors(engine);

export const init = (source) => engine.init(source);

export function validate(messages, target, options) {
  return forTarget(askWritten, jsonText(messages, 'the transcript'), target, options);
}

export function validateText(json, target, options) {
  return forTarget(askText, json, target, options);
}

function forTarget(ask, json, target, options) {
  const to = plainCopy(target, 'the target');
  const given = plainCopy(options, 'options');
  return described(ask(json, given?.limits, (glue, length) => glue.validate(length, to, given)));
}

export function validateRequest(body, api, options) {
  const given = plainCopy(options, 'options');
  const isJson = typeof body === 'string' || ArrayBuffer.isView(body);
  const [ask, json] = isJson ? [askText, body] : [askWritten, jsonText(body, 'the request')];
  if (typeof api !== 'string') throw invalid(`expected the name of an API, found ${kind(api)}`);
  return described(ask(json, given?.limits, (glue, length) => glue.validateRequest(length, api, given)));
}

/** What is validated may be any JSON: a wrong shape is a finding. */
function jsonText(value, what) {
  const text = stringify(value, what);
  if (text === undefined) throw invalid(`${what} cannot be ${kind(value)}`);
  return text;
}

function invalid(message) {
  return new HygieneError({ code: 'invalid-argument', message });
}
