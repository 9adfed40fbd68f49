// Whatever fails, dies or races on a storage: the session is whole, no record is lost, and a second run repairs it.
// Needs no host. The storage is empty.
import { repairSession } from 'transcript-hygiene/history';
import { withFaults } from 'transcript-hygiene/testing';
import { DAMAGED, SOUND } from './damaged.mjs';

const SESSION = 'faults.jsonl';
const LATE = '{"type":"custom","id":"late"}\n';

const encode = (text) => new TextEncoder().encode(text);

/**
 * Runs every kind of fault before and after every step.
 * @returns how many runs there were
 */
export async function checkFaults(storage) {
  let runs = 0;
  for (const step of ['load', 'saveNew', 'replace', 'verify', 'remove']) {
    for (const when of ['before', 'after']) {
      for (const kind of ['error', 'death', 'append']) {
        try {
          await checkOne(storage, { step, when, kind });
        } catch (cause) {
          throw new Error(`${kind} ${when} ${step}: ${cause?.message ?? cause}`, { cause });
        }
        runs += 1;
      }
    }
  }
  return runs;
}

async function checkOne(storage, { step, when, kind }) {
  const read = async (name) => new TextDecoder().decode((await storage.load(name))?.bytes);
  await storage.saveNew(SESSION, encode(DAMAGED));
  const names = new Set();
  const noted = { ...storage, saveNew: (name, ...rest) => (names.add(name), storage.saveNew(name, ...rest)) };
  let [died, appended] = [undefined, false];
  const death = new Promise((resolve) => (died = resolve));
  const kinds = {
    error() {
      throw new Error('io');
    },
    // A host that died says nothing any more.
    death: () => (died('death'), new Promise(() => {})),
    async append() {
      appended = true;
      const { bytes, version } = await storage.load(SESSION);
      await storage.replace(SESSION, encode(new TextDecoder().decode(bytes) + LATE), version);
    },
  };
  const faulty = withFaults(noted, [{ step, when, happen: kinds[kind] }]);
  const end = await Promise.race([repairSession(faulty, SESSION), death]);
  const session = await read(SESSION);
  const kept = session + (end.backupPath ? await read(end.backupPath) : '');
  // A storage that confirms nothing keeps its backup, so there the last step never comes.
  if (appended ? !kept.includes(LATE) : ![SOUND, DAMAGED].includes(session)) throw new Error(kept);
  await repairSession(storage, SESSION);
  const again = await read(SESSION);
  const expected = session.includes(LATE) ? SOUND + LATE : SOUND;
  if (again !== expected) throw new Error(`a second run leaves ${again}`);
  const left = await Promise.all([...names].map(async (name) => (await storage.load(name)) && name));
  const unsaid = left.filter((name) => name && name !== end.backupPath);
  if (kind !== 'death' && unsaid.length > 0) throw new Error(`left behind: ${unsaid}`);
  for (const name of names) await storage.remove(name);
  await storage.remove(SESSION);
}
