import type { Storage } from '../history.js';

/** Options of {@link opfsStorage}. */
export interface OpfsStorageOptions {
  /** Where names begin. Default: the root of the origin's private file system. */
  directory?: object;
}

/**
 * Sessions in the origin private file system of a browser; folders in a name are divided by `/` and have to exist.
 *
 * Nothing there confirms that bytes survive a power loss, so a repair leaves its backup and reports it; `isLeftoverBackup`
 * says when it may be removed.
 */
export function opfsStorage(options?: OpfsStorageOptions): Storage;
