// A thread that dies while it repairs a session: at one call of its host's storage, whatever calls there are.
// Needs no host.
import { DAMAGED, SOUND } from './damaged.mjs';

const SESSION = 'dying.jsonl';

/** Stores the damaged session in the place of what is left of the last. */
export async function storeDamaged(storage) {
  await storage.remove(SESSION);
  await storage.saveNew(SESSION, new TextEncoder().encode(DAMAGED));
}

/** Repairs it; gives the outcome. */
export const repairDamaged = async (storage, repairSession) => (await repairSession(storage, SESSION)).outcome;

/** Gives what a repair left, the outcome of the next run, and what that left. */
export async function lookAgain(storage, repairSession) {
  const read = async () => new TextDecoder().decode((await storage.load(SESSION))?.bytes);
  return [await read(), (await repairSession(storage, SESSION)).outcome, await read()];
}

/**
 * What a host gives, and all that it gives in turn, with a thread that never comes back from before (odd) or after (even)
 * one of the calls. A call that gives a promise is over when that is fulfilled.
 *
 * @param moment  which, counted from 1 over all calls
 * @param died    told before that
 */
export function dyingAt(moment, host, died = () => {}) {
  let left = moment;
  const pass = () => {
    left -= 1;
    if (left !== 0) return;
    died();
    for (;;);
  };
  const over = (result) => {
    pass();
    return watch(result);
  };
  function watch(value) {
    if (typeof value !== 'object' || value === null || isData(value)) return value;
    return new Proxy(value, {
      get(target, key) {
        const member = Reflect.get(target, key, target);
        if (typeof member !== 'function') return watch(member);
        return (...parameters) => {
          pass();
          const result = member.apply(target, parameters);
          return typeof result?.then === 'function' ? result.then(over) : over(result);
        };
      },
      set: (target, key, member) => Reflect.set(target, key, member, target),
    });
  }
  return watch(host);
}

/** Rows, records, bytes and errors are values; what has calls of its own is the host's. */
function isData(value) {
  const prototype = Object.getPrototypeOf(value);
  return (
    [null, Object.prototype, Array.prototype, ArrayBuffer.prototype].includes(prototype) ||
    ArrayBuffer.isView(value) ||
    value instanceof Error ||
    value instanceof Date
  );
}

/**
 * Lets a thread die at every moment of a repair, each time opens the storage anew, and checks that the session is wholly
 * old or wholly new and that the next run repairs it.
 *
 * @param repairAnew  stores the damaged session and repairs it in a thread that dies at a moment; gives `undefined` then
 * @param lookAgain   does that in another thread
 * @returns           how many threads died
 */
export async function checkDeaths(repairAnew, lookAgain) {
  for (let moment = 1; ; moment += 1) {
    const outcome = await repairAnew(moment);
    const [left, next, then] = await lookAgain();
    const isWhole = left === SOUND ? next === 'clean' : left === DAMAGED && next === 'repaired';
    const isOver = outcome !== undefined;
    if (!isWhole || then !== SOUND || (isOver && (outcome !== 'repaired' || left !== SOUND))) {
      throw new Error(`moment ${moment} ${outcome} leaves ${left}, the next run ${next} ${then}`);
    }
    if (isOver) return moment - 1;
  }
}
