import type { Storage } from '../history.js';

/**
 * Sessions in an IndexedDB database of their own, a record under each name.
 *
 * @param database its name; `transcript-hygiene` when there is none
 */
export function indexedDbStorage(database?: string): IndexedDbStorage;

export interface IndexedDbStorage extends Storage<string> {
  /** Stores bytes, whatever was there. */
  put(name: string, bytes: Uint8Array): Promise<void>;
}
