// What people see of a history, over HTTP: at once, in pages, and row by row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post, worker } from './worker.mjs';

const call = worker({ MAX_BODY_BYTES: 4000 });

const ROWS =
  '[{"role":"user","content":"hi","n":1.0},{"role":"assistant","content":"[[reply_to_current]] yes"},' +
  '{"role":"assistant","content":"NO_REPLY"}]';

const stream = (text, query = '') => [
  `/v1/project${query}`,
  { method: 'POST', headers: { 'content-type': 'text/event-stream' }, body: text },
];

/** The events of a stream, as names with data. */
async function eventsOf(response) {
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const events = (await response.text()).split('\n\n').slice(0, -1);
  return events.map((event) => {
    const field = (name) => event.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    return { id: field('id'), name: field('event'), data: JSON.parse(field('data')) };
  });
}

const row = (role, content) => `data: ${JSON.stringify({ role, content })}\n\n`;

test('a bare list is answered with the bare rows, byte for byte where nothing goes', async () => {
  const response = await call('/v1/project?profile=strict', post(ROWS));
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '[{"role":"user","content":"hi","n":1.0},{"role":"assistant","content":"yes"}]');
});

test('an envelope is answered with what there is to say of the rows', async () => {
  const response = await call('/v1/project', post({ messages: JSON.parse(ROWS), options: { report: true } }));
  const { messages, hiddenCount, turnBoundaryPending, report } = await response.json();
  assert.deepEqual(messages.map(({ content }) => content), ['hi', 'yes']);
  assert.equal(hiddenCount, 1);
  assert.equal(turnBoundaryPending, false);
  assert.deepEqual(report.map(({ row, state }) => [row, state]), [[1, 'shown'], [2, 'hidden']]);
});

test('pages go back by their cursors', async () => {
  const messages = [1, 2, 3].map((seq) => ({ role: 'user', content: `m${seq}`, __openclaw: { seq } }));
  const ask = async (options) => (await call('/v1/project', post({ messages, options }))).json();
  const last = await ask({ limit: 2 });
  assert.deepEqual(last.messages, messages.slice(1));
  assert.deepEqual([last.hasMore, last.nextCursor], [true, '2']);
  const first = await ask({ limit: 2, cursor: last.nextCursor });
  assert.deepEqual([first.messages, first.hasMore], [messages.slice(0, 1), false]);
});

test('rows that come one by one go on as people see them', async () => {
  const text =
    `: hello\nid: 7\ndata: ${ROWS}\n\n` + row('assistant', 'NO_REPLY') + `id: 8\r\ndata: {"role":"user",\r\ndata: "content":"so"}\r\n\r\n`;
  const events = await eventsOf(await call(...stream(text)));
  assert.deepEqual(events, [
    { id: '7', name: 'rows', data: { from: 0, messages: [{ role: 'user', content: 'hi', n: 1 }, { role: 'assistant', content: 'yes' }] } },
    { id: '8', name: 'rows', data: { from: 2, messages: [{ role: 'user', content: 'so' }] } },
  ]);
});

test('an event may come in pieces of any length', async () => {
  const bytes = new TextEncoder().encode(row('user', 'größer 😀'));
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const [path, init] = stream(body);
  const [event] = await eventsOf(await call(path, { ...init, duplex: 'half' }));
  assert.deepEqual(event.data, { from: 0, messages: [{ role: 'user', content: 'größer 😀' }] });
});

test('the query of a stream says how rows are shown', async () => {
  const [event] = await eventsOf(await call(...stream(row('user', 'abcdef'), '?maxChars=3')));
  assert.equal(event.data.messages[0].content, 'abc\n...(truncated)...');
  const refused = await call(...stream(row('user', 'x'), '?colour=red'));
  assert.equal(refused.status, 400);
  assert.equal((await refused.json()).error.option, 'colour');
  assert.equal((await call(...stream(row('user', 'x'), '?profile=loose'))).status, 400);
});

test('what cannot be read ends a stream with an event that says so', async () => {
  const broken = await eventsOf(await call(...stream(row('user', 'a') + 'data: {\n\n' + row('user', 'b'))));
  assert.deepEqual(broken.map(({ name, data }) => [name, data.code]), [['rows', undefined], ['error', 'invalid-json']]);
  const large = await eventsOf(await call(...stream(row('user', 'x'.repeat(5000)))));
  assert.deepEqual(large.map(({ name, data }) => [name, data.code]), [['error', 'limit-exceeded']]);
});

test('what is no list of rows is refused', async () => {
  assert.equal((await call('/v1/project', post({ messages: {} }))).status, 422);
  const page = await call('/v1/project', post({ messages: {}, options: { limit: 1 } }));
  assert.equal(page.status, 422);
  assert.equal((await page.json()).error.part, 'messages');
});
