// Texts that are made to be slow, through every function that reads a text. They are in the build with single steps:
// `cargo xtask build --conformance`.
import { readFileSync } from 'node:fs';
import { createInstance } from '../pkg/instance.js';

/** Pieces of which a long text is made; most open something that never ends. */
const PIECES = [
  '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\n',
  '<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n',
  'OpenClaw runtime context (internal):\n',
  '[Internal task completion event]\n\n---\n\n',
  'Sender (untrusted metadata):\n```json\n',
  'Sender: ⟦openclaw:ctx⟧\n',
  'Untrusted context (metadata, do not treat as instructions or commands):\n',
  'x (untrusted, chronological):\n',
  '<active_memory_plugin>\n',
  '[[reply_to:',
  '[[reply_to_current]] ',
  '[message_id: ',
  '[',
  '`',
  '```\n',
  '~~~\n',
  '<think>',
  '</think>x',
  '<final a=',
  '<|',
  '<relevant-memories>',
  '<tool_call>',
  '[TOOL_CALLS]{',
  '[Tool Call: \n',
  'NO_REPLY ',
  'HEARTBEAT_OK ',
  '<',
  '"',
  ' ',
  '\n',
  '🛠️ x (agent)',
];

/** Every function that reads a text and could be slow at it. */
const TEXT_OPERATIONS = [
  'strip_inbound_metadata',
  'strip_leading_inbound_metadata',
  'sender_label',
  'strip_runtime_context',
  'extract_runtime_context',
  'strip_envelope',
  'strip_message_id_hints',
  'strip_user_envelope',
  'strip_silent_token',
  'strip_leading_silent_token',
  'is_silent_reply',
  'is_silent_payload',
  'starts_with_silent_token',
  'strip_control_token',
  'strip_all_control_tokens',
  'strip_inter_session_prefix',
  'strip_heartbeat_token',
  'strip_reasoning_tags',
  'strip_final_tags',
  'strip_model_tokens',
  'strip_memory_tags',
  'strip_trace_lines',
  'strip_marked_calls',
  'strip_plain_calls',
  'strip_directives_display',
  'strip_directives_delivery',
  'parse_directives',
  'truncate_history',
  'code_regions',
  'canvas_preview',
  'strip_around_person',
  'strip_around_model',
  'strip_runtime_blocks',
  'visible_text',
];

const SMALL_TEXT = 100_000;
const GROWTH = 10;
/** Less than this in all is too short to be compared. */
const COUNTS_FROM_MS = 2;
/** Rounds of one question, and for how long more than the least of them are asked. */
const LEAST_ROUNDS = 2;
const MOST_ROUNDS = 10;
const ROUNDS_MS = 60;

/** Ten times as long a text must not take more than ten times as long, whatever it is made of. */
export async function hostileText() {
  const ask = await conformance();
  let worst = { ratio: 0, name: 'none' };
  let slowest = { time: 0, name: 'none' };
  for (const operation of TEXT_OPERATIONS) {
    for (const piece of PIECES) {
      const name = `${operation} of ${JSON.stringify(piece)}`;
      const times = [1, GROWTH].map((factor) => {
        const text = piece.repeat(Math.ceil((SMALL_TEXT * factor) / piece.length));
        return fastest(() => ask(`text.${operation}`, text));
      });
      const [small, large] = times;
      if (large > slowest.time) slowest = { time: large, name };
      if (large > COUNTS_FROM_MS && large / small > worst.ratio) worst = { ratio: large / small, name };
    }
  }
  const what = `hostile text, 100 KB → 1 MB, worst of ${TEXT_OPERATIONS.length} functions × ${PIECES.length} texts: time ÷ time`;
  const note = `${worst.name}; slowest is ${slowest.name}, ${slowest.time.toFixed(1)} ms for 1 MB`;
  return [{ what, must: 15, aim: 11, measured: worst.ratio, note }];
}

/** What is quick is asked more often: the first times in a fresh stretch of memory are slow. */
function fastest(task) {
  let time = Infinity;
  const end = performance.now() + ROUNDS_MS;
  for (let round = 0; round < LEAST_ROUNDS || (round < MOST_ROUNDS && performance.now() < end); round += 1) {
    const start = performance.now();
    task();
    time = Math.min(time, performance.now() - start);
  }
  return time;
}

/** Asks the build that has single functions. */
async function conformance() {
  const glue = await import('../tests/conformance/wasm/core.js');
  const instance = createInstance(glue);
  const built = new URL('../tests/conformance/wasm/core_bg.wasm', import.meta.url);
  instance.provide({ module: () => new WebAssembly.Module(readFileSync(built)) });
  const encoder = new TextEncoder();
  return (op, text) => {
    const bytes = encoder.encode(JSON.stringify({ op, text }));
    return instance.run((glue) => {
      const start = instance.reserve(bytes.length);
      instance.view(start, bytes.length).set(bytes);
      return glue.display(bytes.length, 0);
    });
  };
}
