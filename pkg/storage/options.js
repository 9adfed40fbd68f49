import { HygieneError } from '../hygiene-error.js';
import { nearest } from '../nearest.js';

/** The options of a storage, none of which is unknown. Nothing is `{}`. */
export function storageOptions(options, known) {
  const given = { ...options };
  const option = Object.keys(given).find((name) => !known.includes(name));
  if (option === undefined) return given;
  const near = nearest(option, known);
  const message = `"${option}" is not known; did you mean "${near}"?`;
  throw new HygieneError({ code: 'invalid-argument', message, option, nearest: near });
}
