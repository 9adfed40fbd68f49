// One stored session: repaired where it is, and made ready for a target beside it.
import { sanitizeText } from 'transcript-hygiene';
import { isLeftoverBackup, loadSessionText, repairSession } from 'transcript-hygiene/history';
import { r2Storage } from 'transcript-hygiene/storage/r2';
import { SANITIZED_SUFFIX } from './plan.js';

/** Largest session that is taken into the memory of an isolate, which has 128 MB: 16 MiB. */
const MAX_SESSION_BYTES = 16 * 1024 * 1024;

/** How repair can end for good. Of other ends another attempt may make something else. */
const SETTLED = ['clean', 'repaired', 'refused', 'missing', 'database'];
/** Ends after which a session can be read. */
const READABLE = ['clean', 'repaired'];

/**
 * Idempotent: what was done in an attempt that died is found done.
 *
 * @returns {Promise<{ settled: boolean, outcome: string }>} with counts of what was done, and never a message's text
 */
export async function treatSession({ key, size }, plan, env) {
  if (size > MAX_SESSION_BYTES) return { settled: true, outcome: 'refused', reason: 'session too large for a Worker' };
  const options = { maxBytes: MAX_SESSION_BYTES, ...plan.repair };
  const { outcome, reason, report, backupPath } = await repairSession(r2Storage(env.SESSIONS), key, options);
  const { changes: _, ...counts } = report ?? {};
  const result = { settled: SETTLED.includes(outcome), outcome, reason, backupPath, repair: counts };
  if (!plan.sanitize || !READABLE.includes(outcome)) return result;
  const sanitized = await sanitizeStored(key, plan.sanitize, env);
  return { ...result, settled: sanitized !== undefined, sanitize: sanitized };
}

/**
 * Removes the backups of repairs whose consumer died after the replacement, once it is sure that nothing is in them
 * which is not in the session.
 */
export async function removeLeftovers({ key }, plan, { SESSIONS }) {
  const session = await bytesOf(SESSIONS, key);
  const { objects } = await SESSIONS.list({ prefix: `${key}.bak-` });
  for (const { key: name } of objects) {
    const backup = await bytesOf(SESSIONS, name);
    if (session && backup && isLeftoverBackup(session, backup, plan.repair)) await SESSIONS.delete(name);
  }
}

async function bytesOf(bucket, name) {
  const found = await bucket.get(name);
  return found && new Uint8Array(await found.arrayBuffer());
}

/**
 * Stores the messages of a session as a target takes them. What says which bytes they were made of is stored with them,
 * so that doing it again costs two looks.
 *
 * @returns counts; nothing when somebody else stored in between
 */
async function sanitizeStored(key, { target, options, output }, env) {
  const session = await env.SESSIONS.get(key);
  if (!session) return undefined;
  const { json } = loadSessionText(new Uint8Array(await session.arrayBuffer()), { form: 'model' });
  const { json: messages, report, advice } = await sanitizeText(json, target, { ...options, report: true });
  const source = await digest([session.etag, report.repairVersion, target, options]);
  const name = `${output}${key}${SANITIZED_SUFFIX}`;
  const there = await env.SESSIONS.head(name);
  const facts = { changes: report.changes.length, advice: advice.map(({ constraint }) => constraint) };
  if (there?.customMetadata?.source === source) return facts;
  const put = await env.SESSIONS.put(name, messages, {
    onlyIf: there ? { etagMatches: there.etag } : { etagDoesNotMatch: '*' },
    httpMetadata: { contentType: 'application/json' },
    customMetadata: { source },
  });
  return put ? facts : undefined;
}

/** SHA-256 in hexadecimal of what JSON makes of a value. */
async function digest(value) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
