import { preflight } from 'transcript-hygiene/preflight';

const body = `{"max_tokens":1e3,"messages":[
  {"role":"user","content":"Which branch?"},
  {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"git","input":{"n":1.0}}]},
  {"role":"user","content":"Never mind."}]}`;

const outcome = await preflight(body, { path: '/v1/messages', model: 'claude-sonnet-4-5' });

console.log(outcome.findings[0].constraint); // AM-07
console.log(outcome.changes[0].rule); // repair-tool-result-pairing
console.log(outcome.body.startsWith(body.slice(0, 170))); // true: all else keeps its bytes
