// The book of a run, in the SQLite of its Durable Object. Every change is one transaction.

/** Ends that `resume` does not take as final. */
const GIVEN_UP = 'dead';

export function createTables(sql) {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS run (id TEXT, plan TEXT, cursor TEXT, listed INTEGER);
    CREATE TABLE IF NOT EXISTS shards (
      shard INTEGER PRIMARY KEY, sessions TEXT, size INTEGER, done INTEGER, sent INTEGER, reported INTEGER
    );
    CREATE TABLE IF NOT EXISTS results (
      shard INTEGER, place INTEGER, outcome TEXT, detail TEXT, PRIMARY KEY (shard, place)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS totals (outcome TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID;
  `);
}

export class Ledger {
  constructor(storage) {
    this.storage = storage;
    this.sql = storage.sql;
  }

  get id() {
    return this.run()?.id;
  }

  plan() {
    return JSON.parse(this.run().plan);
  }

  cursor() {
    return this.run().cursor ?? undefined;
  }

  isListed() {
    return this.run().listed === 1;
  }

  begin(id, plan) {
    if (this.run()) return;
    this.sql.exec('INSERT INTO run VALUES (?, ?, NULL, 0)', id, JSON.stringify(plan));
  }

  /** @param {string} [cursor]  of the next page; none when this was the last */
  addShard(sessions, cursor) {
    this.storage.transactionSync(() => {
      if (sessions.length > 0) {
        const text = JSON.stringify(sessions);
        this.sql.exec(
          'INSERT INTO shards (sessions, size, done, sent, reported) VALUES (?, ?, 0, 0, 0)',
          text,
          sessions.length,
        );
      }
      this.sql.exec('UPDATE run SET cursor = ?, listed = ?', cursor ?? null, cursor === undefined ? 1 : 0);
    });
  }

  /** A shard with what of it has no result yet. */
  unsentShard() {
    const row = this.first('SELECT shard, sessions FROM shards WHERE sent = 0 LIMIT 1');
    if (!row) return undefined;
    const done = new Set(this.results(row.shard).map(({ place }) => place));
    const sessions = JSON.parse(row.sessions).map((session, place) => ({ ...session, place }));
    return { shard: row.shard, sessions: sessions.filter(({ place }) => !done.has(place)) };
  }

  markSent(shard) {
    this.sql.exec('UPDATE shards SET sent = 1 WHERE shard = ?', shard);
  }

  /**
   * Counts each session once, however often its message was delivered.
   *
   * @returns {boolean} whether a shard got complete
   */
  record(results) {
    return this.storage.transactionSync(() => {
      let complete = false;
      for (const result of results) complete = this.recordOne(result) || complete;
      return complete;
    });
  }

  recordOne({ shard, place, outcome, ...detail }) {
    const insert = 'INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?) RETURNING place';
    if (!this.first(insert, shard, place, outcome, JSON.stringify(detail))) return false;
    this.count(outcome, 1);
    const row = this.first('UPDATE shards SET done = done + 1 WHERE shard = ? RETURNING done = size AS complete', shard);
    return row?.complete === 1;
  }

  /** A complete shard with what came of each session. */
  unreportedShard() {
    const row = this.first('SELECT shard, sessions FROM shards WHERE done = size AND reported = 0 LIMIT 1');
    if (!row) return undefined;
    const sessions = JSON.parse(row.sessions);
    for (const { place, outcome, detail } of this.results(row.shard)) {
      Object.assign(sessions[place], { outcome }, JSON.parse(detail));
    }
    return { shard: row.shard, sessions };
  }

  markReported(shard) {
    this.sql.exec('UPDATE shards SET reported = 1 WHERE shard = ?', shard);
  }

  /** Forgets what was given up, and has everything without a result sent again. */
  reopen() {
    this.storage.transactionSync(() => {
      const given = this.sql.exec('DELETE FROM results WHERE outcome = ? RETURNING shard', GIVEN_UP).toArray();
      for (const { shard } of given) {
        this.sql.exec('UPDATE shards SET done = done - 1, reported = 0 WHERE shard = ?', shard);
      }
      this.count(GIVEN_UP, -given.length);
      this.sql.exec('UPDATE shards SET sent = 0 WHERE done < size');
    });
  }

  progress() {
    const run = this.run();
    if (!run) return undefined;
    const { shards, sessions, done, sent, reported } = this.first(`
      SELECT COUNT(*) AS shards, TOTAL(size) AS sessions, TOTAL(done) AS done, TOTAL(sent) AS sent,
        TOTAL(reported) AS reported FROM shards
    `);
    const totals = this.sql.exec('SELECT outcome, count FROM totals WHERE count > 0').toArray();
    return {
      state: run.listed === 1 && reported === shards ? 'finished' : 'running',
      listed: run.listed === 1,
      shards,
      shardsSent: sent,
      shardsReported: reported,
      sessions,
      sessionsDone: done,
      outcomes: Object.fromEntries(totals.map(({ outcome, count }) => [outcome, count])),
    };
  }

  count(outcome, by) {
    this.sql.exec(
      'INSERT INTO totals VALUES (?, ?) ON CONFLICT (outcome) DO UPDATE SET count = count + excluded.count',
      outcome,
      by,
    );
  }

  results(shard) {
    return this.sql.exec('SELECT place, outcome, detail FROM results WHERE shard = ?', shard).toArray();
  }

  run() {
    return this.first('SELECT * FROM run');
  }

  first(query, ...bindings) {
    return this.sql.exec(query, ...bindings).toArray()[0];
  }
}
