// The Worker for archives with everything going wrong around it: what tests deploy.
import archive, { Run } from '../../www/worker/src/archive/index.js';

export { Run };

/** What goes wrong with a session, by a word in its name; each `chance` is taken at the first attempts alone. */
const FAULTS = {
  /** The consumer dies before it has looked. */
  crash: { get: (key, again) => again() && die(key) },
  /** Somebody appends between the look and the replacement. */
  race: {
    put: async (key, again, bucket) => {
      if (!again()) return undefined;
      const text = await (await bucket.get(key)).text();
      await bucket.put(key, `${text}\n{"type":"custom","id":"late","parentId":null,"customType":"late"}\n`);
      return undefined;
    },
  },
  /** The bucket says that somebody was quicker. */
  conflict: { put: (_, again) => (again() ? null : undefined) },
  /** Whoever reads it dies, every time. */
  poison: { get: die },
};

const CHANCES = 1;
const taken = new Map();

function die(key) {
  throw new Error(`the consumer died over ${key}`);
}

/** A bucket that fails as the names of its sessions say. Backups and reports are spared. */
function faulty(bucket) {
  const faultOf = (key, operation) => {
    const [, word] = /^sessions\/.*-(\w+)\.jsonl$/.exec(key) ?? [];
    const again = () => {
      const count = taken.get(key) ?? 0;
      taken.set(key, count + 1);
      return count < CHANCES;
    };
    return FAULTS[word]?.[operation]?.(key, again, bucket);
  };
  return {
    list: (options) => bucket.list(options),
    head: (key) => bucket.head(key),
    delete: (key) => bucket.delete(key),
    get: async (key) => (await faultOf(key, 'get'), bucket.get(key)),
    put: async (key, bytes, options) => {
      const instead = await faultOf(key, 'put');
      return instead === undefined ? bucket.put(key, bytes, options) : instead;
    },
  };
}

let batches = 0;

/** Every tenth batch dies when its work is done, before the queue hears of it. */
function deaf(batch) {
  batches += 1;
  if (batches % 10 !== 0) return batch;
  const messages = batch.messages.map(({ body, attempts }) => ({ body, attempts, ack() {}, retry() {} }));
  return { queue: batch.queue, messages, died: true };
}

export default {
  /** The addresses of the Worker, and two of the test's own. */
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/seed') return seed(env.SESSIONS, Number(searchParams.get('from')), Number(searchParams.get('to')));
    if (pathname === '/left') return left(env.SESSIONS);
    return archive.fetch(request, env, context);
  },

  async queue(batch, env, context) {
    const heard = deaf(batch);
    await archive.queue(heard, { ...env, SESSIONS: faulty(env.SESSIONS) }, context);
    if (heard.died) batch.retryAll();
  },
};

const header = (id) => `{"type":"session","version":3,"id":"${id}","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}\n`;
const message = (id, parent, value) =>
  `{"type":"message","id":"${id}","parentId":${parent},"timestamp":"2026-01-01T00:00:01.000Z","message":${value}}\n`;
const ASKS = message('a', 'null', '{"role":"user","content":"list","timestamp":1}');
const CALLS = message(
  'b',
  '"a"',
  '{"role":"assistant","content":[{"type":"toolCall","id":"call1","name":"ls","arguments":{"n":1.0}}],"stopReason":"toolUse","timestamp":2}',
);
const ANSWERS = message('c', '"a"', '{"role":"assistant","content":[{"type":"text","text":"no"}],"stopReason":"stop","timestamp":2}');

/** By a session's number: which fault its name asks for. Races and conflicts need something to be repaired. */
function nameOf(n) {
  const word = { 3: 'crash', 5: 'race', 7: 'conflict' }[n % 50] ?? (n % 200 === 11 ? 'poison' : 'plain');
  return `sessions/${String(n).padStart(6, '0')}-${word}.jsonl`;
}

/** One in three is damaged: a line is cut, a call has no result. */
function textOf(n) {
  const damaged = n % 3 === 0 || /race|conflict/.test(nameOf(n));
  return header(n) + ASKS + (damaged ? `${CALLS}{"type":"mess` : ANSWERS);
}

async function seed(bucket, from, to) {
  for (let n = from; n < to; n += 1) await bucket.put(nameOf(n), textOf(n));
  return new Response('seeded');
}

/** What is in the bucket: how many sessions, how many damaged ones, and what else. */
async function left(bucket) {
  const found = { sessions: 0, damaged: 0, backups: 0, late: 0, raced: 0, sanitized: 0, reported: 0, outcomes: {} };
  let cursor;
  do {
    const page = await bucket.list({ cursor });
    for (const { key } of page.objects) await look(bucket, key, found);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return Response.json(found);
}

async function look(bucket, key, found) {
  const text = async () => (await bucket.get(key)).text();
  if (key.startsWith('reports/')) {
    const { sessions } = JSON.parse(await text());
    found.reported += sessions.length;
    for (const { outcome } of sessions) found.outcomes[outcome] = (found.outcomes[outcome] ?? 0) + 1;
  } else if (key.startsWith('sanitized/')) {
    found.sanitized += 1;
  } else if (key.includes('.bak-')) {
    found.backups += 1;
  } else {
    const content = await text();
    found.sessions += 1;
    found.damaged += content.includes('{"type":"mess"') || content.endsWith('{"type":"mess') ? 1 : 0;
    found.raced += key.includes('race') ? 1 : 0;
    found.late += content.includes('"late"') ? 1 : 0;
  }
}
