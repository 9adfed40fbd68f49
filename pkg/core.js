import { createDoors } from './doors.js';
import { engine } from './engine.js';
import { errorTexts } from './error-texts.js';
import { HygieneError } from './hygiene-error.js';
import { guarded, kind, plainCopy, stringify } from './json.js';

export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';

// Types and what each call means are in index.d.ts.

const { askText, askValues, throughText, throughValues, throughWholeText } = /* @__PURE__ */ createDoors(engine);

export const init = (source) => engine.init(source);

export function resolvePolicy(target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  return engine.run((glue) => JSON.parse(glue.resolvePolicy(to, given)));
}

export async function sanitize(messages, target, options) {
  if (!engine.ready) await engine.init();
  return sanitizeSync(messages, target, options);
}

export function sanitizeSync(messages, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const call = throughValues(messages, given?.limits, (glue, length, door) => glue.sanitize(length, to, given, door));
  return { messages: call.output, ...call.meta };
}

export async function sanitizeText(json, target, options) {
  if (!engine.ready) await engine.init();
  return sanitizeTextSync(json, target, options);
}

export function sanitizeTextSync(json, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const call = throughText(json, given?.limits, (glue, length, door) => glue.sanitize(length, to, given, door));
  return { json: call.output, ...call.meta };
}

export function check(messages, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  return askValues(messages, given?.limits, (glue, length) => glue.check(length, to, given));
}

export function checkText(json, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  return askText(json, given?.limits, (glue, length) => glue.check(length, to, given));
}

export async function sanitizeRequest(body, target, options) {
  if (!engine.ready) await engine.init();
  return sanitizeRequestSync(body, target, options);
}

export function sanitizeRequestSync(body, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const isJson = typeof body === 'string' || ArrayBuffer.isView(body);
  const call = throughWholeText(isJson ? body : requestText(body), given?.limits, (glue, length) =>
    glue.sanitizeRequest(length, to, given),
  );
  if (isJson) return { body: call.output, ...call.meta };
  return { body: call.meta.changed ? JSON.parse(call.output) : body, ...call.meta };
}

export function preRequest(messages, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const call = throughValues(messages, given?.limits, (glue, length, door) => glue.preRequest(length, to, given, door));
  return { messages: call.output, ...call.meta };
}

export function preRequestText(json, target, options) {
  const to = plainTarget(target);
  const given = plainOptions(options);
  const call = throughText(json, given?.limits, (glue, length, door) => glue.preRequest(length, to, given, door));
  return { json: call.output, ...call.meta };
}

export function stripAllThinking(messages, options) {
  const given = plainOptions(options);
  const call = throughValues(messages, given?.limits, (glue, length, door) =>
    glue.stripAllThinking(length, given, door),
  );
  return { messages: call.output, ...call.meta };
}

export function stripAllThinkingText(json, options) {
  const given = plainOptions(options);
  const call = throughText(json, given?.limits, (glue, length, door) => glue.stripAllThinking(length, given, door));
  return { json: call.output, ...call.meta };
}

export function isThinkingReplayError(error) {
  const texts = JSON.stringify(errorTexts(error));
  return askText(texts, undefined, (glue, length) => glue.isThinkingReplayError(length));
}

export function rejections(text) {
  if (typeof text !== 'string') {
    const message = `expected the text of a provider's error, found ${kind(text)}`;
    throw new HygieneError({ code: 'invalid-argument', message });
  }
  return askText(text, undefined, (glue, length) => glue.rejections(length));
}

function plainTarget(target) {
  return plainCopy(target, 'the target');
}

/** Session entries hold any JSON, to any depth, so they cross as text. */
function plainOptions(options) {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return plainCopy(options, 'options');
  const { sessionEntries, ...others } = guarded('options', () => ({ ...options }));
  const copy = plainCopy(others, 'options');
  if (sessionEntries !== undefined) copy.sessionEntries = stringify(sessionEntries, '"sessionEntries"') ?? '';
  return copy;
}

function requestText(body) {
  const text = stringify(body, 'the request');
  if (text !== undefined) return text;
  const message = `expected a request body as an object, a string or a Uint8Array, found ${kind(body)}`;
  throw new HygieneError({ code: 'not-a-request', message, pointer: '' });
}
