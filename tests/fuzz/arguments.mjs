// Random arguments for every call of the package: whatever is passed, only a `HygieneError` may come out, and never an
// internal one. Seeded, so that a finding can be had again.

/** The options by call, each with what it takes; one in twenty gets anything instead. */
const CALL_OPTIONS = { report: 'flag', includeText: 'flag', limits: 'limits' };
const POLICY_OPTIONS = {
  profile: ['strict', 'compat'],
  aliasResolution: ['lookup', 'loaded'],
  externalOwners: 'flag',
  policyOverrides: 'policy',
};
const TURN_OPTIONS = { ...POLICY_OPTIONS, ...CALL_OPTIONS, allowedToolNames: 'names', now: 'any' };
const PRE_REQUEST_OPTIONS = { ...TURN_OPTIONS, pruneSeenImages: 'flag' };
const SANITIZE_OPTIONS = {
  ...TURN_OPTIONS,
  preserveLatestAssistantThinking: 'flag',
  imageMaxDimensionPx: 'any',
  images: 'images',
  validateTurns: 'flag',
  localOffsetMinutes: [-720, 0, 60],
  sessionId: 'name',
  sessionEntries: 'list',
  stripResultDetails: 'flag',
  zeroStaleUsage: 'flag',
  ensureUsageSnapshots: 'flag',
};
const REQUEST_OPTIONS = { ...CALL_OPTIONS, profile: ['strict', 'compat'], baseUrl: 'name', thinkingLevel: 'name' };
const POLICY_FLAGS = {
  sanitizeMode: ['full', 'images-only'],
  sanitizeToolCallIds: 'flag',
  toolCallIdMode: ['strict', 'strict9', null],
  duplicateToolCallIdStyle: ['openai', null],
  preserveNativeAnthropicToolUseIds: 'flag',
  repairToolUseResultPairing: 'flag',
  preserveSignatures: 'flag',
  sanitizeThoughtSignatures: [null, {}, { allowBase64Only: true }, { includeCamelCase: true }],
  dropThinkingBlocks: 'flag',
  dropReasoningFromHistory: 'flag',
  applyGoogleTurnOrdering: 'flag',
  validateGeminiTurns: 'flag',
  validateAnthropicTurns: 'flag',
  allowSyntheticToolResults: 'flag',
};
const IMAGE_OPTIONS = {
  maxDimensionPx: 'any',
  maxBytes: [1, 1e6, 1e300],
  maxBase64Chars: 'any',
  sniffAllFormats: 'flag',
  convertUnsupported: 'flag',
  verifyPixels: 'flag',
  background: ['#ffffff', '#012', 'none', null],
};
const { sniffAllFormats, ...FIT_OPTIONS } = IMAGE_OPTIONS;
const BLOCK_OPTIONS = { ...IMAGE_OPTIONS, profile: ['strict', 'compat'], label: 'name', limits: 'limits' };
const LIMITS = { bytes: [100, 1e6, 1e9], nesting: [3, 100], turns: [1, 100] };
const TARGET = { provider: 'name', modelApi: 'name', modelId: 'name', model: 'any' };
const TURN_NAMES = [
  'role', 'content', 'type', 'text', 'thinking', 'thinkingSignature', 'id', 'name', 'arguments', 'input', 'toolCallId',
  'toolName', 'isError', 'stopReason', 'timestamp', 'usage', 'details', 'data', 'mimeType', 'provenance', 'messages',
];
const WORDS = [
  'strict', 'compat', 'lookup', 'loaded', 'full', 'strict9', 'openai', 'anthropic', 'google', 'mistral', 'github-copilot',
  'anthropic-messages', 'openai-responses', 'google-generative-ai', 'openai-completions', 'claude-sonnet-4-6',
  'user', 'assistant', 'toolResult', 'compactionSummary', 'text', 'image', 'toolCall', 'redacted_thinking', 'custom',
  'error', 'aborted', 'toolUse', 'call_1', 'fc_1', 'call_1|fc_1', 'read', '', ' ', '\ud83d', '\ude00', '😀', '\ufeff',
  '\u0000', '__proto__', 'constructor', '2024-01-01T00:00:00Z', 'data:image/png;base64,iVBORw0KGgo=', 'NO_REPLY',
];
const NUMBERS = [0, -0, 1, -1, 1.5, 7, 1e21, 2 ** 31, 2 ** 53, 1e308, NaN, Infinity, -Infinity];

/** The codes that arguments may cause. */
const EXPECTED_CODES = [
  'invalid-json', 'not-a-transcript', 'not-a-request', 'limit-exceeded', 'invalid-argument', 'invalid-replay-transcript',
  'unusable-image',
];

/** A generator of values; the same seed gives the same ones. */
function randomness(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  const one = (list) => list[below(list.length)];

  function plain(names, depth) {
    const kind = below(depth > 0 ? 10 : 5);
    if (kind < 2) return one(WORDS);
    if (kind === 2) return one(NUMBERS);
    if (kind === 3) return one([true, false]);
    if (kind === 4) return null;
    if (kind < 7) return Array.from({ length: below(5) }, () => plain(names, depth - 1));
    return object(names, depth, plain);
  }

  function object(names, depth, member) {
    const made = {};
    for (let count = below(6); count > 0; count -= 1) {
      const value = member(names, depth - 1);
      Object.defineProperty(made, one(names), { value, enumerable: true, configurable: true, writable: true });
    }
    return made;
  }

  /** Anything at all, most of it plain. */
  function any(names, depth) {
    if (next() < 0.9) return depth <= 0 || next() < 0.5 ? plain(names, depth) : object(names, depth, any);
    return one([
      () => undefined,
      () => 1n,
      () => Symbol('x'),
      () => () => {},
      () => new Date(0),
      () => new Date(NaN),
      () => new Map([[1, 2]]),
      () => new Uint8Array(3),
      () => new Array(3),
      () => Object.create(null),
      () => ({ toJSON: () => plain(names, depth) }),
      () => ({ get role() { throw new Error('no'); } }),
      () => new Proxy({}, { ownKeys() { throw 'no'; } }),
      () => { const cycle = [{}]; cycle[0].content = cycle; return cycle; },
    ])();
  }

  /** What a member of `shape` takes, mostly. */
  function fitting(kind) {
    if (next() < 0.05) return any(TURN_NAMES, 2);
    if (Array.isArray(kind)) return one(kind);
    switch (kind) {
      case 'flag':
        return one([true, false, null]);
      case 'name':
        return one([...WORDS, null]);
      case 'names':
        return Array.from({ length: below(3) }, () => one(WORDS));
      case 'list':
        return Array.from({ length: below(3) }, () => plain(['type', 'customType', 'data', 'timestamp'], 3));
      case 'policy':
        return shaped(POLICY_FLAGS);
      case 'limits':
        return shaped(LIMITS);
      case 'images':
        return shaped(IMAGE_OPTIONS);
      default:
        return plain(['reasoning', 'compat', 'supportsReasoningEffort'], 2);
    }
  }

  function shaped(shape) {
    const made = {};
    for (const [name, kind] of Object.entries(shape)) {
      if (next() < 0.3) made[name] = fitting(kind);
    }
    if (next() < 0.02) made[one(TURN_NAMES)] = true;
    return made;
  }

  const options = (shape) => (next() < 0.1 ? any(TURN_NAMES, 2) : shaped(shape));
  const target = () => (next() < 0.05 ? any(TURN_NAMES, 2) : shaped(TARGET));

  function turn() {
    const content = next() < 0.3 ? one(WORDS) : Array.from({ length: below(4) }, () => object(TURN_NAMES, 3, plain));
    return { role: one(['user', 'assistant', 'toolResult', one(WORDS)]), ...object(TURN_NAMES, 3, plain), content };
  }
  const turns = () => Array.from({ length: below(8) }, () => (next() < 0.9 ? turn() : plain(TURN_NAMES, 3)));
  const messages = () => (next() < 0.7 ? turns() : any(TURN_NAMES, 4));

  /** JSON, some of it damaged, as a string or as bytes. */
  function text() {
    let json = JSON.stringify(turns());
    if (next() < 0.2) json = json.slice(0, below(json.length + 1));
    if (next() < 0.2) json = json.replace(one(['"', '{', ':', ',']), one(['', '"', '[', '\ud800', '\\', '\u0001']));
    if (next() < 0.5) return json;
    const bytes = new TextEncoder().encode(json);
    if (next() < 0.2 && bytes.length > 0) bytes[below(bytes.length)] = below(256);
    return bytes;
  }

  /** Beginnings of images, and anything behind them. */
  const BEGINNINGS = ['GIF89a', 'BM', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', '\xff\xd8\xff\xc0\0\x0b\x08', 'RIFF\0\0\0\0WEBPVP8 '];
  function bytes() {
    const begin = Array.from(one(BEGINNINGS), (character) => character.charCodeAt(0));
    return Uint8Array.from([...begin, ...Array.from({ length: below(80) }, () => below(next() < 0.5 ? 4 : 256))]);
  }

  const goodTarget = () => ({ provider: one(WORDS), modelApi: one(WORDS), modelId: one(WORDS) });

  return { any: () => any(TURN_NAMES, 3), options, target, goodTarget, turns, messages, text, bytes, string: () => one(WORDS), below };
}

/**
 * Calls everything with random arguments, `rounds` times.
 * @param th      the package
 * @returns       how many calls there were
 * @throws        what was thrown that should not have been, with the seed of its round
 */
export function fuzzArguments(th, seed, rounds) {
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    const random = randomness(seed + round);
    for (const [name, call] of Object.entries(CALLS)) {
      calls += 1;
      try {
        call(th, random);
      } catch (error) {
        if (error instanceof th.HygieneError && EXPECTED_CODES.includes(error.code)) continue;
        throw new Error(`${name} with seed ${seed + round}: ${error}`, { cause: error });
      }
    }
  }
  return calls;
}

const CALLS = {
  resolvePolicy: (th, r) => th.resolvePolicy(r.target(), r.options(POLICY_OPTIONS)),
  sanitizeSync: (th, r) => th.sanitizeSync(r.messages(), r.target(), r.options(SANITIZE_OPTIONS)),
  sanitizeTextSync: (th, r) => th.sanitizeTextSync(r.text(), r.target(), r.options(SANITIZE_OPTIONS)),
  check: (th, r) => th.check(r.messages(), r.target(), r.options(SANITIZE_OPTIONS)),
  checkText: (th, r) => th.checkText(r.text(), r.target(), r.options(SANITIZE_OPTIONS)),
  sanitizeImagesSync: (th, r) => th.sanitizeImagesSync(r.messages(), r.options(BLOCK_OPTIONS)),
  fitImageSync: (th, r) => th.fitImageSync(r.below(2) ? r.any() : r.bytes(), r.options(FIT_OPTIONS)),
  probeImage: (th, r) => th.probeImage(r.below(2) ? r.any() : r.bytes()),
  sanitizeRequestSync: (th, r) => th.sanitizeRequestSync(r.below(2) ? r.any() : { messages: r.turns() }, r.target(), r.options(REQUEST_OPTIONS)),
  preRequest: (th, r) => th.preRequest(r.messages(), r.target(), r.options(PRE_REQUEST_OPTIONS)),
  preRequestText: (th, r) => th.preRequestText(r.text(), r.target(), r.options(PRE_REQUEST_OPTIONS)),
  stripAllThinking: (th, r) => th.stripAllThinking(r.messages(), r.options(CALL_OPTIONS)),
  stripAllThinkingText: (th, r) => th.stripAllThinkingText(r.text(), r.options(CALL_OPTIONS)),
  isThinkingReplayError: (th, r) => th.isThinkingReplayError(r.any()),
  rejections: (th, r) => th.rejections(r.below(4) ? r.string() : r.any()),
  explain: (th, r) => th.explain(r.any()),
  'both doors': bothDoorsAgree,
};

/** The two doors give the same transcript, and leave their input as it was. */
function bothDoorsAgree(th, r) {
  const messages = r.turns();
  const target = r.goodTarget();
  const json = JSON.stringify(messages);
  const values = th.sanitizeSync(JSON.parse(json), target, { now: 0 });
  const text = th.sanitizeTextSync(json, target, { now: 0 });
  const found = JSON.stringify(values.messages);
  const expected = JSON.stringify(JSON.parse(text.json));
  if (found !== expected) throw new Error(`the doors differ\nvalues ${found}\ntext   ${expected}\ninput  ${json}`);
  if (values.changed !== text.changed) throw new Error(`the doors differ in whether ${json} changed`);
}
