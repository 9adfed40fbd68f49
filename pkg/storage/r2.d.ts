import type { Storage } from '../history.js';

/**
 * Sessions as objects of a Cloudflare R2 bucket, replaced by a conditional put. Their metadata is kept.
 *
 * @param bucket the binding
 */
export function r2Storage(bucket: R2BucketLike): Storage;

/** What is used of a bucket. */
export interface R2BucketLike {
  get(key: string): Promise<any>;
  put(key: string, value: any, options?: any): Promise<any>;
  delete(key: string): Promise<void>;
}
