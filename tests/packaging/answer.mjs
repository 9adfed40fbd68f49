// What a first user would write: a dangling tool call gets its result.
import * as th from 'transcript-hygiene';

const TARGET = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-5' };
const TRANSCRIPT = JSON.stringify([
  { role: 'user', content: 'list the files' },
  { role: 'assistant', content: [{ type: 'toolCall', id: 'call1', name: 'ls', arguments: {} }] },
  { role: 'user', content: 'go on' },
]);

/** The roles of the sanitized transcript. */
export async function answer() {
  await th.init();
  const { json } = await th.sanitizeText(TRANSCRIPT, TARGET);
  return JSON.parse(json).map((turn) => turn.role).join(' ');
}
