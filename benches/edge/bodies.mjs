// Anthropic request bodies to measure on, the same in every run: an agent at work.
import { agentAtWork } from '../transcripts.mjs';

const TOOLS = [{ name: 'read', description: 'Reads a file.', input_schema: { type: 'object' } }];

/** A body of so many bytes, roughly. One in ten exchanges of a dirty one lacks a result, a signature or a text. */
export function body(bytes, dirty) {
  const messages = merged(agentAtWork(bytes).flatMap(wireTurn));
  const all = { model: 'claude-sonnet-4-5', max_tokens: 4096, stream: true, tools: TOOLS, messages };
  return JSON.stringify(dirty ? all : { ...all, messages: mended(messages) });
}

function wireTurn({ role, content, toolCallId }) {
  if (role === 'toolResult') return { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolCallId, content }] };
  return { role, content: content.map(wireBlock) };
}

function wireBlock({ type, thinkingSignature, arguments: input, ...rest }) {
  if (type === 'toolCall') return { type: 'tool_use', ...rest, input };
  if (type === 'thinking') return { type, ...rest, signature: thinkingSignature ?? '' };
  return { type, ...rest };
}

/** Neighbours of one role as one turn, as clients send them. */
function merged(turns) {
  const list = [];
  for (const { role, content } of turns) {
    if (list.at(-1)?.role === role) list.at(-1).content.push(...content);
    else list.push({ role, content: [...content] });
  }
  return list;
}

/** Without the damage: blank texts and thinking without a signature gone, and exchanges without a result. */
function mended(messages) {
  const answered = new Set(messages.flatMap(({ content }) => content.map((block) => block.tool_use_id)));
  const isRight = (block) =>
    !(block.type === 'text' && block.text.trim() === '') &&
    !(block.type === 'thinking' && block.signature === '') &&
    !(block.type === 'tool_use' && !answered.has(block.id));
  const rest = messages.map(({ role, content }) => ({ role, content: content.filter(isRight) }));
  return merged(rest.filter(({ content }) => content.length > 0));
}
