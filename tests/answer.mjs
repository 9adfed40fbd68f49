// Answers conformance requests, one JSON document a line, through the built package.
//
// Public calls go through the package as it ships. What has no public call (single steps, text operations, the rooms that
// the package does not export yet) goes through a build of the same code with the cargo feature `conformance`
// (`cargo xtask build --conformance`).
import { readFileSync } from 'node:fs';
import { createInstance } from '../pkg/instance.js';
import { loadSession, migrateSession, planRepair } from '../pkg/history-node.js';
import * as th from '../pkg/node.js';
import * as glue from './conformance/wasm/core.js';

const NOW = 1700000000000;
const built = new URL('./conformance/wasm/core_bg.wasm', import.meta.url);
const conformance = createInstance(glue);
conformance.provide({ module: () => new WebAssembly.Module(readFileSync(built)) });

const answers = {
  policy: ({ provider, modelApi, modelId, model, aliasResolution, profile = 'compat' }) => ({
    policy: th.resolvePolicy({ provider, modelApi, modelId, model }, { profile, aliasResolution }).flags,
  }),

  replay({ now = NOW, profile = 'compat', request }) {
    const { provider, modelApi, modelId, model, messages, sessionEntries = [], ...options } = request;
    const run = (validateTurns) =>
      th.sanitizeSync(messages, { provider, modelApi, modelId, model }, { ...options, sessionEntries, now, profile, validateTurns });
    const sanitized = run(false);
    const validated = run(true);
    const appended = validated.appendEntries.map((entry) => ({ type: 'custom', ...entry }));
    return {
      sanitized: sanitized.messages,
      messages: validated.messages,
      sessionEntries: [...sessionEntries, ...appended],
      ...(profile === 'strict' && validated.advice.length > 0 && { advice: validated.advice }),
    };
  },

  step: ({ now = NOW, step, args }) => ({ output: ask(JSON.stringify(args), (glue, length) => glue.step(length, step, now)) }),

  display: ({ now = NOW, profile, request }) =>
    ask(JSON.stringify({ ...request, profile }), (glue, length) => glue.display(length, request.now ?? now)),

  images: ({ label, options, blocks, profile = 'compat' }) => ({
    out: th.sanitizeImagesSync(blocks, { ...options, label, profile }).blocks,
  }),

  repair({ now = NOW, request }) {
    const bytes = file(request);
    const { changed, output, report } = planRepair(bytes, { profile: 'compat', now });
    const stored = changed ? { outText: text(output) } : { unchanged: true };
    return { ...report, plan: letters(text(bytes), report.changes), ...stored };
  },

  context({ now = NOW, request }) {
    const bytes = file(request);
    const options = { profile: 'compat', now, cwd: '/w', sessionId: '<new session id>' };
    try {
      return contextOf(bytes, options);
    } catch (error) {
      if (error.code !== 'invalid-session') throw error;
      // The answer then also says how far reading came, which no public call does.
      return ask(bytes, (glue, length) => glue.context(length, now));
    }
  },
};

/** Asks the conformance build about a text or the bytes of a file. */
function ask(input, operation) {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  return conformance.run((glue) => {
    const start = conformance.reserve(bytes.length);
    conformance.view(start, bytes.length).set(bytes);
    return JSON.parse(operation(glue, bytes.length));
  });
}

const file = ({ fileText = '', fileBase64 }) =>
  new Uint8Array(fileBase64 === undefined ? Buffer.from(fileText) : Buffer.from(fileBase64, 'base64'));

function contextOf(bytes, options) {
  const { report, records, leafId, sessionId, branch, name, ...built } = loadSession(bytes, options);
  const { messages: model } = loadSession(bytes, { ...options, form: 'model' });
  const flat = loadSession(bytes, { ...options, builder: 'flat' });
  const { changed, output } = migrateSession(bytes, options);
  const common = contextBuilt(built);
  const flatCommon = flat.report.cyclic ? { cyclic: true } : contextBuilt(flat);
  return {
    loaded: records,
    tree: {
      ...common,
      ...(!isSame(model, built.messages) && { llm: model }),
      leafId,
      sessionId,
      branch,
      ...(name !== null && { name }),
      ...(report.recoveredHeader && { recoveredHeader: true }),
    },
    flat: isSame(flatCommon, common) ? 'same' : flatCommon,
    ...(changed ? { outText: text(output) } : { unchanged: true }),
  };
}

/** What both builders give. */
const contextBuilt = ({ messages, thinkingLevel, model, prelude }) => ({
  messages,
  ...(thinkingLevel !== undefined && { thinkingLevel }),
  model,
  ...(prelude.length > 0 && { prelude }),
});

const isSame = (some, others) => JSON.stringify(some) === JSON.stringify(others);

const text = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What a rule makes of a line, by a letter; the first that applies. */
const LETTERS = [
  ['D', ['drop-malformed-lines']],
  ['D', ['drop-invalid-messages']],
  ['A', ['fill-failed-assistant-turns']],
  ['B', ['fill-blank-user-turns', 'omit-corrupt-images']],
  ['U', ['fill-blank-user-turns']],
  ['I', ['omit-corrupt-images']],
];

/** A letter for every line of a file: `K` for one that is kept, `.` for a blank one. */
function letters(file, changes) {
  const rules = new Map();
  for (const { line, rule } of changes) rules.set(line, [...(rules.get(line) ?? []), rule]);
  const letter = (line, at) => {
    const applied = rules.get(at + 1) ?? [];
    const found = LETTERS.find(([, needed]) => needed.every((rule) => applied.includes(rule)));
    return found?.[0] ?? (line.trim() === '' ? '.' : 'K');
  };
  return file.split('\n').map(letter).join('');
}

function answer(line) {
  const request = JSON.parse(line);
  const way = answers[request.kind];
  if (!way) return { unsupported: true };
  try {
    return way(request);
  } catch (error) {
    if (!(error instanceof th.HygieneError)) throw error;
    return { error: error.message };
  }
}

/** Lines end with LF alone; U+2028 may stand inside one. */
async function* lines(input) {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  yield rest;
}

for await (const line of lines(process.stdin)) {
  if (line !== '') process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
