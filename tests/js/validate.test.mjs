// What a provider would refuse, through the package's entry for it.
import * as th from 'transcript-hygiene/validate';

const ANTHROPIC = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
const call = { type: 'toolCall', id: 'c1', name: 'read', arguments: {} };
const UNANSWERED = [
  { role: 'user', content: [{ type: 'text', text: ' ' }] },
  { role: 'assistant', content: [call] },
  { role: 'user', content: 'go on' },
];

export default async function (t) {
  await th.init();

  t.test('findings say what is broken, where, and in whose words, ordered by path', (a) => {
    const findings = th.validate(UNANSWERED, ANTHROPIC);
    a.deepEqual(findings.map(({ constraint, pointer }) => [constraint, pointer]), [
      ['AM-06', '/0/content/0/text'],
      ['AM-07', '/1/content/0'],
    ]);
    const [, unanswered] = findings;
    a.equal(unanswered.severity, 'error');
    a.ok(unanswered.statement.length > 0);
    a.deepEqual(unanswered.fragments, th.constraints().find(({ id }) => id === 'AM-07').fragments);
  });

  t.test('values, strings and bytes are found to break the same', (a) => {
    const text = JSON.stringify(UNANSWERED);
    const findings = th.validate(UNANSWERED, ANTHROPIC);
    a.deepEqual(th.validateText(text, ANTHROPIC), findings);
    a.deepEqual(th.validateText(new TextEncoder().encode(text), ANTHROPIC), findings);
    a.equal(JSON.stringify(UNANSWERED), text);
  });

  t.test('the target decides what is asked for, and the caller knows better', (a) => {
    const prefilled = [{ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }];
    const errors = (target, options) =>
      th.validate(prefilled, target, options).filter(({ severity }) => severity === 'error').map((each) => each.constraint);
    a.deepEqual(errors(ANTHROPIC), ['AM-19']);
    a.deepEqual(errors(ANTHROPIC, { noPrefill: false }), []);
    a.deepEqual(errors({ ...ANTHROPIC, modelId: 'claude-sonnet-4-5' }), []);
    a.deepEqual(errors({ ...ANTHROPIC, modelId: 'claude-sonnet-4-5' }, { noPrefill: true }), ['AM-19']);
  });

  t.test('of an unknown API only what every provider asks for is found', (a) => {
    const target = { modelApi: 'no-such-api' };
    a.deepEqual(th.validate(UNANSWERED, target), []);
    a.deepEqual(th.validateText('[{"role":"user","content":"\\ud83d"}]', target).map((each) => each.constraint), ['GEN-01']);
  });

  t.test('bodies are validated by shape or by API, as objects or as text', (a) => {
    const body = { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] };
    const expected = [['AM-06', '/messages/0/content/0/text']];
    const told = (findings) => findings.map(({ constraint, pointer }) => [constraint, pointer]);
    a.deepEqual(told(th.validateRequest(body, 'anthropic')), expected);
    a.deepEqual(told(th.validateRequest(JSON.stringify(body), 'anthropic-messages')), expected);
    a.deepEqual(told(th.validateRequest({ contents: [] }, 'gemini')), [['GE-01', '/contents']]);
  });

  t.test('a malformed shape is a finding, never an error', (a) => {
    for (const odd of [null, 1, 'x', {}, [], [null, 1, [], { role: 1 }, { role: 'user', content: { a: [] } }]]) {
      a.ok(th.validate(odd, ANTHROPIC).length > 0, JSON.stringify(odd));
      for (const shape of ['anthropic', 'chat', 'responses', 'gemini', 'converse']) {
        a.ok(th.validateRequest(JSON.stringify(odd), shape).length > 0, `${shape} ${JSON.stringify(odd)}`);
      }
    }
  });

  t.test('what is no JSON, and what no option means, is told by name', (a) => {
    a.throws(() => th.validateText('[', ANTHROPIC), { code: 'invalid-json', offset: 1 });
    a.throws(() => th.validate(undefined, ANTHROPIC), { code: 'invalid-argument' });
    a.throws(() => th.validateRequest({}, 'antropic'), { code: 'invalid-argument', option: 'api' });
    a.throws(() => th.validateRequest({}), { code: 'invalid-argument' });
    a.throws(() => th.validate([], ANTHROPIC, { noPrefil: true }), { code: 'invalid-argument', nearest: 'noPrefill' });
    a.throws(() => th.validate([], ANTHROPIC, { idPattern: 'a|b' }), { code: 'invalid-argument', option: 'idPattern' });
    a.throws(() => th.validateText('[1]', ANTHROPIC, { limits: { bytes: 2 } }), { code: 'limit-exceeded', limit: 'bytes' });
  });

  t.test('every constraint has what a reader needs, and nobody can change it for others', (a) => {
    const ids = th.constraints().map(({ id }) => id);
    a.equal(new Set(ids).size, ids.length);
    for (const each of th.constraints()) a.ok(each.statement && each.api && each.source, each.id);
    a.throws(() => th.constraints().push(1), TypeError);
  });
}
