import { concatBytes } from '../bytes.js';

/** A row may have 2 MB; a session may have more. */
const CHUNK_BYTES = 1024 * 1024;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS transcript_hygiene_files (name TEXT PRIMARY KEY, version INTEGER NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS transcript_hygiene_chunks (
     name TEXT NOT NULL, seq INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, seq))`,
  `CREATE TABLE IF NOT EXISTS transcript_hygiene_writes (id INTEGER PRIMARY KEY AUTOINCREMENT)`,
];

/**
 * Sessions in the SQLite storage of a Durable Object (`ctx.storage`), in chunks. A write is one synchronous transaction,
 * and has a version that no other write had or will have.
 */
export function durableObjectStorage(objectStorage) {
  const { sql } = objectStorage;
  const rows = (query, ...values) => sql.exec(query, ...values).toArray();
  for (const table of TABLES) sql.exec(table);

  const versionOf = (name) => rows('SELECT version FROM transcript_hygiene_files WHERE name = ?', name)[0]?.version;

  function write(name, bytes) {
    const [{ id }] = rows('INSERT INTO transcript_hygiene_writes DEFAULT VALUES RETURNING id');
    sql.exec('DELETE FROM transcript_hygiene_writes WHERE id < ?', id);
    sql.exec('INSERT OR REPLACE INTO transcript_hygiene_files VALUES (?, ?)', name, id);
    sql.exec('DELETE FROM transcript_hygiene_chunks WHERE name = ?', name);
    for (let at = 0, seq = 0; at < bytes.length; at += CHUNK_BYTES, seq += 1) {
      const chunk = bytes.slice(at, at + CHUNK_BYTES).buffer;
      sql.exec('INSERT INTO transcript_hygiene_chunks VALUES (?, ?, ?)', name, seq, chunk);
    }
  }

  /** Writes when the version is the expected one; says whether it was. */
  const writeIf = (name, bytes, expected) =>
    objectStorage.transactionSync(() => {
      if (versionOf(name) !== expected) return false;
      write(name, bytes);
      return true;
    });

  return {
    /** Stores bytes, whatever was there. */
    put(name, bytes) {
      objectStorage.transactionSync(() => write(name, bytes));
    },

    async load(name) {
      const version = versionOf(name);
      if (version === undefined) return undefined;
      const chunks = rows('SELECT bytes FROM transcript_hygiene_chunks WHERE name = ? ORDER BY seq', name);
      return { bytes: concatBytes(chunks.map((row) => new Uint8Array(row.bytes))), version };
    },

    saveNew: async (name, bytes) => writeIf(name, bytes, undefined),

    // The output gate holds back every answer of the object until what it wrote is durable.
    replace: async (name, bytes, expected) => (writeIf(name, bytes, expected) ? { durable: true } : null),

    async remove(name) {
      objectStorage.transactionSync(() => {
        sql.exec('DELETE FROM transcript_hygiene_files WHERE name = ?', name);
        sql.exec('DELETE FROM transcript_hygiene_chunks WHERE name = ?', name);
      });
    },
  };
}
