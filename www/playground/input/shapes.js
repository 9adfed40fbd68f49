// Which shape a list of turns or a request body has. Only the beginning is looked at: shapes do not change half-way.

/** What the page can read, with the words for it. */
export const KINDS = {
  transcript: 'Transcript',
  session: 'Session file',
  anthropic: 'Anthropic Messages request',
  chat: 'Chat Completions request',
  responses: 'Responses request',
  gemini: 'Gemini request',
  converse: 'Bedrock Converse request',
};

/** Provider's own request bodies, each with the member that holds its turns. */
export const LISTS = {
  anthropic: 'messages',
  chat: 'messages',
  responses: 'input',
  gemini: 'contents',
  converse: 'messages',
};

export const isRequest = (kind) => kind in LISTS;

/** What the names of a body's own members say. */
const BODY_MARKS = [
  ['responses', ['input', 'instructions', 'previous_response_id', 'max_output_tokens']],
  ['gemini', ['contents', 'systemInstruction', 'generationConfig', 'toolConfig']],
  ['converse', ['toolConfig', 'inferenceConfig', 'additionalModelRequestFields', 'modelId']],
  ['anthropic', ['anthropic_version', 'system', 'stop_sequences', 'thinking', 'anthropic_beta']],
  ['chat', ['frequency_penalty', 'logit_bias', 'max_completion_tokens', 'response_format', 'parallel_tool_calls']],
];

/** Types of items and blocks that one shape alone has. */
const TYPES = {
  transcript: ['toolCall', 'toolUse', 'functionCall'],
  anthropic: ['tool_use', 'tool_result', 'redacted_thinking', 'server_tool_use', 'document'],
  chat: ['image_url', 'input_audio', 'function'],
  responses: [
    'function_call',
    'function_call_output',
    'reasoning',
    'input_text',
    'output_text',
    'message',
    'input_image',
  ],
};

const TYPE_OF = new Map(Object.entries(TYPES).flatMap(([shape, types]) => types.map((type) => [type, shape])));

/** Members of a block without a type. */
const BLOCK_MARKS = {
  converse: ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'],
  gemini: ['functionCall', 'functionResponse', 'inlineData', 'thoughtSignature'],
};

const TURN_MARKS = ['toolCallId', 'stopReason', 'timestamp', 'toolName', 'api'];

/** Models by the beginning of their name, where nothing else tells. */
const MODELS = [
  ['anthropic', /^claude/],
  ['chat', /^(gpt|o\d|deepseek|grok|mistral|kimi|qwen|gemma|llama|[\w-]+\/)/],
];

/**
 * @param {string[]} names Members of the body.
 * @param {unknown[]} turns The first ones.
 * @param {string} [model]
 * @returns {string} A kind; `transcript` where nothing tells.
 */
export function shapeOfBody(names, turns, model = '') {
  const votes = votesOfTurns(turns);
  for (const [shape, marks] of BODY_MARKS) {
    const seen = marks.filter((name) => names.includes(name)).length;
    if (seen > 0 && names.includes(LISTS[shape])) add(votes, shape, seen);
  }
  if (votes.size > 0) return winner(votes);
  const isRequest = model !== '' || names.includes('max_tokens');
  return isRequest ? (MODELS.find(([, pattern]) => pattern.test(model))?.[0] ?? 'chat') : 'transcript';
}

/** @returns {string} A kind; `transcript` where nothing tells. */
export const shapeOfTurns = (turns) => winner(votesOfTurns(turns)) ?? 'transcript';

function winner(votes) {
  return [...votes].reduce((best, one) => (best && best[1] >= one[1] ? best : one), undefined)?.[0];
}

function votesOfTurns(turns) {
  const votes = new Map();
  for (const turn of turns) voteOfTurn(turn, votes);
  return votes;
}

function voteOfTurn(turn, votes) {
  if (turn === null || typeof turn !== 'object') return;
  if (turn.role === 'toolResult' || TURN_MARKS.some((name) => name in turn)) add(votes, 'transcript', 3);
  if (Array.isArray(turn.tool_calls) || ['system', 'developer', 'tool'].includes(turn.role)) add(votes, 'chat', 2);
  if (Array.isArray(turn.parts)) add(votes, 'gemini', 3);
  if (TYPES.responses.includes(turn.type)) add(votes, 'responses', 3);
  const blocks = Array.isArray(turn.content) ? turn.content : Array.isArray(turn.parts) ? turn.parts : [];
  for (const block of blocks) voteOfBlock(block, votes);
}

function voteOfBlock(block, votes) {
  if (block === null || typeof block !== 'object') return;
  if (typeof block.type === 'string') {
    const isAnthropic = /_tool_(use|result)$/.test(block.type) || (block.type === 'image' && 'source' in block);
    const shape = TYPE_OF.get(block.type) ?? (isAnthropic ? 'anthropic' : undefined);
    if (shape) add(votes, shape, 2);
    if (block.type === 'thinking' && 'signature' in block) add(votes, 'anthropic', 1);
    return;
  }
  for (const [shape, marks] of Object.entries(BLOCK_MARKS)) {
    if (marks.some((name) => name in block)) add(votes, shape, 2);
  }
  // Text without a type is Converse's, unless it stands in `parts`, which has voted already.
  if (typeof block.text === 'string') add(votes, 'converse', 1);
}

const add = (votes, shape, weight) => votes.set(shape, (votes.get(shape) ?? 0) + weight);
