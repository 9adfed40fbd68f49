// The rules, told by the package itself.
import * as th from 'transcript-hygiene';

export default async (t) => {
  await th.init();

  t.test('every rule has what a reader needs', (a) => {
    const rules = th.rules();
    a.ok(rules.length > 0);
    a.equal(new Set(rules.map((rule) => rule.id)).size, rules.length);
    for (const rule of rules) {
      for (const key of ['id', 'summary', 'since']) a.equal(typeof rule[key], 'string', `${rule.id} ${key}`);
      a.ok(rule.effects.length > 0, rule.id);
      for (const { api, fragment } of rule.rejects) a.ok(api && fragment, rule.id);
      a.ok(rule.sections['What it does'], rule.id);
      a.ok(rule.example.after, rule.id);
    }
  });

  t.test('explain gives a rule by its id, and nothing for what is none', (a) => {
    const [rule] = th.rules();
    a.equal(th.explain(rule.id), rule);
    a.equal(th.explain('no-such-rule'), undefined);
  });

  t.test('the known targets are offered, and nobody can change them for others', (a) => {
    const { providers, apis, flags } = th.knownTargets();
    a.ok(providers.includes('anthropic') && apis.includes('openai-responses'));
    const resolved = Object.keys(th.resolvePolicy({ provider: 'google' }).origins);
    a.deepEqual(flags.map((flag) => flag.name), resolved);
    a.throws(() => providers.push('mine'), TypeError);
  });

  t.test('nobody can change the rules for others', (a) => {
    a.throws(() => th.rules().push(1), TypeError);
    a.throws(() => { th.rules()[0].id = 'x'; }, TypeError);
    a.throws(() => th.rules()[0].effects.push('x'), TypeError);
  });

  t.test('a pasted error names the rules that answer it', (a) => {
    const [rule] = th.rules().filter((each) => each.rejects.length > 0);
    const found = th.rejections(`400: messages.1: ${rule.rejects[0].fragment}, please check`);
    a.ok(found.some((each) => each.rule === rule.id), JSON.stringify(found));
    a.deepEqual(th.rejections('{"message":"tool result\'s tool id(call_x) not found"}'), [
      { api: 'chat', constraint: 'CC-19', fragment: 'tool result\'s tool id(…) not found' },
    ]);
    a.deepEqual(th.rejections('everything is fine'), []);
    a.throws(() => th.rejections(400), { code: 'invalid-argument' });
  });
};
