// Recognising a provider's complaint about replayed thinking, wherever an SDK hid it.
import * as th from 'transcript-hygiene';

const COMPLAINT = 'messages.1.content.0: Invalid `signature` in `thinking` block';

export default async (t) => {
  await th.init();

  t.test('a text is a complaint or not', (a) => {
    for (const text of [COMPLAINT, 'thinking blocks cannot be modified', 'MISSING redacted_thinking']) {
      a.equal(th.isThinkingReplayError(text), true, text);
    }
    for (const text of ['missing\nthinking', 'think signature', 'thinking', '', 'rate limited']) {
      a.equal(th.isThinkingReplayError(text), false, text);
    }
  });

  t.test('it is found in whatever wraps it', (a) => {
    for (const key of ['cause', 'error', 'rawError', 'errorMessage', 'errorBody', 'message']) {
      a.equal(th.isThinkingReplayError({ [key]: COMPLAINT }), true, key);
      a.equal(th.isThinkingReplayError({ error: { cause: { [key]: COMPLAINT } } }), true, key);
    }
    a.equal(th.isThinkingReplayError(new Error('failed', { cause: new Error(COMPLAINT) })), true);
    a.equal(th.isThinkingReplayError({ body: COMPLAINT }), false);
  });

  t.test('errors of any shape are looked at and nothing more', (a) => {
    const cycle = { message: 'no' };
    cycle.cause = cycle;
    const endless = () => ({ get cause() { return endless(); } });
    const poison = new Proxy({}, { get: () => { throw new Error('looked at'); } });
    for (const odd of [undefined, null, 1, 1n, Symbol('x'), () => {}, [], cycle, endless(), poison, { message: poison }]) {
      a.equal(th.isThinkingReplayError(odd), false);
    }
    a.equal(th.isThinkingReplayError({ get cause() { throw 1; }, message: COMPLAINT }), true);
    a.equal(th.isThinkingReplayError({ message: `\ud83d ${COMPLAINT}` }), true);
  });
};
