// The repair of a stored session: see history.d.ts.
import { concatBytes, equalBytes, isBytes } from './bytes.js';
import { engine } from './history-engine.js';
import { HygieneError } from './hygiene-error.js';
import { kind, plainCopy } from './json.js';
import { randomHex } from './random.js';
import { planRepair } from './repair.js';
import { createTurns } from './turns.js';

const REQUIRED = ['load', 'saveNew', 'replace', 'remove'];

/** For each storage, the repairs of one name come one after the other. */
const turns = /* @__PURE__ */ new WeakMap();

export async function repairSession(storage, name, options) {
  checkArguments(storage, name);
  if (!engine.ready) await engine.init();
  const given = plainCopy(options, 'options') ?? {};
  engine.run((glue) => glue.checkRepairOptions(given));
  if (!turns.has(storage)) turns.set(storage, createTurns());
  return turns.get(storage)(name, () => repair(storage, name, given));
}

/**
 * The module says what is next, given all that came of the steps so far, and is called for that alone. Between two
 * calls everything is here, so that an instance may come and go.
 */
async function repair(storage, name, given) {
  const unique = () => storage.unique?.() ?? randomHex(6);
  const now = storage.now?.() ?? Date.now();
  const owner = unique();
  // Ids are counted within one repair; their tail makes those of two repairs differ.
  const options = { idTail: `-${randomHex(8)}`, ...(given.profile === 'compat' && { now }), ...given };
  const held = { original: undefined, planned: undefined, version: undefined, report: undefined };
  const answers = [];
  let cause;
  for (;;) {
    const order = engine.run((glue) => JSON.parse(glue.repairStep(name, owner, now, answers)));
    if (order.do === 'finish') {
      const { do: _, ...ending } = order;
      return { ...ending, ...(held.report && { report: held.report }), ...(cause !== undefined && { cause }) };
    }
    try {
      answers.push(await steps[order.do](storage, { name, held, options, unique, backup: order.name }));
    } catch (error) {
      if (error instanceof HygieneError) throw error;
      cause = error;
      answers.push({ is: 'failed', message: String(error?.message ?? error) });
    }
  }
}

/** What the module may order; each gives what came of it. */
const steps = {
  async load(storage, { name, held, options }) {
    const found = await load(storage, name);
    if (found === undefined) return { is: 'missing' };
    const { changed, output, summary, report } = planRepair(found.bytes, options);
    Object.assign(held, { original: found.bytes, planned: output, version: found.version, report });
    return { is: 'planned', changed, summary, reason: report.reason };
  },

  async 'save-backup'(storage, { name, held, unique, backup }) {
    const saved = await storage.saveNew(backup, held.original, { name, version: held.version });
    return expected(saved, 'boolean', 'saveNew') ? { is: 'done' } : { is: 'exists', unique: unique() };
  },

  async replace(storage, { name, held }) {
    const replaced = await storage.replace(name, held.planned, held.version);
    if (expected(replaced, 'object', 'replace') === null) return { is: 'conflict' };
    const { durable, appended } = replaced;
    if (appended?.length > 0) held.planned = concatBytes([held.planned, appended]);
    return { is: 'replaced', durable: durable === true, appended: appended?.length ?? 0 };
  },

  async 'look-up'(storage, { name, held }) {
    const found = await load(storage, name);
    return found === undefined ? { is: 'missing' } : { is: compared(found.bytes, held) };
  },

  async verify(storage, { name, held }) {
    const bytes = storage.verify ? await storage.verify(name) : (await load(storage, name))?.bytes;
    return bytes === undefined ? { is: 'missing' } : { is: compared(bytes, held) };
  },

  async remove(storage, { backup }) {
    await storage.remove(backup);
    return { is: 'done' };
  },
};

async function load(storage, name) {
  const found = await storage.load(name);
  if (found !== undefined && !isBytes(found?.bytes)) {
    throw new TypeError('load() gave neither undefined nor an object with a Uint8Array `bytes`');
  }
  return found;
}

function expected(value, type, method) {
  if (typeof value === type) return value;
  throw new TypeError(`${method}() gave ${kind(value)}`);
}

function compared(bytes, { original, planned }) {
  if (equalBytes(bytes, original)) return 'original';
  return equalBytes(bytes, planned) ? 'as-planned' : 'other';
}

function checkArguments(storage, name) {
  if (storage === null || typeof storage !== 'object') {
    throw new HygieneError({ code: 'invalid-argument', message: `expected a storage, found ${kind(storage)}` });
  }
  const lacking = REQUIRED.find((method) => typeof storage[method] !== 'function');
  if (lacking) {
    throw new HygieneError({ code: 'invalid-argument', message: `the storage has no method ${lacking}()` });
  }
  if (typeof name !== 'string') {
    throw new HygieneError({ code: 'invalid-argument', message: `expected the name of a session, found ${kind(name)}` });
  }
}
