import type { Storage } from '../history.js';

/**
 * Sessions in the SQLite storage of a Durable Object, in tables whose names begin with `transcript_hygiene_`.
 *
 * @param objectStorage the object's `ctx.storage`
 */
export function durableObjectStorage(objectStorage: DurableObjectStorageLike): DurableObjectSessions;

export interface DurableObjectSessions extends Storage<number> {
  /** Stores bytes, whatever was there. */
  put(name: string, bytes: Uint8Array): void;
}

/** What is used of an object's storage. */
export interface DurableObjectStorageLike {
  sql: { exec(query: string, ...bindings: any[]): { toArray(): any[] } };
  transactionSync<T>(work: () => T): T;
}
