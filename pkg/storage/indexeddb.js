import { randomHex } from '../random.js';

const STORE = 'files';

/**
 * Sessions in an IndexedDB database of their own, a record `{bytes, version}` under each name. A write is one
 * transaction; success is its completion, after the data reached the disk where the browser grants that.
 */
export function indexedDbStorage(database = 'transcript-hygiene') {
  let opened;
  const forget = () => {
    opened = undefined;
  };

  function open() {
    opened ??= opening(database, forget).catch((error) => {
      forget();
      throw error;
    });
    return opened;
  }

  /** Writes when `isExpected` says so of the record; nothing but requests of the transaction may happen in between. */
  async function writeIf(name, bytes, isExpected) {
    const record = { bytes: bytes.slice(), version: randomHex(12) };
    let written = false;
    await transaction(await open(), 'readwrite', (store) => {
      const found = store.get(name);
      found.onsuccess = () => {
        if (!isExpected(found.result)) return;
        store.put(record, name);
        written = true;
      };
    });
    return written;
  }

  return {
    /** Stores bytes, whatever was there. */
    async put(name, bytes) {
      await writeIf(name, bytes, () => true);
    },

    async load(name) {
      let found;
      await transaction(await open(), 'readonly', (store) => {
        found = store.get(name);
      });
      return found.result;
    },

    saveNew: (name, bytes) => writeIf(name, bytes, (record) => record === undefined),

    async replace(name, bytes, expected) {
      return (await writeIf(name, bytes, (record) => record?.version === expected)) ? { durable: true } : null;
    },

    async remove(name) {
      await transaction(await open(), 'readwrite', (store) => store.delete(name));
    },
  };
}

function opening(database, forget) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // Somebody who deletes the database need not wait for us.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      request.result.onclose = forget;
      resolve(request.result);
    };
  });
}

function transaction(database, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    work(transaction.objectStore(STORE));
  });
}
