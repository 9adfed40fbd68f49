import { Buffer } from 'node:buffer';
import { link, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pid } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createTurns } from '../turns.js';
import { whileLocked } from './file-lock.js';
import { withSuffix } from './file-names.js';
import { storageOptions } from './options.js';

/** How long a writer may take between opening the session and appending to it, when a repair comes in between. */
const GRACE_MS = 100;

/** Reads of a file that somebody keeps writing to. */
const MOST_READS = 10;

/** Where links are not possible, or the session is gone meanwhile, the backup is a copy. */
const NO_LINKS = new Set(['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'ENOENT']);

/** What platforms answer that do not flush folders. */
const NO_FLUSH = new Set(['EPERM', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'EACCES']);

/** Replacements of one file in this process come one after the other; other processes are kept off by a lock. */
const inTurn = /* @__PURE__ */ createTurns();

/**
 * Sessions as files, by their path, on Node, Deno and Bun.
 *
 * A check and a rename are two calls, and a writer may come between them or hold the file open. So the backup is a hard
 * link to the session: whatever is appended to the displaced file is found there and put behind the new one.
 */
export function fileStorage(options) {
  const { graceMs = GRACE_MS, onStep } = storageOptions(options, ['graceMs', 'onStep']);
  /** Backups that are links: of which path, and how long the displaced file is as far as the session has it. */
  const links = new Map();
  let given = 0;

  /** A step of a replacement, with what a test does before and after it. */
  async function step(name, work) {
    await onStep?.(name, 'before');
    const result = await work();
    await onStep?.(name, 'after');
    return result;
  }

  const unique = () => {
    given += 1;
    return `${pid}-${Date.now().toString(36)}-${given}`;
  };

  /** Writes a temporary file, gives it the session's name, and says whether it was the session that was loaded. */
  async function swap(bytes, version, old) {
    const temporary = withSuffix(version.path, `.repair-${unique()}.tmp`);
    try {
      const file = await open(temporary, 'wx', version.mode);
      try {
        await step('writeTemp', () => file.writeFile(bytes));
        await keepOwner(file, version);
        await step('flushTemp', () => file.sync());
      } finally {
        await file.close();
      }
      const { mtimeMs: now } = await stat(temporary);
      const swapped = await whileLocked(version.path, now, async () => {
        if (!(await step('checkVersion', () => isUnchanged(old, version)))) return false;
        await step('replace', () => rename(temporary, version.path));
        return true;
      });
      if (!swapped) await unlink(temporary);
      return swapped;
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  /** Puts behind the new file what late writers append to the displaced one. */
  async function rescue(old, { path, size }) {
    await wait(graceMs);
    const rescued = [];
    for (let end = size, late; (late = await readFrom(old, end)).length > 0; end += late.length) {
      const file = await open(path, 'a');
      try {
        await file.writeFile(late);
        await file.sync();
      } finally {
        await file.close();
      }
      rescued.push(late);
    }
    return plain(Buffer.concat(rescued));
  }

  async function replace(bytes, version) {
    const old = await unlessMissing(open(version.path, 'r'));
    if (!old) return null;
    try {
      if (!(await swap(bytes, version, old))) return null;
      const flushed = await step('flushDir', () => flushFolder(version.path)).then(
        () => true,
        () => false,
      );
      const appended = await rescue(old, version);
      for (const backup of links.values()) {
        if (backup.path === version.path) backup.size = version.size + appended.length;
      }
      return { durable: flushed, appended };
    } finally {
      await old.close();
    }
  }

  return {
    unique,

    async load(name) {
      const path = await unlessMissing(realpath(name));
      return path && unlessMissing(load(path));
    },

    async saveNew(name, bytes, source) {
      try {
        if (source === undefined || !(await linked(source.version.path, name))) {
          await writeNew(name, bytes, source?.version.mode);
        } else {
          links.set(name, { path: source.version.path });
        }
      } catch (error) {
        if (error.code === 'EEXIST') return false;
        throw error;
      }
      await flushFolder(name);
      return true;
    },

    replace: (name, bytes, version) => inTurn(version.path, () => replace(bytes, version)),

    async remove(name) {
      const { size } = links.get(name) ?? {};
      const found = await unlessMissing(stat(name));
      if (found && size !== undefined && found.size > size) {
        throw new Error('a late writer appended to it what the session does not hold');
      }
      await unlessMissing(unlink(name));
      links.delete(name);
    },
  };
}

/** The bytes of a file and what tells it from another; read again while somebody writes. */
async function load(path) {
  const file = await open(path, 'r');
  try {
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const before = await file.stat();
      const bytes = await readFrom(file, 0);
      const { dev, ino, size, mtimeMs, mode, uid, gid } = await file.stat();
      if (bytes.length === size && before.size === size && before.mtimeMs === mtimeMs) {
        return { bytes, version: { path, dev, ino, size, mode: mode & 0o7777, uid, gid, bytes } };
      }
    }
    throw new Error('it is written to all the time');
  } finally {
    await file.close();
  }
}

/** The path still leads to the file that is open, and that still has the bytes. Times are too coarse to say so. */
async function isUnchanged(file, { path, dev, ino, size, bytes }) {
  const now = await readFrom(file, 0);
  if (Buffer.compare(now, bytes) !== 0) return false;
  const found = await unlessMissing(stat(path));
  return found !== undefined && found.dev === dev && found.ino === ino && found.size === size;
}

/** All bytes of an open file from a place on. A folder is refused by the first read. */
async function readFrom(file, start) {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.max(0, size - start) + 1);
  let end = 0;
  for (let read; end < bytes.length; end += read) {
    read = (await file.read(bytes, end, bytes.length - end, start + end)).bytesRead;
    if (read === 0) break;
  }
  return plain(bytes.subarray(0, end));
}

/** Says whether there is a link now. */
async function linked(path, name) {
  try {
    await link(path, name);
    return true;
  } catch (error) {
    if (NO_LINKS.has(error.code)) return false;
    throw error;
  }
}

async function writeNew(name, bytes, mode = 0o600) {
  const file = await open(name, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await unlink(name).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** The umask narrows the mode of a new file; only some users may give files away. */
async function keepOwner(file, { mode, uid, gid }) {
  const now = await file.stat();
  if (now.uid !== uid || now.gid !== gid) await file.chown(uid, gid).catch(() => {});
  if ((now.mode & 0o7777) !== mode) await file.chmod(mode);
}

async function flushFolder(path) {
  try {
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!NO_FLUSH.has(error.code)) throw error;
  }
}

async function unlessMissing(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const plain = (buffer) => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
