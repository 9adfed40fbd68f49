// Two ways in and out: JSON text as a string or as bytes, and the caller's own objects.
import * as th from 'transcript-hygiene';

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const user = () => ({ role: 'user', content: 'hello' });
const thinker = (text = 'done') => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text },
  ],
});
const spoken = (text = 'done') => ({ role: 'assistant', content: [{ type: 'text', text }] });

export default async (t) => {
  await th.init();

  t.test('a turn that replay puts in stands between the untouched ones', async (a) => {
    const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'list the files' }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'toolu_1', name: 'ls', arguments: {} }] },
      { role: 'user', content: [{ type: 'text', text: 'go on' }] },
    ];
    const { messages: output, changed, report } = await th.sanitize(messages, target, { report: true });
    a.equal(changed, true);
    a.deepEqual(output.map((turn) => turn.role), ['user', 'assistant', 'toolResult', 'user']);
    for (const [from, to] of [[0, 0], [1, 1], [2, 3]]) a.equal(output[to], messages[from], `turn ${from}`);
    a.deepEqual(report.changes.map(({ rule, kind, output: at }) => ({ rule, kind, at })), [
      { rule: 'repair-tool-result-pairing', kind: 'inserted', at: '/2' },
    ]);
    a.equal(report.turns.untouched, 3);
    a.deepEqual(th.check(messages, target).changes, report.changes);
    a.equal((await th.sanitize(output, target)).messages, output, 'a second run');
  });

  t.test('an unchanged array comes back as the very array', async (a) => {
    const messages = [user()];
    a.equal(th.sanitizeSync(messages).messages, messages);
    a.equal((await th.sanitize(messages)).messages, messages);
    a.equal(th.preRequest(messages).messages, messages);
    a.equal(th.stripAllThinking(messages).messages, messages);
  });

  t.test('a changed array is a new one that holds the untouched turns themselves', (a) => {
    const messages = [user(), thinker(), user(), spoken(), thinker('again'), user()];
    const before = structuredClone(messages);
    const { messages: output, changed } = th.stripAllThinking(messages);
    a.equal(changed, true);
    a.deepEqual(output, [user(), spoken(), user(), spoken(), spoken('again'), user()]);
    for (const at of [0, 2, 3, 5]) a.equal(output[at], messages[at], `turn ${at}`);
    a.ok(output !== messages);
    a.deepEqual(messages, before, 'the input');
  });

  t.test('members that are no turns stay what and where they are', (a) => {
    const odd = [0, 7, 'text', null, true, [1, 2], {}];
    const messages = [...odd, thinker(), ...odd];
    const { messages: output } = th.stripAllThinking(messages);
    a.deepEqual(output, [...odd, spoken(), ...odd]);
    a.equal(output[5], messages[5]);
  });

  t.test('holes and undefined are read as null and come back as they were', (a) => {
    // eslint-disable-next-line no-sparse-arrays
    const messages = [, undefined, thinker(), () => {}];
    const { messages: output } = th.stripAllThinking(messages);
    a.equal(output.length, 4);
    a.equal(output[0], undefined);
    a.equal(output[1], undefined);
    a.equal(output[3], messages[3]);
  });

  t.test('what JSON cannot say is kept in untouched turns', (a) => {
    const untouched = { role: 'user', content: 'x', at: new Date(0), none: undefined, ids: new Map([[1, 2]]) };
    const { messages: output } = th.stripAllThinking([untouched, thinker()]);
    a.equal(output[0], untouched);
    a.equal(output[0].ids.get(1), 2);
  });

  t.test('an empty transcript is one', (a) => {
    const messages = [];
    a.equal(th.sanitizeSync(messages).messages, messages);
    a.equal(th.sanitizeTextSync('[]').json, '[]');
  });

  t.test('an unchanged text comes back as the very string or bytes', async (a) => {
    const json = ' [ {"role":"user", "content":"\\u00e9"} ]\n';
    const bytes = encode(json);
    a.equal(th.sanitizeTextSync(json).json, json);
    a.equal(th.sanitizeTextSync(bytes).json, bytes);
    a.equal((await th.sanitizeText(bytes)).json, bytes);
    a.equal(th.preRequestText(bytes).json, bytes);
  });

  t.test('text comes back in the form it came in', (a) => {
    const json = JSON.stringify([thinker('ünï 😀')]);
    const expected = JSON.stringify([spoken('ünï 😀')]);
    const bytes = encode(json);
    a.equal(th.stripAllThinkingText(json).json, expected);
    const output = th.stripAllThinkingText(bytes).json;
    a.ok(output instanceof Uint8Array);
    a.equal(decode(output), expected);
    a.equal(decode(bytes), json, 'the input');
  });

  t.test('a view at an offset is read from there and no further', (a) => {
    const json = JSON.stringify([thinker()]);
    const whole = encode(`garbage${json}garbage`);
    const view = whole.subarray(7, 7 + json.length);
    a.equal(decode(th.stripAllThinkingText(view).json), JSON.stringify([spoken()]));
    a.equal(th.sanitizeTextSync(view).json, view);
  });

  t.test('a subclass of Uint8Array is bytes', (a) => {
    class Chunk extends Uint8Array {}
    const chunk = Chunk.from(encode(JSON.stringify([thinker()])));
    a.equal(decode(th.stripAllThinkingText(chunk).json), JSON.stringify([spoken()]));
  });

  t.test('results do not share memory with the module', (a) => {
    const first = th.stripAllThinkingText(encode(JSON.stringify([thinker('first')]))).json;
    th.stripAllThinkingText(encode(JSON.stringify([thinker('other')])));
    a.equal(decode(first), JSON.stringify([spoken('first')]));
  });

  t.test('both doors say the same', (a) => {
    const messages = [user(), thinker('\u2028 "\\ \u0000'), user()];
    const { messages: output } = th.stripAllThinking(messages);
    a.deepEqual(JSON.parse(th.stripAllThinkingText(JSON.stringify(messages)).json), output);
  });

  t.test('text of any mix of lengths fits in the room reserved for it', (a) => {
    for (const character of ['a', 'é', '€', '😀', 'a€', 'a😀']) {
      for (const count of [1, 63, 64, 65, 1000, 100_000]) {
        const text = character.repeat(count);
        const { json } = th.stripAllThinkingText(JSON.stringify([thinker(text)]));
        a.equal(json, JSON.stringify([spoken(text)]), `${character} × ${count}`);
      }
    }
  });

  t.test('a request body comes back in the form it came in', async (a) => {
    const body = { model: 'm', messages: [] };
    const json = JSON.stringify(body);
    const bytes = encode(json);
    a.equal(th.sanitizeRequestSync(body).body, body);
    a.equal(th.sanitizeRequestSync(json).body, json);
    a.equal((await th.sanitizeRequest(bytes)).body, bytes);
  });
};
