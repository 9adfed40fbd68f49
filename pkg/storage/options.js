import { HygieneError } from '../hygiene-error.js';

/** The options of a storage, none of which is unknown. Nothing is `{}`. */
export function storageOptions(options, known) {
  const given = { ...options };
  const option = Object.keys(given).find((name) => !known.includes(name));
  if (option === undefined) return given;
  const message = `"${option}" is not known; there is ${known.map((name) => `"${name}"`).join(', ')}`;
  throw new HygieneError({ code: 'invalid-argument', message, option });
}
