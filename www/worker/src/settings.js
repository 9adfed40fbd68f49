import { HttpError } from './errors.js';

/** Bytes of a request body, where the configuration names no other number: 16 MiB. */
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * The variables of `wrangler.jsonc`, checked.
 *
 * @returns {{ maxBodyBytes: number, allowedOrigins: string[] }}
 */
export function readSettings(env = {}) {
  return {
    maxBodyBytes: bytes(env.MAX_BODY_BYTES ?? DEFAULT_MAX_BODY_BYTES),
    allowedOrigins: (env.ALLOWED_ORIGINS ?? '').split(/\s+/).filter(Boolean),
  };
}

/** A variable set on the command line or in the dashboard is text. */
function bytes(value) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new HttpError(500, { code: 'misconfigured', message: 'MAX_BODY_BYTES is not a whole number above 0' });
}
