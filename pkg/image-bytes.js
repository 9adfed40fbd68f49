import { isBytes } from './bytes.js';
import { HygieneError } from './hygiene-error.js';
import { kind } from './json.js';

/** Refuses what is no image in bytes. */
export function checkBytes(bytes) {
  if (isBytes(bytes)) return;
  const message = `expected an image as a Uint8Array, found ${kind(bytes)}`;
  throw new HygieneError({ code: 'invalid-argument', message });
}

/** Writes an image into the memory of a module; gives its length there. */
export function writeImage(engine, bytes) {
  const start = engine.reserve(bytes.length);
  engine.view(start, bytes.length).set(bytes);
  return bytes.length;
}
