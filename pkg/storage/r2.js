/** Sessions as objects of a Cloudflare R2 bucket. A conditional put is the replacement; equal etags are equal bytes. */
export function r2Storage(bucket) {
  return {
    async load(name) {
      const found = await bucket.get(name);
      if (found === null) return undefined;
      const { etag, httpMetadata, customMetadata } = found;
      return { bytes: new Uint8Array(await found.arrayBuffer()), version: { etag, httpMetadata, customMetadata } };
    },

    async saveNew(name, bytes) {
      return (await bucket.put(name, bytes, { onlyIf: { etagDoesNotMatch: '*' } })) !== null;
    },

    async replace(name, bytes, { etag, httpMetadata, customMetadata }) {
      const put = await bucket.put(name, bytes, { onlyIf: { etagMatches: etag }, httpMetadata, customMetadata });
      return put && { durable: true };
    },

    async remove(name) {
      await bucket.delete(name);
    },
  };
}
