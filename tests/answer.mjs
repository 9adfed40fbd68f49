// Answers conformance requests, one JSON document a line, through the built package.
//
// Public calls go through the package as it ships. Single steps have no public call: they go through a build of the
// same code with the cargo feature `conformance` (`cargo xtask build --conformance`).
import { readFileSync } from 'node:fs';
import { createInstance } from '../pkg/instance.js';
import * as th from '../pkg/node.js';
import * as glue from './conformance/wasm/core.js';

const NOW = 1700000000000;
const file = new URL('./conformance/wasm/core_bg.wasm', import.meta.url);
const conformance = createInstance(glue);
conformance.provide({ module: () => new WebAssembly.Module(readFileSync(file)) });

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

  step: ({ now = NOW, step, args }) => ({
    output: withInput(args, (glue, length) => glue.step(length, step, now)),
  }),

  display: ({ now = NOW, request }) => withInput(request, (glue, length) => glue.display(length, now)),
};

/** Writes a value into the module's memory as JSON, and reads what the call gives. */
function withInput(value, call) {
  const text = new TextEncoder().encode(JSON.stringify(value));
  return conformance.run((glue) => {
    const start = conformance.reserve(text.length);
    conformance.view(start, text.length).set(text);
    return JSON.parse(call(glue, text.length));
  });
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
