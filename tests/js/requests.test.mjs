// Request bodies and the pre-request pass, through the package.
import * as th from 'transcript-hygiene';

const ANTHROPIC = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };
const PREFILLED =
  '{ "max_tokens": 1e3, "thinking": {"type":"enabled"}, "messages": [{"role":"user","content":"q"} , {"role":"assistant","content":"Sure:"}] }\n';
const STRIPPED = '{ "max_tokens": 1e3, "thinking": {"type":"enabled"}, "messages": [{"role":"user","content":"q"}] }\n';

export default function (t) {
  t.test('a body keeps every byte that no rule touches', async (a) => {
    await th.init();
    const outcome = th.sanitizeRequestSync(PREFILLED, ANTHROPIC, { report: true });
    a.equal(outcome.body, STRIPPED);
    a.equal(outcome.removed, 1);
    a.equal(outcome.report.changes[0].rule, 'strip-anthropic-prefill');
    a.equal(outcome.report.changes[0].input, '/messages/1');
  });

  t.test('bytes come back as bytes, objects as objects, and what is clean as it came', async (a) => {
    const bytes = new TextEncoder().encode(PREFILLED);
    a.ok((await th.sanitizeRequest(bytes, ANTHROPIC)).body instanceof Uint8Array);
    const body = JSON.parse(PREFILLED);
    const outcome = await th.sanitizeRequest(body, ANTHROPIC);
    a.deepEqual(outcome.body.messages, [body.messages[0]]);
    a.equal(body.messages.length, 2);
    const clean = { messages: [{ role: 'user', content: 'q' }] };
    a.equal((await th.sanitizeRequest(clean, ANTHROPIC)).body, clean);
  });

  t.test('a body that is no object is refused with what was found', async (a) => {
    await a.rejects(() => th.sanitizeRequest('[1]', ANTHROPIC), { code: 'not-a-request' });
    await a.rejects(() => th.sanitizeRequest('{"messages":', ANTHROPIC), { code: 'invalid-json', offset: 12 });
  });

  t.test('the pre-request pass drops what may not end a request', async (a) => {
    await th.init();
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'text', text: 'Sure:' }] },
    ];
    const outcome = th.preRequest(messages, ANTHROPIC, { report: true });
    a.equal(outcome.messages.length, 1);
    a.equal(outcome.messages[0], messages[0]);
    a.equal(outcome.report.changes[0].rule, 'strip-trailing-assistant');
  });
}
