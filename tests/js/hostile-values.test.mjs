// Objects that fight back through the values door: one kind of error, and nothing of the caller's is harmed.
import * as th from 'transcript-hygiene';

const thrown = (value) => ({
  get content() {
    throw value;
  },
});

const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

const cycle = () => {
  const turn = { role: 'user' };
  turn.self = turn;
  return turn;
};

const poison = () =>
  new Proxy({}, {
    get() {
      throw new Error('looked at');
    },
  });

const HOSTILE = {
  'a cycle': () => [cycle()],
  'a BigInt': () => [{ role: 'user', content: 1n }],
  'a getter that throws': () => [thrown(new Error('no'))],
  'a getter that throws nothing': () => [thrown(undefined)],
  'a getter that throws an object that throws when it is looked at': () => [thrown(poison())],
  'a proxy that throws': () => [new Proxy({}, { ownKeys: () => { throw new TypeError('no'); } })],
  'a revoked proxy as a turn': () => [revoked({})],
  'a revoked proxy as the list': () => revoked([]),
  'a list whose members throw': () => Object.defineProperty([1], 0, { get: () => { throw new Error('no'); } }),
  'a toJSON that throws': () => [{ toJSON: () => { throw new Error('no'); } }],
};

const CALLS = {
  sanitizeSync: (messages) => th.sanitizeSync(messages),
  check: (messages) => th.check(messages),
  preRequest: (messages) => th.preRequest(messages),
  stripAllThinking: (messages) => th.stripAllThinking(messages),
};

export default async (t) => {
  await th.init();

  for (const [what, make] of Object.entries(HOSTILE)) {
    t.test(`${what} is an argument error`, async (a) => {
      for (const call of Object.values(CALLS)) {
        a.throws(() => call(make()), { name: 'HygieneError', code: 'invalid-argument' });
      }
      await a.rejects(th.sanitize(make()), { code: 'invalid-argument' });
      a.throws(() => th.sanitizeRequestSync({ messages: make() }), { code: 'invalid-argument' });
      a.equal(th.sanitizeTextSync('[]').json, '[]', 'the next call works');
    });
  }

  t.test('the cause is kept', (a) => {
    const cause = new Error('out of order');
    const error = a.throws(() => th.sanitizeSync([thrown(cause)]), { message: /out of order/ });
    a.equal(error.cause, cause);
  });

  t.test('a refused object is as it was', (a) => {
    const turn = cycle();
    a.throws(() => th.sanitizeSync([turn]), { code: 'invalid-argument' });
    a.equal(turn.self, turn);
    a.equal(Object.keys(turn).length, 2);
  });

  t.test('frozen turns are read and returned', (a) => {
    const frozen = Object.freeze([
      Object.freeze({ role: 'user', content: 'x' }),
      Object.freeze({ role: 'assistant', content: Object.freeze([Object.freeze({ type: 'thinking' })]) }),
    ]);
    const { messages } = th.stripAllThinking(frozen);
    a.equal(messages[0], frozen[0]);
    a.equal(frozen[1].content.length, 1);
  });

  t.test('a toJSON is what is looked at, and the object itself comes back', (a) => {
    const live = { toJSON: () => ({ role: 'user', content: 'x' }) };
    const gone = { role: 'assistant', content: [{ type: 'thinking' }], toJSON: () => undefined };
    const { messages } = th.stripAllThinking([live, gone, { role: 'assistant', content: [{ type: 'thinking' }] }]);
    a.equal(messages[0], live);
    a.equal(messages[1], gone);
    a.equal(messages[2].content[0].type, 'text');
  });

  t.test('a toJSON of the list, or an iterator of its own, moves no turn', (a) => {
    const list = [{ role: 'user' }, { role: 'assistant', content: [{ type: 'thinking' }] }];
    list.toJSON = () => [];
    list[Symbol.iterator] = function* () {};
    const { messages } = th.stripAllThinking(list);
    a.equal(messages.length, 2);
    a.equal(messages[0], list[0]);
  });

  t.test('a proxy that answers differently each time does no harm', (a) => {
    let answers = 0;
    const list = new Proxy([{ role: 'user' }, { role: 'assistant', content: [{ type: 'thinking' }] }], {
      get: (target, key) => (key === '0' ? { n: (answers += 1) } : target[key]),
    });
    const { messages } = th.stripAllThinking(list);
    a.equal(messages.length, 2);
    a.equal(messages[0].n, 1);
  });

  t.test('a member named __proto__ is data', (a) => {
    const [turn] = JSON.parse('[{"__proto__":{"x":1},"role":"assistant","content":[{"type":"thinking"}]}]');
    const { messages } = th.stripAllThinking([turn]);
    a.ok(Object.hasOwn(messages[0], '__proto__'));
    a.equal(Object.getPrototypeOf(messages[0]), Object.prototype);
  });

  t.test('every door stays open through ten thousand refusals', (a) => {
    for (let round = 0; round < 10_000; round += 1) {
      a.throws(() => th.sanitizeTextSync('[{]'), { code: 'invalid-json' });
    }
    a.equal(th.sanitizeTextSync('[]').json, '[]');
  });
};
