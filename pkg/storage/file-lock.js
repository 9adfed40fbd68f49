import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { kill, pid } from 'node:process';
import { withSuffix } from './file-names.js';

/** A lock is held for a comparison and a rename; one this old was left behind. */
const STALE_MS = 10_000;

/**
 * Does work on a file while no other process that asks does. Who comes second does not wait, since what it was about to
 * do is out of date.
 *
 * @param now the file system's clock
 * @returns what the work gives; `false` when another process is at it
 */
export async function whileLocked(path, now, work) {
  const lock = withSuffix(path, '.repair.lock');
  if (!(await take(lock)) && !((await isStale(lock, now)) && (await discard(lock, now)) && (await take(lock)))) {
    return false;
  }
  try {
    return await work();
  } finally {
    await unlink(lock).catch(() => {});
  }
}

async function take(lock) {
  let file;
  try {
    file = await open(lock, 'wx', 0o600);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(`${pid}`);
  } finally {
    await file.close();
  }
  return true;
}

/** Its process is no more, or it is old. The number may be ours by chance, or another thread's. */
async function isStale(lock, now) {
  try {
    const owner = Number.parseInt(await readFile(lock, 'utf8'), 10);
    if (owner !== pid && isDead(owner)) return true;
    return (await stat(lock)).mtimeMs < now - STALE_MS;
  } catch (error) {
    // Its owner was faster.
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

function isDead(owner) {
  if (!(owner > 0)) return false;
  try {
    kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Of several who find the same stale lock one gets it out of the way; a new one of somebody else's is put back. */
async function discard(lock, now) {
  const aside = withSuffix(lock, `.${pid}`);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
  if (await isStale(aside, now)) {
    await unlink(aside);
    return true;
  }
  await rename(aside, lock);
  return false;
}
