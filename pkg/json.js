import { HygieneError } from './hygiene-error.js';

/**
 * The one place where the caller's objects are read. Getters, proxies and `toJSON` run here and may throw anything.
 *
 * @returns {string | undefined} nothing for what JSON has no word for, such as a function
 */
export function stringify(value, what) {
  return guarded(what, () => JSON.stringify(value));
}

/** Reads from the caller's objects; whatever that throws arrives as a `HygieneError`. */
export function guarded(what, read) {
  try {
    return read();
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

/** A copy that no getter or proxy reaches into. */
export function plainCopy(value, what) {
  if (value === undefined) return undefined;
  const text = stringify(value, what);
  if (text === undefined) {
    throw new HygieneError({ code: 'invalid-argument', message: `${what} must be an object, found a ${typeof value}` });
  }
  return JSON.parse(text);
}

/** What a value is, in a person's words. */
export function kind(value) {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'an array';
  return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`;
}

function unreadable(what, cause) {
  // V8 and JavaScriptCore say RangeError when JSON.stringify runs out of stack, SpiderMonkey says InternalError.
  const name = text(() => cause.name);
  if (name === 'RangeError' || name === 'InternalError') {
    const message = `${what} is nested too deeply or too large to be written as JSON here; the text door has no such bound`;
    return new HygieneError({ code: 'limit-exceeded', message }, { cause });
  }
  const why = text(() => cause.message);
  const message = `${what} cannot be written as JSON${why ? `: ${why}` : ''}`;
  return new HygieneError({ code: 'invalid-argument', message }, { cause });
}

/** A getter may throw anything, even a value that throws when it is looked at. */
function text(read) {
  try {
    const found = read();
    return typeof found === 'string' ? found : '';
  } catch {
    return '';
  }
}
