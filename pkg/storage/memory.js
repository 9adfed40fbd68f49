/** Sessions in memory: the simplest storage that keeps the contract. */
export function memoryStorage(files = {}) {
  const stored = new Map();
  let writes = 0;

  const storage = {
    /** Stores bytes, whatever was there. */
    put(name, bytes) {
      writes += 1;
      stored.set(name, { bytes: bytes.slice(), version: writes });
    },

    get: (name) => stored.get(name)?.bytes.slice(),

    names: () => [...stored.keys()].sort(),

    async load(name) {
      const found = stored.get(name);
      return found && { bytes: found.bytes.slice(), version: found.version };
    },

    async saveNew(name, bytes) {
      if (stored.has(name)) return false;
      storage.put(name, bytes);
      return true;
    },

    async replace(name, bytes, expected) {
      if (stored.get(name)?.version !== expected) return null;
      storage.put(name, bytes);
      return { durable: true };
    },

    async remove(name) {
      stored.delete(name);
    },
  };

  for (const [name, bytes] of Object.entries(files)) storage.put(name, bytes);
  return storage;
}
