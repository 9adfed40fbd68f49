// A Worker that checks its own storages: an R2 bucket and the SQLite storage of a Durable Object.
import { repairSession } from 'transcript-hygiene/history';
import { durableObjectStorage } from 'transcript-hygiene/storage/durable-object';
import { r2Storage } from 'transcript-hygiene/storage/r2';
import { checkStorage } from 'transcript-hygiene/testing';
import { checkFaults } from '../storages/check-faults.mjs';

const LATER = 'later.jsonl';
const encode = (text) => new TextEncoder().encode(text);

const tasks = {
  contract: async (storage) => (await checkStorage(() => storage), 'kept'),
  faults: async (storage) => `${await checkFaults(storage)} runs`,
  store: async (storage) => `${await storage.saveNew(LATER, encode('{"type":"session","id":"s"}\n{"cut'))}`,
  repair: async (storage) => (await repairSession(storage, LATER)).outcome,
  read: async (storage) => new TextDecoder().decode((await storage.load(LATER))?.bytes),
};

const run = async (task, storage) => {
  try {
    return new Response(await tasks[task](storage));
  } catch (error) {
    return new Response(error.stack, { status: 500 });
  }
};

export class Sessions {
  constructor(context) {
    this.storage = durableObjectStorage(context.storage);
  }

  fetch = (request) => run(new URL(request.url).pathname.split('/')[2], this.storage);
}

export default {
  fetch(request, env) {
    const [, where, task] = new URL(request.url).pathname.split('/');
    if (where === 'r2') return run(task, r2Storage(env.BUCKET));
    return env.SESSIONS.get(env.SESSIONS.idFromName('one')).fetch(request);
  },
};
