import { readFileSync } from 'node:fs';
import { loadSession, project } from 'transcript-hygiene/history';

const { messages } = loadSession(readFileSync(process.argv[2]));
const { messages: shown, hiddenCount } = project(messages, { maxChars: 500 });
for (const { role, senderLabel, content } of shown) {
  const blocks = typeof content === 'string' ? [{ text: content }] : content;
  console.log(`${senderLabel ?? role}: ${blocks.map(({ type, text }) => text ?? `[${type}]`).join('\n')}`);
}
console.log(`${hiddenCount} rows are not for people.`);
