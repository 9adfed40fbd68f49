import { equalBytes } from '../bytes.js';
import { randomHex } from '../random.js';
import { storageOptions } from './options.js';

/** Reads of a file that somebody replaces meanwhile. */
const MOST_READS = 3;

/**
 * Sessions in the origin private file system of a browser; folders in a name are divided by `/` and have to exist.
 *
 * Storages like this one take a lock for each write, and what else writes is found out by comparing bytes. Nothing there
 * confirms that bytes survive a power loss, so a repair leaves its backup and reports it.
 */
export function opfsStorage(options) {
  const { directory } = storageOptions(options, ['directory']);

  async function locate(name) {
    const folders = name.split('/');
    const base = folders.pop();
    let folder = directory ?? (await navigator.storage.getDirectory());
    for (const part of folders) folder = await folder.getDirectoryHandle(part);
    return { folder, base };
  }

  return {
    async load(name) {
      const { folder, base } = await locate(name);
      const bytes = await read(folder, base);
      return bytes && { bytes, version: bytes };
    },

    saveNew: (name, bytes) =>
      locked(name, async () => {
        const { folder, base } = await locate(name);
        if (await find(folder, base)) return false;
        await write(folder, base, bytes);
        return true;
      }),

    replace: (name, bytes, expected) =>
      locked(name, async () => {
        const { folder, base } = await locate(name);
        const temporary = `${base}.repair-${randomHex(12)}.tmp`;
        try {
          const file = await write(folder, temporary, bytes);
          const now = await read(folder, base);
          if (!now || !equalBytes(now, expected)) {
            await remove(folder, temporary);
            return null;
          }
          if (file.move) {
            await file.move(base);
          } else {
            // Without `move` the browser swaps what was written when it is closed, which takes one step, too.
            await write(folder, base, bytes);
            await remove(folder, temporary);
          }
          return { durable: false };
        } catch (error) {
          await remove(folder, temporary).catch(() => {});
          throw error;
        }
      }),

    async remove(name) {
      const { folder, base } = await locate(name);
      await remove(folder, base);
    },
  };
}

/** Locks are the origin's, so other tabs wait as well. */
function locked(name, work) {
  return navigator.locks ? navigator.locks.request(`transcript-hygiene:${name}`, work) : work();
}

const find = (folder, base) => unlessMissing(folder.getFileHandle(base));

async function read(folder, base) {
  for (let reads = 1; ; reads += 1) {
    const handle = await find(folder, base);
    if (!handle) return undefined;
    try {
      return new Uint8Array(await (await handle.getFile()).arrayBuffer());
    } catch (error) {
      // Replaced after it was found: the old file cannot be read any more.
      if (reads === MOST_READS) throw error;
    }
  }
}

async function write(folder, base, bytes) {
  const handle = await folder.getFileHandle(base, { create: true });
  const stream = await handle.createWritable();
  try {
    await stream.write(bytes);
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => {});
    throw error;
  }
  return handle;
}

const remove = (folder, base) => unlessMissing(folder.removeEntry(base));

async function unlessMissing(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === 'NotFoundError') return undefined;
    throw error;
  }
}
