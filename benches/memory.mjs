// Memory of one call through the text door, in a process of its own: `node memory.mjs PROFILE`.
import { sanitizeTextSync } from '../pkg/node.js';
import * as glue from '../pkg/wasm/core.js';
import { ANTHROPIC, agentAtWork } from './transcripts.mjs';

const options = { profile: process.argv[2], now: 1_700_000_000_000 };
const bytes = new TextEncoder().encode(JSON.stringify(agentAtWork(4_000_000)));

sanitizeTextSync(new TextEncoder().encode('[]'), ANTHROPIC, options);
const before = glue.linearMemory().buffer.byteLength;
const { json } = sanitizeTextSync(bytes, ANTHROPIC, options);
const grown = glue.linearMemory().buffer.byteLength - before;
console.log(JSON.stringify({ input: bytes.length, output: json.length, grown }));
