// A projection that is kept up to date gives what a projection of all rows gives.
import * as history from 'transcript-hygiene/history';

/** Numbers that are the same on every host. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const text = (value) => [{ type: 'text', text: value }];
const inter = (sourceTool) => ({ provenance: { kind: 'inter_session', sourceTool, sourceSessionKey: 'agent:ops:main' } });
const HOST = { provider: 'openclaw' };
const KINDS = [
  () => ({ role: 'user', content: 'hi' }),
  () => ({ role: 'user', content: '[OpenClaw heartbeat poll]' }),
  () => ({ role: 'user', content: 'done', ...inter('subagent_announce') }),
  () => ({ role: 'user', content: 'hello', ...inter('sessions_send') }),
  () => ({ role: 'assistant', content: text('Hello') }),
  () => ({ role: 'assistant', content: text('Hello'), ...HOST, model: 'delivery-mirror' }),
  () => ({ role: 'assistant', content: 'Hello', ...HOST, model: 'acp-runtime' }),
  () => ({ role: 'assistant', content: 'Hello', ...HOST, model: 'gateway-injected' }),
  () => ({ role: 'assistant', content: 'NO_REPLY' }),
  () => ({ role: 'assistant', content: 'HEARTBEAT_OK' }),
  () => ({ role: 'assistant', content: 'Fine. HEARTBEAT_OK', usage: { input: 1 } }),
  () => ({ role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'message', arguments: { action: 'send', message: 'Hello' } }] }),
  () => ({ role: 'assistant', content: [{ type: 'toolCall', id: 'd', name: 'ls', arguments: {} }] }),
  () => ({ role: 'toolResult', toolCallId: 'c', toolName: 'message', content: '{"ok":true}' }),
  () => ({ role: 'toolResult', toolCallId: 'd', toolName: 'ls', content: 'a' }),
  () => ({ role: 'assistant', content: [{ type: 'audio', url: 'u' }], openclawTtsSupplement: { spokenText: 'Hello' } }),
  () => ({ role: 'assistant', content: [], stopReason: 'error', errorMessage: 'boom' }),
  () => ({ role: 'system', content: 'Compaction' }),
  () => null,
];

export default async (t) => {
  await history.init();

  for (const profile of ['strict', 'compat']) {
    t.test(`appended rows give what all rows give, in ${profile}`, (a) => {
      for (let seed = 1; seed <= 150; seed += 1) {
        const random = numbers(seed);
        const rows = Array.from({ length: 1 + random(40) }, () => KINDS[random(KINDS.length)]());
        const projector = history.createProjector({ profile, report: true });
        let shown = [];
        for (let at = 0; at < rows.length; ) {
          const step = 1 + random(4);
          const { from, messages } = projector.append(rows.slice(at, at + step));
          at = Math.min(rows.length, at + step);
          const full = history.project(rows.slice(0, at), { profile, report: true });
          const where = `seed ${seed}, ${at} rows`;
          a.deepEqual(projector.messages, full.messages, where);
          a.equal(projector.turnBoundaryPending, full.turnBoundaryPending, where);
          a.equal(projector.hiddenCount, full.hiddenCount, where);
          const reports = rows.slice(0, at).map((_, row) => projector.reportOf(row));
          a.deepEqual(reports.filter(Boolean), full.report, where);
          shown = [...shown.slice(0, from), ...messages];
          a.ok(shown.every((row, place) => row === projector.messages[place]), where);
          const limit = 1 + random(5);
          const page = history.project(rows.slice(0, at), { profile, limit });
          a.deepEqual(projector.page({ limit }).messages, page.messages, where);
          if (random(8) === 0) {
            rows[random(at)] = KINDS[random(KINDS.length)]();
            projector.replace(rows.slice(0, at));
            shown = projector.messages.slice();
            a.deepEqual(shown, history.project(rows.slice(0, at), { profile }).messages, where);
          }
        }
      }
    });
  }

  t.test('an appended row is projected with few of those before it, whatever they are', (a) => {
    let read = 0;
    const watched = (row) => ({ ...row, toJSON: () => ((read += 1), row) });
    const heartbeat = [KINDS[1](), KINDS[9]()];
    const work = [KINDS[1](), KINDS[12](), KINDS[14](), KINDS[4]()];
    const speech = [KINDS[4](), KINDS[15]()];
    for (const turn of [heartbeat, work, speech, [KINDS[0](), KINDS[8]()]]) {
      const rows = [KINDS[0](), ...Array.from({ length: 100 }, () => turn).flat()];
      const projector = history.createProjector();
      projector.replace(rows.map(watched));
      for (const row of turn) {
        read = 0;
        projector.append([watched(row)]);
        a.ok(read < 10, `${read} rows for ${JSON.stringify(row)}`);
      }
    }
  });

  t.test('what was shown stays the same object, and earlier lists stay as they were', (a) => {
    const projector = history.createProjector();
    const rows = Array.from({ length: 20 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `[[x]] m${at} NO_REPLY` }));
    projector.append(rows);
    const before = projector.messages;
    a.equal(projector.messages, before);
    const change = projector.append([{ role: 'user', content: 'new' }]);
    a.deepEqual(change, { from: 20, messages: [{ role: 'user', content: 'new' }] });
    a.equal(before.length, 20);
    a.equal(projector.messages.length, 21);
    a.ok(before.every((row, at) => row === projector.messages[at]));
  });

  t.test('replaced rows start anew', (a) => {
    const projector = history.createProjector();
    projector.append([{ role: 'user', content: 'a' }]);
    a.deepEqual(projector.replace([{ role: 'user', content: 'b' }]), { from: 0, messages: [{ role: 'user', content: 'b' }] });
    a.throws(() => history.createProjector({ maxMessages: 5 }), { code: 'invalid-argument', option: 'maxMessages' });
    a.throws(() => projector.replace('x'), { code: 'not-a-transcript' });
    a.deepEqual(projector.messages, [{ role: 'user', content: 'b' }]);
  });

  t.test('pages go back from the end and lie around a row', (a) => {
    const projector = history.createProjector();
    const rows = Array.from({ length: 9 }, (_, at) => ({ role: 'user', content: `m${at}`, __openclaw: { id: `r${at}`, seq: at + 1 } }));
    projector.replace(rows);
    const last = projector.page({ limit: 4 });
    a.deepEqual(last, { messages: rows.slice(5), hasMore: true, nextCursor: '6' });
    a.deepEqual(projector.page({ before: 'seq:6', limit: 4 }).messages, rows.slice(1, 5));
    a.deepEqual(projector.page({ around: 'r4', limit: 3 }).messages, rows.slice(3, 6));
    a.deepEqual(projector.page({ around: 'r8', limit: 3 }).messages, rows.slice(6));
    a.equal(projector.page({ around: 'none', limit: 3 }), undefined);
    a.deepEqual(projector.page(), { messages: rows, hasMore: false });
  });
};
