import type { Storage } from '../history.js';

/** Options of {@link fileStorage}. */
export interface FileStorageOptions {
  /**
   * How long after the replacement the displaced file is watched for a writer that had it open, in milliseconds.
   * Default: 100.
   */
  graceMs?: number;
  /** Called before and after each step of a replacement, for tests; what it throws ends the step. */
  onStep?: (
    step: 'writeTemp' | 'flushTemp' | 'checkVersion' | 'replace' | 'flushDir',
    when: 'before' | 'after',
  ) => void | Promise<void>;
}

/**
 * Sessions as files, by their path, on Node, Deno and Bun.
 *
 * A session is replaced by renaming a temporary file, `<path>.repair-….tmp`, which is flushed before, as is the folder
 * afterwards. The backup is a hard link where the file system has them, so that what a late writer appends to the
 * displaced file is found and put behind the new one. A writer that keeps the file open beyond that has to open it anew.
 *
 * Comparing and renaming are two calls, so other repairs are kept off by `<path>.repair.lock` meanwhile; one that a process
 * left behind when it died is recognised.
 *
 * Temporary files of a process that died may be removed when it no longer runs; the number behind `.repair-` is its id.
 */
export function fileStorage(options?: FileStorageOptions): Storage;
