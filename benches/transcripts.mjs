// Transcripts to measure on, the same on every machine and in every run.

/** A target with a policy that runs most rules. */
export const ANTHROPIC = { provider: 'anthropic', modelApi: 'anthropic-messages', modelId: 'claude-sonnet-4-6' };

const WORDS = (
  'the file holds a parser that reads every line and keeps its place so tests can say where it stopped; ' +
  'after a change run them all, then look at what differs — größer, naïve, ラーメン, 再试一次, done ✓ "quoted" a\\b'
).split(' ');
const SIGNATURE = 'RXFvQkNrZ0lBeEFCR0FJaVFQc2lnbmF0dXJl'.repeat(4);
const USAGE = {
  input: 1200,
  output: 340,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 1540,
  cost: { input: 0.01, output: 0.02, cacheRead: 0, cacheWrite: 0, total: 0.03 },
};
const START = 1_699_000_000_000;

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/**
 * An agent at work, about 1 KB a turn: prompts, thinking with signatures, calls with results, answers. In one exchange
 * of ten something has to be mended: a result is missing, a text is blank or thinking has lost its signature.
 *
 * @param {number} bytes of JSON text, roughly
 */
export function agentAtWork(bytes) {
  const next = numbers(1);
  const prose = (length) => {
    let text = '';
    while (text.length < length) text += `${WORDS[next(WORDS.length)]} `;
    return text.trim();
  };
  const turns = [];
  let written = 0;
  const push = (turn) => {
    turns.push({ ...turn, timestamp: START + turns.length * 1000 });
    written += JSON.stringify(turn).length + 30;
  };
  for (let exchange = 0; written < bytes; exchange += 1) {
    const damage = exchange % 10 === 9 ? next(3) : -1;
    push({ role: 'user', content: [{ type: 'text', text: prose(700) }] });
    const id = `toolu_${String(exchange).padStart(8, '0')}`;
    const thinking = { type: 'thinking', thinking: prose(400) };
    if (damage !== 0) thinking.thinkingSignature = SIGNATURE;
    push({
      role: 'assistant',
      content: [
        thinking,
        { type: 'text', text: damage === 1 ? ' \n' : prose(200) },
        { type: 'toolCall', id, name: 'read', arguments: { path: `src/${exchange}.rs`, lines: [1, 200] } },
      ],
      stopReason: 'toolUse',
      usage: USAGE,
    });
    if (damage !== 2) {
      push({ role: 'toolResult', toolCallId: id, toolName: 'read', content: [{ type: 'text', text: prose(1200) }], isError: false });
    }
    push({ role: 'assistant', content: [{ type: 'text', text: prose(700) }], stopReason: 'stop', usage: USAGE });
  }
  return turns;
}

/** Many short turns, a question and an answer in turn. */
export function smallTalk(count) {
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { role: 'user', content: `question ${at}`, timestamp: START + at }
      : { role: 'assistant', content: [{ type: 'text', text: `answer ${at}` }], stopReason: 'stop', timestamp: START + at },
  );
}

/** The same with what each answer used. */
export function smallTalkWithUsage(count) {
  return smallTalk(count).map((turn) => (turn.role === 'assistant' ? { ...turn, usage: USAGE } : turn));
}

/**
 * A chat as a host stores it, ten rows at a time: answers with their usage, a call with its result, silence, and a
 * heartbeat with its acknowledgement.
 */
export function chat(count) {
  const text = (text) => [{ type: 'text', text }];
  const answer = (content, stopReason = 'stop') => ({ role: 'assistant', content, stopReason, usage: USAGE });
  const exchange = (at) => [
    { role: 'user', content: `How is ${WORDS[at % WORDS.length]} number ${at}?` },
    answer(text(`It is fine, as far as I see. This is answer ${at}.`)),
    { role: 'user', content: text(`Read file ${at}, please.`) },
    answer([...text('I read it.'), { type: 'toolCall', id: `call_${at}`, name: 'read', arguments: { path: `${at}.md` } }], 'toolUse'),
    { role: 'toolResult', toolCallId: `call_${at}`, toolName: 'read', content: text(`line of ${at}\n`.repeat(5)), isError: false },
    answer(text(`[[reply_to_current]] It says **line of ${at}** five times.`)),
    { role: 'user', content: '[OpenClaw heartbeat poll]' },
    answer(text('HEARTBEAT_OK')),
    { role: 'user', content: `thanks ${at}` },
    answer(text('NO_REPLY')),
  ];
  const exchanges = Array.from({ length: Math.ceil(count / 10) }, (_, at) => exchange(at));
  return exchanges.flat().slice(0, count).map((row, at) => ({ ...row, timestamp: START + at * 1000 }));
}

/** Calls of which half have their result far away, a quarter has none, and ids repeat. */
export function manyCalls(count) {
  const turns = [];
  const late = [];
  for (let at = 0; at < count; at += 1) {
    const id = `call_${at % (count / 2)}`;
    const result = { role: 'toolResult', toolCallId: id, toolName: 'exec', content: [{ type: 'text', text: 'ok' }] };
    turns.push({ role: 'assistant', content: [{ type: 'toolCall', id, name: 'exec', arguments: {} }], stopReason: 'toolUse' });
    if (at % 4 === 0) turns.push(result);
    else if (at % 4 === 1) late.push(result);
  }
  return [...turns, ...late];
}

/** One assistant turn with many calls, and their results in the other order. */
export function manyCallsInOneTurn(count) {
  const ids = Array.from({ length: count }, (_, at) => `call|${at}`);
  return [
    { role: 'assistant', content: ids.map((id) => ({ type: 'toolCall', id, name: 'exec', arguments: {} })), stopReason: 'toolUse' },
    ...ids.reverse().map((id) => ({ role: 'toolResult', toolCallId: id, toolName: 'exec', content: [{ type: 'text', text: 'ok' }] })),
  ];
}

/** Nobody answers: user turns in a row, which become one. */
export function manyUserTurns(count) {
  return Array.from({ length: count }, (_, at) => ({ role: 'user', content: `still there? ${at}`, timestamp: START + at }));
}
