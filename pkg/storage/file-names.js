import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/** Most bytes of a file's name on nearly all file systems. */
const MOST_BYTES = 255;

/** Digits of the hash that tells cut names apart. */
const HASH_DIGITS = 16;

/**
 * A path with something behind it. Where the name would be longer than file systems take, its end gives way to `~` and
 * a hash of it, as in the names of backups.
 */
export function withSuffix(path, suffix) {
  const [, folder, name] = /^(.*[/\\])?([^/\\]*)$/s.exec(path);
  const bytes = Buffer.from(name);
  if (bytes.length + suffix.length <= MOST_BYTES) return path + suffix;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
  const room = MOST_BYTES - suffix.length - HASH_DIGITS - 1;
  // A character that was cut in the middle is no character.
  const kept = bytes.subarray(0, room).toString().replace(/\uFFFD+$/, '');
  return `${folder ?? ''}${kept}~${hash}${suffix}`;
}
