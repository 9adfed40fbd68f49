// Checks for any storage, and a storage that fails on purpose: see testing.d.ts.
import { repairSession } from 'transcript-hygiene/history';

const SESSION = 'conformance.jsonl';
const BACKUP = 'conformance.jsonl.bak-1-1';

const encode = (text) => new TextEncoder().encode(text);

/** Bytes that are no text: a storage keeps them as they are. */
const BYTES = new Uint8Array([0xef, 0xbb, 0xbf, 0, 0xff, 0x0d, 0x0a, 0x7b, 0x7d, 0x0a]);

const DAMAGED = encode('{"type":"session","id":"s"}\r\n{"cut');
const REPAIRED = encode('{"type":"session","id":"s"}\r\n');

/** What a storage promises, one check each. Every check takes a storage without files of the names above. */
export const storageChecks = [
  {
    name: 'missing is no error',
    async run(storage) {
      equal(await storage.load(SESSION), undefined, 'load() of what is not there');
      await storage.remove(BACKUP);
    },
  },
  {
    name: 'any bytes come back as they went',
    async run(storage) {
      await saved(storage, SESSION, BYTES);
      await holds(storage, SESSION, BYTES);
      if (storage.verify) sameBytes(await storage.verify(SESSION), BYTES, 'verify()');
      await saved(storage, BACKUP, new Uint8Array(0));
      await holds(storage, BACKUP, new Uint8Array(0));
      await storage.remove(SESSION);
      equal(await storage.load(SESSION), undefined, 'load() of what was removed');
    },
  },
  {
    name: 'bytes of the caller may change afterwards',
    async run(storage) {
      const bytes = BYTES.slice();
      await saved(storage, SESSION, bytes);
      bytes.fill(0);
      (await loaded(storage, SESSION)).bytes.fill(1);
      await holds(storage, SESSION, BYTES);
    },
  },
  {
    name: 'a file of some megabytes is kept whole',
    async run(storage) {
      const bytes = Uint8Array.from({ length: 3_500_000 }, (_, at) => (at * 31) % 251);
      await saved(storage, SESSION, bytes);
      const { version } = await loaded(storage, SESSION);
      const shorter = bytes.subarray(1, 2_200_000);
      await replaced(storage, SESSION, shorter, version);
      await holds(storage, SESSION, shorter);
    },
  },
  {
    name: 'saveNew never overwrites',
    async run(storage) {
      await saved(storage, BACKUP, encode('first'));
      equal(await storage.saveNew(BACKUP, encode('second')), false, 'saveNew() under a name that is taken');
      await holds(storage, BACKUP, encode('first'));
    },
  },
  {
    name: 'a backup of a session is made once',
    async run(storage) {
      await saved(storage, SESSION, encode('old'));
      const { version, bytes } = await loaded(storage, SESSION);
      equal(await storage.saveNew(BACKUP, bytes, { name: SESSION, version }), true, 'saveNew() of a backup');
      equal(await storage.saveNew(BACKUP, bytes, { name: SESSION, version }), false, 'saveNew() of it again');
      await replaced(storage, SESSION, encode('new'), version);
      await holds(storage, BACKUP, encode('old'));
      await storage.remove(BACKUP);
      await holds(storage, SESSION, encode('new'));
    },
  },
  {
    name: 'replace takes the version that was loaded',
    async run(storage) {
      await saved(storage, SESSION, encode('old'));
      const { version } = await loaded(storage, SESSION);
      await replaced(storage, SESSION, BYTES, version);
      await holds(storage, SESSION, BYTES);
    },
  },
  {
    name: 'replace refuses a version of before',
    async run(storage) {
      await saved(storage, SESSION, encode('old'));
      const { version } = await loaded(storage, SESSION);
      await replaced(storage, SESSION, encode('old and more'), version);
      equal(await storage.replace(SESSION, encode('lost'), version), null, 'replace() with a version of before');
      await holds(storage, SESSION, encode('old and more'));
    },
  },
  {
    name: 'replace does not bring back what is gone',
    async run(storage) {
      await saved(storage, SESSION, encode('old'));
      const { version } = await loaded(storage, SESSION);
      await storage.remove(SESSION);
      equal(await storage.replace(SESSION, encode('new'), version), null, 'replace() of what is gone');
      equal(await storage.load(SESSION), undefined, 'load() of what is gone');
    },
  },
  {
    name: 'a removed and stored name is another version',
    async run(storage) {
      await saved(storage, SESSION, encode('aaaa'));
      const { version } = await loaded(storage, SESSION);
      await storage.remove(SESSION);
      await saved(storage, SESSION, encode('bbbb'));
      equal(await storage.replace(SESSION, encode('cccc'), version), null, 'replace() with a version of before');
      await holds(storage, SESSION, encode('bbbb'));
    },
  },
  {
    name: 'equal lengths are different versions',
    async run(storage) {
      await saved(storage, SESSION, encode('aaaa'));
      const { version } = await loaded(storage, SESSION);
      await replaced(storage, SESSION, encode('bbbb'), version);
      equal(await storage.replace(SESSION, encode('cccc'), version), null, 'replace() with a version of before');
      await holds(storage, SESSION, encode('bbbb'));
    },
  },
  {
    name: 'of many that replace at once one wins',
    async run(storage) {
      await saved(storage, SESSION, encode('old'));
      const { version } = await loaded(storage, SESSION);
      const tries = Array.from({ length: 8 }, (_, at) => storage.replace(SESSION, encode(`new ${at}`), version));
      const won = (await Promise.all(tries)).map((result) => result !== null);
      equal(won.filter(Boolean).length, 1, 'replacements with one version that took effect');
      await holds(storage, SESSION, encode(`new ${won.indexOf(true)}`));
    },
  },
  {
    name: 'a repair is done once and leaves what it says',
    async run(storage) {
      await saved(storage, SESSION, DAMAGED);
      const first = await repairSession(storage, SESSION);
      equal(first.outcome, 'repaired', `the outcome of ${JSON.stringify(first)}`);
      equal(first.validated, true, 'validated');
      await holds(storage, SESSION, REPAIRED);
      if (first.durable) equal(first.backupPath, undefined, 'backupPath of a durable repair');
      else await holds(storage, first.backupPath, DAMAGED);
      equal((await repairSession(storage, SESSION)).outcome, 'clean', 'the outcome of a second repair');
      if (first.backupPath) await storage.remove(first.backupPath);
    },
  },
];

/** Runs every check, each on a storage that `fresh` makes; throws an error that names what does not hold. */
export async function checkStorage(fresh) {
  for (const { name, run } of storageChecks) {
    const storage = await fresh();
    try {
      await run(storage);
    } catch (cause) {
      throw new Error(`${name}: ${cause?.message ?? cause}`, { cause });
    } finally {
      await storage.remove(SESSION);
      await storage.remove(BACKUP);
    }
  }
}

/** The calls of a storage at which faults can happen. */
const STEPS = ['load', 'saveNew', 'replace', 'verify', 'remove'];

/** A storage around another one, to which each of the faults happens once, at its step. */
export function withFaults(storage, faults) {
  const left = [...faults];
  const verify = async (name) => (storage.verify ? storage.verify(name) : (await storage.load(name))?.bytes);

  async function happen(step, when, names) {
    const at = left.findIndex((fault) => fault.step === step && (fault.when ?? 'before') === when);
    if (at >= 0) await left.splice(at, 1)[0].happen(...names);
  }

  const wrapped = { now: () => storage.now?.() ?? Date.now() };
  if (storage.unique) wrapped.unique = () => storage.unique();
  for (const step of STEPS) {
    wrapped[step] = async (...parameters) => {
      await happen(step, 'before', parameters);
      const result = await (step === 'verify' ? verify(...parameters) : storage[step](...parameters));
      await happen(step, 'after', parameters);
      return result;
    };
  }
  return wrapped;
}

async function loaded(storage, name) {
  const found = await storage.load(name);
  if (found === undefined) throw new Error(`load() gives nothing for ${name}`);
  return found;
}

async function saved(storage, name, bytes) {
  equal(await storage.saveNew(name, bytes), true, 'saveNew() under a new name');
}

async function replaced(storage, name, bytes, version) {
  const result = await storage.replace(name, bytes, version);
  equal(typeof result?.durable, 'boolean', 'the type of `durable`, which replace() gives,');
}

async function holds(storage, name, bytes) {
  sameBytes((await loaded(storage, name)).bytes, bytes, `load() of ${name}`);
}

function sameBytes(bytes, expected, what) {
  const same = bytes?.length === expected.length && expected.every((byte, at) => byte === bytes[at]);
  if (!same) throw new Error(`${what} gives other bytes than were stored (${bytes?.length} of ${expected.length})`);
}

function equal(value, expected, what) {
  if (value !== expected) throw new Error(`${what} is ${String(value)}, not ${String(expected)}`);
}
