// What a consumer does with a batch: each session comes to an end of its own, whatever becomes of the others.
import { removeLeftovers, treatSession } from './session.js';

/** Sessions up to this size, 1 MiB, are treated several at a time; of larger ones an isolate holds one. */
const SMALL_BYTES = 1024 * 1024;
/** As many as a Worker has connections. */
const AT_ONCE = 6;
/** Where `RETRY_SECONDS` says nothing: until a session that was not settled is tried again, times the attempts. */
const RETRY_SECONDS = 5;

export async function consume(batch, env) {
  for (const [run, messages] of Map.groupBy(batch.messages, ({ body }) => body.run)) {
    const ledger = env.RUNS.get(env.RUNS.idFromName(run));
    if (batch.queue === env.DEAD_LETTER_QUEUE) await giveUp(messages, { env, ledger });
    else await settle(messages, { env, ledger });
  }
}

/** What the queue gave up after its last attempt is counted, so that a run ends. */
function giveUp(messages, context) {
  return conclude(messages, context, messages.map((message) => resultOf(message, { outcome: 'dead' })));
}

async function settle(messages, { env, ledger }) {
  const context = { env, ledger, plan: ledger.plan() };
  const [small, large] = [[], []];
  for (const message of messages) (message.body.size <= SMALL_BYTES ? small : large).push(message);
  const groups = large.map((message) => [message]);
  while (small.length > 0) groups.push(small.splice(0, AT_ONCE));
  for (const group of groups) await settleGroup(group, context);
}

async function settleGroup(group, context) {
  const results = await Promise.all(group.map((message) => treat(message, context)));
  const settled = group.filter((_, at) => results[at]);
  if (settled.length > 0) await conclude(settled, context, results.filter(Boolean));
}

/** What came of a session; nothing when it is to be tried again. */
async function treat(message, { env, plan }) {
  const { run, shard, place } = message.body;
  try {
    const { settled, ...facts } = await treatSession(message.body, await plan, env);
    if (!settled) return again(message, env);
    if (message.attempts > 1) await removeLeftovers(message.body, await plan, env);
    return resultOf(message, facts);
  } catch (error) {
    console.warn(JSON.stringify({ run, shard, place, attempt: message.attempts, error: error.code ?? error.name }));
    return again(message, env);
  }
}

/** A message is gone only after its result is in the ledger. */
async function conclude(messages, { env, ledger }, results) {
  try {
    await ledger.record(results);
    for (const message of messages) message.ack();
  } catch {
    for (const message of messages) again(message, env);
  }
}

function resultOf({ body: { shard, place }, attempts }, facts) {
  return { shard, place, attempts, ...facts };
}

function again(message, env) {
  message.retry({ delaySeconds: Number(env.RETRY_SECONDS ?? RETRY_SECONDS) * message.attempts });
}
