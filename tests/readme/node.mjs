import { sanitize } from 'transcript-hygiene';

const history = [
  { role: 'user', content: 'List the files.' },
  { role: 'assistant', content: [{ type: 'toolCall', id: 'call_1', name: 'ls', arguments: {} }] },
  { role: 'user', content: 'Never mind.' },
];
const target = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };

const { messages, report } = await sanitize(history, target, { report: true });

console.log(messages.map((turn) => turn.role).join(', ')); // user, assistant, toolResult, user
console.log(report.changes[0].rule); // repair-tool-result-pairing
console.log(messages[0] === history[0]); // true: what no rule touches stays your own object
