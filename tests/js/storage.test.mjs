// Repair on a storage: the memory one keeps the contract, and nothing that fails or races loses a record.
import { init, repairSession } from 'transcript-hygiene/history';
import { memoryStorage } from 'transcript-hygiene/storage/memory';
import { checkStorage, storageChecks, withFaults } from 'transcript-hygiene/testing';

const SESSION = 's.jsonl';
const SOUND = '{"type":"session","id":"s"}\n{"type":"custom","id":"a"}\n';
const LATE = '{"type":"custom","id":"late"}\n';
const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);
const damaged = (text = `${SOUND}{"cut\n`) => memoryStorage({ [SESSION]: encode(text) });
const contents = (storage) => decode(storage.get(SESSION));

const failing = (message) => () => {
  throw new Error(message);
};

export default async (t) => {
  await init();

  t.test('memory keeps the contract', () => checkStorage(() => memoryStorage()));

  t.test('a storage that breaks the contract is found out by the check that says so', async (a) => {
    const broken = {
      'saveNew never overwrites': (storage) => ({
        saveNew: async (name, bytes) => (storage.put(name, bytes), true),
      }),
      'replace refuses a version of before': (storage) => ({
        replace: async (name, bytes) => (storage.get(name) ? (storage.put(name, bytes), { durable: true }) : null),
      }),
      'replace does not bring back what is gone': (storage) => ({
        replace: async (name, bytes, version) =>
          storage.get(name) ? storage.replace(name, bytes, version) : (storage.put(name, bytes), { durable: true }),
      }),
    };
    for (const [name, spoil] of Object.entries(broken)) {
      const { run } = storageChecks.find((check) => check.name === name);
      const storage = memoryStorage();
      await a.rejects(run({ ...storage, ...spoil(storage) }), {}, name);
    }
  });

  t.test('a damaged session is repaired and leaves no backup', async (a) => {
    const storage = damaged();
    const outcome = await repairSession(storage, SESSION);
    a.equal(outcome.outcome, 'repaired');
    a.equal(outcome.report.droppedLines, 1);
    a.equal(contents(storage), SOUND);
    a.deepEqual(storage.names(), [SESSION]);
    a.deepEqual(outcome.logs, [{ level: 'debug', text: 'session file repaired: dropped 1 malformed line(s) (s.jsonl)' }]);
  });

  t.test('names that stand for nothing end as they are', async (a) => {
    const storage = memoryStorage();
    for (const [name, outcome] of [
      ['', 'missing'],
      ['no.jsonl', 'missing'],
      ['sqlite:a:b:c', 'database'],
    ]) {
      a.equal((await repairSession(storage, name)).outcome, outcome);
    }
    a.equal((await repairSession(damaged('{}\n{"cut'), SESSION)).reason, 'invalid session header');
  });

  t.test('every fault at every step leaves the session whole, and a second run repairs it', async (a) => {
    for (const step of ['load', 'saveNew', 'replace', 'verify', 'remove']) {
      for (const when of ['before', 'after']) {
        const note = `${step}, ${when}`;
        const storage = damaged();
        const outcome = await repairSession(withFaults(storage, [{ step, when, happen: failing('io') }]), SESSION);
        a.ok([SOUND, `${SOUND}{"cut\n`].includes(contents(storage)), note);
        const backups = storage.names().filter((name) => name !== SESSION);
        a.ok(backups.every((name) => name === outcome.backupPath), note);
        a.equal(outcome.cause?.message, 'io', note);
        await repairSession(storage, SESSION);
        a.equal(contents(storage), SOUND, note);
      }
    }
  });

  t.test('what somebody appends between any two steps is kept', async (a) => {
    for (const step of ['load', 'saveNew', 'replace', 'verify', 'remove']) {
      for (const when of ['before', 'after']) {
        const storage = damaged();
        const append = () => storage.put(SESSION, encode(contents(storage) + LATE));
        const outcome = await repairSession(withFaults(storage, [{ step, when, happen: append }]), SESSION);
        a.ok(contents(storage).includes(LATE), `${step}, ${when}: ${JSON.stringify(outcome)}`);
        a.equal(outcome.outcome, 'repaired');
      }
    }
  });

  t.test('a storage that says nothing useful is a failure that leaves the session alone', async (a) => {
    const storage = damaged();
    for (const method of ['load', 'saveNew', 'replace']) {
      const odd = { ...storage, [method]: async () => 7 };
      const { outcome, cause } = await repairSession(odd, SESSION);
      a.ok(['failed', 'unreadable'].includes(outcome), `${method}: ${outcome}`);
      a.ok(cause.message.startsWith(method), cause.message);
      a.ok(contents(storage).includes('cut'));
      a.deepEqual(storage.names(), [SESSION]);
    }
  });

  t.test('somebody who keeps writing ends it as a conflict', async (a) => {
    const storage = damaged();
    const busy = { ...storage, replace: async () => null };
    const { outcome, report } = await repairSession(busy, SESSION);
    a.equal(outcome, 'conflict');
    a.equal(report.droppedLines, 1);
    a.deepEqual(storage.names(), [SESSION]);
  });

  t.test('repairs of one session at once are made one after the other', async (a) => {
    const storage = damaged();
    const outcomes = await Promise.all([1, 2, 3].map(() => repairSession(storage, SESSION)));
    a.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['repaired', 'clean', 'clean'],
    );
  });

  t.test('arguments are checked before anything is loaded', async (a) => {
    let loads = 0;
    const storage = { ...damaged(), load: async () => (loads += 1) };
    await a.rejects(repairSession(storage, SESSION, { relinc: true }), { nearest: 'relink' });
    await a.rejects(repairSession({ load() {} }, SESSION), { message: /saveNew/ });
    await a.rejects(repairSession(null, SESSION), { code: 'invalid-argument' });
    await a.rejects(repairSession(storage, 7), { code: 'invalid-argument' });
    a.equal(loads, 0);
  });
};
