// A chat of many rows as a host stores it, and the rows that come in after it. Made, not recorded.

const ROWS = 10_000;
const START = Date.UTC(2026, 5, 21, 8);
const MINUTE = 60_000;

const TOPICS = ['the build', 'the parser', 'the release notes', 'the backup', 'the invoice', 'the train to Oslo', 'ラーメン', 'größere Tests'];

const text = (text) => [{ type: 'text', text }];
const user = (content) => ({ role: 'user', content });
const answer = (content, more) => ({
  role: 'assistant',
  content,
  provider: 'anthropic',
  model: 'claude-sonnet-4-6',
  stopReason: 'stop',
  usage: { input: 1200, output: 80, cacheRead: 0, cacheWrite: 0, totalTokens: 1280 },
  ...more,
});
const metadata = 'Conversation info (untrusted metadata):\n```json\n{"chat":"team"}\n```\n\n';
const context =
  '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nThe user is in Oslo.\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n\n';

/** One exchange after the other, each by its number. */
const EXCHANGES = [
  (n, topic) => [user(`${metadata}How is ${topic} today?`), answer(text(`[[reply_to_current]] ${topic} is fine. This is answer ${n}.`))],
  (n, topic) => [
    user(text(`Read what we have on ${topic}, please.`)),
    answer([...text('I look it up.'), { type: 'toolCall', id: `call_${n}`, name: 'read', arguments: { path: `notes/${n}.md` } }], {
      stopReason: 'toolUse',
    }),
    {
      role: 'toolResult',
      toolCallId: `call_${n}`,
      toolName: 'read',
      content: text(`# ${topic}\n\nNote ${n}: nothing is urgent.\nAsk again on Monday.`),
      isError: false,
    },
    answer(text(`The note says:\n\n\`\`\`md\nNote ${n}: nothing is urgent.\n\`\`\`\n\nSo there is no hurry.`)),
  ],
  () => [user('[OpenClaw heartbeat poll]'), answer(text('HEARTBEAT_OK'))],
  (n, topic) => [user(`${context}Thanks, that helps with ${topic}.`), answer(text('NO_REPLY'))],
  (n, topic) => [
    user([{ type: 'text', text: `Here is a picture of ${topic}.` }, { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(20) }]),
    answer(text(`<think>A picture. What is on it?</think>I see ${topic}, from the side.`)),
  ],
  (n, topic) => [user(`And ${topic}, can you mend it?`), answer([], { stopReason: 'error', errorMessage: 'upstream: 529' })],
  (n, topic) => [
    {
      ...user(`[Inter-session message] sourceTool=sessions_send isUser=false\n${topic} is done.`),
      provenance: { kind: 'inter_session', sourceTool: 'sessions_send', sourceSessionKey: 'agent:builder:main' },
    },
    answer(text('Good to know, I tell the others.')),
  ],
];

function* rows() {
  for (let n = 1, at = 0; ; n += 1) {
    for (const row of EXCHANGES[n % EXCHANGES.length](n, TOPICS[n % TOPICS.length])) {
      yield { ...row, timestamp: START + at * MINUTE };
      at += 1;
    }
  }
}

/** A session file. */
export function longChat() {
  const lines = [{ type: 'session', version: 3, id: 'long', timestamp: new Date(START).toISOString(), cwd: '/srv/chat' }];
  for (const message of rows().take(ROWS)) {
    const id = `e${lines.length}`;
    const parentId = lines.length > 1 ? `e${lines.length - 1}` : null;
    lines.push({ type: 'message', id, parentId, timestamp: new Date(message.timestamp).toISOString(), message });
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** A row that comes in, the first of them 1. */
export function nextRow(count) {
  const [row] = rows().drop(count - 1).take(1);
  return { ...row, timestamp: Date.now() };
}
