// The engine, apart from the page: it holds the transcript, and answers what the page asks by name.
import { init, HygieneError, rejections, resolvePolicy, sanitizeTextSync } from './pkg/web.js';
import { Comparison } from './comparison.js';
import { inSource, readInput } from './input.js';
import { indexOfByte, placeAt } from './place.js';

/** What was given last, what it says, and what became of it. */
const held = { source: '', input: undefined, refusal: undefined, result: undefined, comparison: undefined };

const calls = {
  /** Sanitizes what is given, or what was given before, and says in short what happened. */
  async run({ given, target, options }) {
    held.comparison = undefined;
    const policy = resolvePolicy(target, options);
    try {
      if (given !== undefined) await take(given);
      if (held.refusal) throw held.refusal;
      return { policy, ...sanitize(target, options) };
    } catch (error) {
      return { policy, error: describe(error) };
    }
  },
  page: (request) => held.comparison?.page(request),
  row: ({ id, whole }) => held.comparison?.row(id, whole),
  changes: ({ rule, from }) => held.comparison?.changesOf(rule, from),
  /** The sanitized text, in the form that was given; lines become an array. */
  result: () => held.result,
  rejections: ({ text }) => rejections(text),
};

/** Text as it is; a file is read here, and must be UTF-8. */
async function take(given) {
  Object.assign(held, { source: '', input: undefined, refusal: undefined });
  if (typeof given === 'string') held.source = given;
  else {
    const bytes = new Uint8Array(await given.arrayBuffer());
    held.source = new TextDecoder().decode(bytes);
    // The decoder mends what is no UTF-8. The engine refuses it, and says where.
    if (held.source.includes('\uFFFD')) held.refusal = refusalOf(bytes);
  }
  if (!held.refusal) held.input = readInput(held.source);
}

/** The engine's error for bytes that are no UTF-8. */
function refusalOf(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return thrownBy(() => sanitizeTextSync(bytes));
  }
}

function thrownBy(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}

function sanitize(target, options) {
  const { json, form, around, notes } = held.input;
  if (form === 'wrapper') checkWhole(held.source);
  const { json: after, changed, report } = sanitizeTextSync(json, target, { ...options, report: true });
  held.comparison = new Comparison(json, after, report);
  held.result = around.join(after);
  const { turns, counts, repairVersion } = report;
  return { form, notes, changed, turns, counts, repairVersion, size: { before: json.length, after: after.length } };
}

/** The engine sees the array alone; this is for what stands around it. */
function checkWhole(source) {
  const error = thrownBy(() => sanitizeTextSync(`[${source}]`, undefined, { policy: {}, validateTurns: false }));
  if (error?.code === 'invalid-json') throw Object.assign(error, { offset: error.offset - 1, ofSource: true });
}

/** The error as plain facts, with its place in what was given. */
function describe(error) {
  if (!(error instanceof HygieneError)) return { code: 'internal', message: String(error) };
  const { code, message, pointer, offset, limit, option } = error;
  const facts = { code, message: plainMessage(message), pointer, limit, option };
  if (offset === undefined) return facts;
  const { input, source } = held;
  const mapped = input && !error.ofSource;
  const index = mapped ? inSource(input, indexOfByte(input.json, offset)) : indexOfByte(source, offset);
  return { ...facts, place: placeAt(source, Math.min(index, source.length)) };
}

/** The page shows the code, and the place in what was given, so neither is repeated. */
const plainMessage = (message) => message.replace(/^invalid_replay_transcript: /, '').replace(/ at "[^]*"(, byte \d+)?$/, '');

const ready = init();

addEventListener('message', async ({ data: { id, name, request } }) => {
  try {
    await ready;
    postMessage({ id, value: await calls[name](request) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
