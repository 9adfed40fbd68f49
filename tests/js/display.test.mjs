// What people see of stored history, as values and as text.
import * as history from 'transcript-hygiene/history';

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);

const user = (content = 'hi') => ({ role: 'user', content });
const answer = (content = 'hello') => ({ role: 'assistant', content });

export default async (t) => {
  await history.init();

  t.test('rows that are shown as they are stay the very objects', (a) => {
    const rows = [user(), answer('[[reply_to_current]] yes'), { ...answer(), usage: { input: 1, output: 2 } }, answer('NO_REPLY')];
    const { messages, hiddenCount, turnBoundaryPending } = history.project(rows);
    a.deepEqual(messages, [user(), answer('yes'), { ...answer(), usage: { input: 1, output: 2 } }]);
    a.equal(messages[0], rows[0]);
    a.equal(messages[2], rows[2]);
    a.equal(hiddenCount, 1);
    a.equal(turnBoundaryPending, false);
  });

  t.test('the profile decides between what is right and what the release shows', (a) => {
    const rows = [user('[2026-01-02 10:10] notes'), answer('All well. HEARTBEAT_OK')];
    a.deepEqual(history.project(rows).messages, [user('[2026-01-02 10:10] notes'), answer('All well.')]);
    a.deepEqual(history.project(rows, { profile: 'compat' }).messages, [user('notes')]);
  });

  t.test('in compat the numbers of an answer are in one order, of a copy', (a) => {
    const usage = { output: -0, cost: { total: 3, input: new Number(1) }, input: 1, totalTokens: undefined, total() {} };
    const tool = { type: 'toolCall', id: 'c', name: 'ls', arguments: {} };
    const rows = [
      { ...answer(), usage, timestamp: 7 },
      { ...answer([{ type: 'text', text: 'hello' }]), usage: { ...usage, other: 1 } },
      { toJSON: () => ({ ...answer(), usage }), role: 'user' },
      { ...answer(), usage: { toJSON: () => usage } },
      { ...answer([tool]), usage },
      { ...user(), usage },
      { ...answer(), usage: {} },
    ];
    const { messages } = history.project(rows, { profile: 'compat' });
    const json = history.projectText(JSON.stringify(rows), { profile: 'compat' }).json;
    a.equal(JSON.stringify(messages), json);
    a.deepEqual(messages, JSON.parse(json));
    a.deepEqual(messages[0], { ...answer(), usage: { input: 1, output: 0, cost: { input: 1, total: 3 } }, timestamp: 7 });
    a.equal(messages.some((row) => rows.includes(row)), false);
  });

  t.test('what is no row is not shown', (a) => {
    a.deepEqual(history.project([null, 5, 'x', [], user()]).messages, [user()]);
    a.throws(() => history.project({}), { code: 'not-a-transcript' });
    a.throws(() => history.projectText('{}'), { code: 'not-a-transcript' });
    a.throws(() => history.project([], { maxChar: 5 }), { code: 'invalid-argument', nearest: 'maxChars' });
  });

  t.test('text comes back in the form it came in, the very input when nothing changed', (a) => {
    const plain = '[{"role":"user","content":"hi"}]';
    a.equal(history.projectText(plain).json, plain);
    const marked = '[ {"role":"user", "content":"hi"},{"role":"assistant","content":"NO_REPLY"}]';
    a.equal(history.projectText(marked).json, '[{"role":"user", "content":"hi"}]');
    a.equal(decode(history.projectText(encode(marked)).json), '[{"role":"user", "content":"hi"}]');
    const lone = `[{"role":"user","content":"\ud83d"},{"role":"assistant","content":"NO_REPLY"}]`;
    a.deepEqual(JSON.parse(history.projectText(lone).json), [user('\ud83d')]);
  });

  t.test('the report names state, rules and removed ranges in UTF-16 units', (a) => {
    const rows = [user(), answer('😀 yes NO_REPLY'), answer('NO_REPLY'), user('x'.repeat(20))];
    const { report } = history.project(rows, { report: true, maxChars: 15 });
    a.deepEqual(report, [
      { row: 1, state: 'shown', rules: ['sanitize-rows'], removed: [{ pointer: '/content', ranges: [[6, 15]] }] },
      { row: 2, state: 'hidden', rules: ['sanitize-rows'], removed: [] },
      { row: 3, state: 'cut', rules: ['sanitize-rows'], removed: [{ pointer: '/content', ranges: [[15, 20]] }] },
    ]);
    a.equal(history.project(rows).report, undefined);
  });

  t.test('limits, pages and cursors apply to shown rows', (a) => {
    const rows = [1, 2, 3, 4].map((seq) => ({ ...user(`m${seq}`), __openclaw: { seq } }));
    const hidden = Array.from({ length: 50 }, () => answer('NO_REPLY'));
    const page = history.project([...rows, ...hidden], { limit: 2 });
    a.deepEqual(page.messages, rows.slice(2));
    a.deepEqual([page.hasMore, page.nextCursor, page.hiddenCount], [true, '3', 50]);
    const older = history.project([...rows, ...hidden], { limit: 2, cursor: page.nextCursor });
    a.deepEqual(older.messages, rows.slice(0, 2));
    a.equal(older.hasMore, false);
    a.deepEqual(history.project(rows, { maxMessages: 1 }).messages, rows.slice(3));
    const oversized = history.project([user('x'.repeat(500))], { maxSingleMessageBytes: 300, now: 7 }).messages[0];
    a.deepEqual(oversized.__openclaw, { truncated: true, reason: 'oversized' });
  });

  t.test('announcements from before the session go', (a) => {
    const provenance = { kind: 'inter_session', sourceTool: 'subagent_announce' };
    const rows = [{ ...user('done'), timestamp: 1, provenance }, { ...answer(), timestamp: 2 }, { ...user(), timestamp: 9 }];
    const { messages, report } = history.project(rows, { sessionStartedAt: 5, report: true });
    a.deepEqual(messages, [rows[2]]);
    a.deepEqual(report.map(({ row, rules }) => [row, rules[0]]), [
      [0, 'drop-pre-session-announcements'],
      [1, 'drop-pre-session-announcements'],
    ]);
  });

  t.test('a prompt parts into what people see and the runtime context', (a) => {
    const block = '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>';
    a.deepEqual(history.extractRuntimeContext(`${block}\n\nhi \ud83d`), { text: 'hi \ud83d', runtimeContext: block });
    a.deepEqual(history.extractRuntimeContext('hi'), { text: 'hi' });
    a.throws(() => history.extractRuntimeContext(5), { code: 'invalid-argument' });
  });
};
