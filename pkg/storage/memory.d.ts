import type { Storage } from '../history.js';

/** Sessions in memory: the simplest storage that keeps the contract. */
export function memoryStorage(files?: Record<string, Uint8Array>): MemoryStorage;

export interface MemoryStorage extends Storage<number> {
  /** What is stored under a name. */
  get(name: string): Uint8Array | undefined;
  /** Stores bytes, whatever was there. */
  put(name: string, bytes: Uint8Array): void;
  /** Every name under which something is stored. */
  names(): string[];
}
