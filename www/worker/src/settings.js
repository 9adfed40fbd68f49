import { misconfigured } from './errors.js';
import { readUpstreams } from './upstreams.js';

const MEBIBYTE = 1024 * 1024;

/** What holds where the configuration names no other number. An isolate has 128 MB for everything. */
const DEFAULTS = {
  MAX_BODY_BYTES: 16 * MEBIBYTE,
  MAX_BUFFERED_BYTES: 48 * MEBIBYTE,
  BODY_TIMEOUT_MS: 30_000,
  // As long as the providers' own clients wait.
  UPSTREAM_TIMEOUT_MS: 600_000,
};

/** The variables of `wrangler.jsonc`, checked. */
export function readSettings(env = {}) {
  return {
    maxBodyBytes: count(env, 'MAX_BODY_BYTES'),
    maxBufferedBytes: count(env, 'MAX_BUFFERED_BYTES'),
    bodyTimeoutMs: count(env, 'BODY_TIMEOUT_MS'),
    upstreamTimeoutMs: count(env, 'UPSTREAM_TIMEOUT_MS'),
    allowedOrigins: (env.ALLOWED_ORIGINS ?? '').split(/\s+/).filter(Boolean),
    secondTry: isOn(env, 'SECOND_TRY'),
    upstreams: readUpstreams(env.UPSTREAMS ?? {}),
  };
}

/** A variable set on the command line or in the dashboard is text. */
function count(env, name) {
  const number = Number(env[name] ?? DEFAULTS[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw misconfigured(`${name} is not a whole number above 0`);
}

function isOn(env, name) {
  const value = String(env[name] ?? false);
  if (value === 'true' || value === 'false') return value === 'true';
  throw misconfigured(`${name} is neither true nor false`);
}
