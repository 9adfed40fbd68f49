// A run over a bucket: which sessions there are, which are done, and what came of each. One Durable Object, whose
// alarm does the work in steps that can each be done again.
import { DurableObject } from 'cloudflare:workers';
import { createTables, Ledger } from './ledger.js';

/** Objects of a page of the listing, which R2 bounds at 1,000; a page is a shard. */
const SHARD_SIZE = 1_000;
/** Messages that a queue takes at once. */
const SEND_SIZE = 100;
/** Until a step that failed is tried again, doubled each time up to the longest. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

export class Run extends DurableObject {
  constructor(context, env) {
    super(context, env);
    createTables(context.storage.sql);
    this.ledger = new Ledger(context.storage);
  }

  async start(id, plan) {
    this.ledger.begin(id, plan);
    await this.wake();
    return this.ledger.progress();
  }

  progress() {
    return this.ledger.progress();
  }

  plan() {
    return this.ledger.plan();
  }

  /** Sends what has no result once more, and what was given up. */
  async resume() {
    if (!this.ledger.progress()) return undefined;
    this.ledger.reopen();
    await this.wake();
    return this.ledger.progress();
  }

  /** Takes results, each as often as it comes; the first counts. */
  async record(results) {
    if (this.ledger.record(results)) await this.wake();
  }

  async alarm() {
    let delay = 0;
    try {
      if (!(await this.step())) return;
      this.failures = 0;
    } catch (error) {
      this.failures = (this.failures ?? 0) + 1;
      delay = Math.min(FIRST_DELAY_MS * 2 ** (this.failures - 1), LONGEST_DELAY_MS);
      console.warn(JSON.stringify({ run: this.ledger.id, step: 'failed', message: error.message, delay }));
    }
    await this.wake(delay);
  }

  wake(delay = 0) {
    return this.ctx.storage.setAlarm(Date.now() + delay);
  }

  /** The next thing to do, done; whether there was any. */
  async step() {
    const unsent = this.ledger.unsentShard();
    if (unsent) return this.send(unsent);
    if (!this.ledger.isListed()) return this.list();
    const complete = this.ledger.unreportedShard();
    return complete ? this.report(complete) : false;
  }

  /** A page is in the ledger, with the place of the next, before anything is sent. */
  async list() {
    const { prefix, suffix } = this.ledger.plan();
    const page = await this.env.SESSIONS.list({ prefix, limit: SHARD_SIZE, cursor: this.ledger.cursor() });
    const sessions = page.objects.filter(({ key }) => key.endsWith(suffix)).map(({ key, size }) => ({ key, size }));
    this.ledger.addShard(sessions, page.truncated ? page.cursor : undefined);
    return true;
  }

  /** Dying on the way sends some twice, which costs a look at a clean session. */
  async send({ shard, sessions }) {
    const run = this.ledger.id;
    const messages = sessions.map((session) => ({ body: { run, shard, ...session } }));
    for (let at = 0; at < messages.length; at += SEND_SIZE) {
      await this.env.WORK.sendBatch(messages.slice(at, at + SEND_SIZE));
    }
    this.ledger.markSent(shard);
    return true;
  }

  async report({ shard, sessions }) {
    const { id } = this.ledger;
    const name = `${this.env.REPORT_PREFIX ?? 'reports/'}${id}/${String(shard).padStart(6, '0')}.json`;
    await this.env.REPORTS.put(name, JSON.stringify({ run: id, shard, sessions }), {
      httpMetadata: { contentType: 'application/json' },
    });
    this.ledger.markReported(shard);
    return true;
  }
}
