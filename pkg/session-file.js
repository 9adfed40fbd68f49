// The bytes of session files, on their way into the module and back.
import { isBytes } from './bytes.js';
import { engine } from './history-engine.js';
import { HygieneError } from './hygiene-error.js';
import { kind } from './json.js';

const encoder = /* @__PURE__ */ new TextEncoder();
// A leading U+FEFF is a part of the file.
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

export function bytesOf(file) {
  if (typeof file === 'string') return encoder.encode(file);
  if (isBytes(file)) return file;
  const message = `expected a session file as a string or as a Uint8Array, found ${kind(file)}`;
  throw new HygieneError({ code: 'invalid-argument', message });
}

export const textOf = (bytes) => decoder.decode(bytes);

/** Puts bytes into the module; gives how many there are. */
export function send(bytes) {
  engine.view(engine.reserve(bytes.length), bytes.length).set(bytes);
  return bytes.length;
}

/** What the module left for us; gone when the call ends. */
export function received(glue) {
  return engine.view(glue.outputPointer(), glue.outputLength());
}
