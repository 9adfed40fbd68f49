import type { Storage } from './history.js';

/** A promise of storages, and what checks it on one that holds no name which begins with `conformance`. */
export interface StorageCheck {
  /** What has to hold, in words. */
  readonly name: string;
  /** Rejects where it does not hold. */
  run(storage: Storage): Promise<void>;
}

/** What a storage promises, one check each. */
export const storageChecks: readonly StorageCheck[];

/**
 * Runs every check, each on a storage that `fresh` makes, and removes what they stored. In browsers after `init` of
 * `transcript-hygiene/history`.
 *
 * @throws an `Error` that names what does not hold
 */
export function checkStorage(fresh: () => Storage | Promise<Storage>): Promise<void>;

/** Something that goes wrong, once. */
export interface Fault {
  /** The call at which it happens. */
  step: 'load' | 'saveNew' | 'replace' | 'verify' | 'remove';
  /** Before the call has any effect, or after all of it. Default: `before`. */
  when?: 'before' | 'after';
  /** Throws (the call fails), never ends (the host died), or does what another writer does. Gets the call's arguments. */
  happen(...parameters: any[]): unknown;
}

/** A storage around another one, to which each of the faults happens once, at its step. */
export function withFaults(storage: Storage, faults: readonly Fault[]): Storage;
