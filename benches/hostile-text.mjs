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

/** Lengths of the texts. */
const SHORT = 100_000;
const GROWTH = 10;
/** Less than this for the long text says nothing. */
const COUNTS_FROM_MS = 2;
/** Samples of each length, and how many at most while growth looks like more than the aim. */
const SAMPLES = 2;
const MOST_SAMPLES = 12;
const AIM = 11;

/** Ten times as long a text must not take more than ten times as long, whatever it is made of. */
export async function hostileText() {
  const asker = await conformance();
  let worst = { ratio: 0, name: 'none' };
  let slowest = { time: 0, name: 'none' };
  for (const piece of PIECES) {
    const texts = [SHORT, SHORT * GROWTH].map((length) => JSON.stringify(piece.repeat(Math.ceil(length / piece.length))));
    for (const operation of TEXT_OPERATIONS) {
      const name = `${operation} of ${JSON.stringify(piece)}`;
      const { time, ratio } = growth(texts.map((text) => asker(`text.${operation}`, text)));
      if (time > slowest.time) slowest = { time, name };
      if (time > COUNTS_FROM_MS && ratio > worst.ratio) worst = { ratio, name };
    }
  }
  const what = `hostile text, 100 KB → 1 MB, worst of ${TEXT_OPERATIONS.length} functions × ${PIECES.length} texts: time ÷ time`;
  const note = `${worst.name}; slowest is ${slowest.name}, ${slowest.time.toFixed(1)} ms for 1 MB`;
  return [{ what, must: 15, aim: AIM, measured: worst.ratio, note }];
}

/**
 * Time of the long text, and against that of the short one. What disturbs makes times longer and never shorter, so growth
 * that is found has to be there in the shortest times of many samples.
 */
function growth([short, long]) {
  const least = [Infinity, Infinity];
  for (let sample = 0; sample < MOST_SAMPLES; sample += 1) {
    // As much text in a sample of either length, so that as much falls on each.
    least[0] = Math.min(least[0], short(GROWTH) / GROWTH);
    least[1] = Math.min(least[1], long(1));
    const isClear = least[1] / least[0] <= AIM || least[1] <= COUNTS_FROM_MS;
    if (sample + 1 >= SAMPLES && isClear) break;
  }
  return { time: least[1], ratio: least[1] / least[0] };
}

/** What makes questions for the build that has single functions. */
async function conformance() {
  const glue = await import('../tests/conformance/wasm/core.js');
  const instance = createInstance(glue);
  const built = new URL('../tests/conformance/wasm/core_bg.wasm', import.meta.url);
  instance.provide({ module: () => new WebAssembly.Module(readFileSync(built)) });
  const encoder = new TextEncoder();
  return (op, text) => {
    const bytes = encoder.encode(`{"op":${JSON.stringify(op)},"text":${text}}`);
    return (times) => instance.run((glue) => timed(glue, instance, bytes, times));
  };
}

/**
 * Milliseconds in which a question that stands in the memory of the module is answered so many times. Only this process's
 * own time counts, for growth is a question of the work, and others may be at theirs.
 */
function timed(glue, instance, bytes, times) {
  instance.view(instance.reserve(bytes.length), bytes.length).set(bytes);
  // Not counted: memory that was just added is slow the first time.
  glue.displayLength(bytes.length, 0);
  const start = process.cpuUsage();
  for (let at = 0; at < times; at += 1) glue.displayLength(bytes.length, 0);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
