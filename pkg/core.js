import { createDoors } from './doors.js';
import { engine } from './engine.js';
import { errorTexts } from './error-texts.js';
import { HygieneError } from './hygiene-error.js';
import { kind, stringify } from './json.js';
import { plainOptions, plainTarget } from './options.js';
import { probe } from './probe.js';

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

/** A header is small to read, so this needs no codecs. */
export const probeImage = (bytes) => probe(engine, bytes);

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

function requestText(body) {
  const text = stringify(body, 'the request');
  if (text !== undefined) return text;
  const message = `expected a request body as an object, a string or a Uint8Array, found ${kind(body)}`;
  throw new HygieneError({ code: 'not-a-request', message, pointer: '' });
}
