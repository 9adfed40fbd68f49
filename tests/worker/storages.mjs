// A Worker that checks its own storages: an R2 bucket and the SQLite storage of a Durable Object.
import { repairSession } from 'transcript-hygiene/history';
import { durableObjectStorage } from 'transcript-hygiene/storage/durable-object';
import { r2Storage } from 'transcript-hygiene/storage/r2';
import { checkStorage } from 'transcript-hygiene/testing';
import { checkFaults } from '../storages/check-faults.mjs';
import { dyingAt, lookAgain, repairDamaged, storeDamaged } from '../storages/dying.mjs';

const LATER = 'later.jsonl';
const encode = (text) => new TextEncoder().encode(text);

/** What may be asked; `open` makes a storage of what the runtime gives. */
const tasks = {
  contract: async ({ storage }) => (await checkStorage(() => storage), 'kept'),
  faults: async ({ storage }) => `${await checkFaults(storage)} runs`,
  store: async ({ storage }) => `${await storage.saveNew(LATER, encode('{"type":"session","id":"s"}\n{"cut'))}`,
  repair: async ({ storage }) => (await repairSession(storage, LATER)).outcome,
  read: async ({ storage }) => new TextDecoder().decode((await storage.load(LATER))?.bytes),
  damage: async ({ storage }) => (await storeDamaged(storage), 'stored'),
  die: ({ open, host }, moment) => repairDamaged(open(dyingAt(Number(moment), host)), repairSession),
  look: async ({ storage }) => JSON.stringify(await lookAgain(storage, repairSession)),
};

async function run(request, open, host) {
  const [, , task, moment] = new URL(request.url).pathname.split('/');
  try {
    return new Response(await tasks[task]({ storage: open(host), open, host }, moment));
  } catch (error) {
    return new Response(error.stack, { status: 500 });
  }
}

export class Sessions {
  constructor(context) {
    this.host = context.storage;
  }

  fetch = (request) => run(request, durableObjectStorage, this.host);
}

export default {
  fetch(request, env) {
    const where = new URL(request.url).pathname.split('/')[1];
    if (where === 'r2') return run(request, r2Storage, env.BUCKET);
    return env.SESSIONS.get(env.SESSIONS.idFromName('one')).fetch(request);
  },
};
