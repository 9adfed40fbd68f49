// What made providers refuse a request: the package names it before `sanitize`, and finds it cured behind it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sanitizeTextSync } from 'transcript-hygiene';
import { validateRequest, validateText } from 'transcript-hygiene/validate';
import { strings } from './strings.mjs';

/** Cases of the project's own, and the ones that they were made after, where those lie beside the repository. */
const FILES = ['../vectors/strict-cases.jsonl', '../../../shared/cases/provider-rejections.jsonl'];

const CALLS = new Set(['toolCall', 'toolUse', 'functionCall']);
const PLACEHOLDERS = /"aborted"|\[openclaw\] missing tool result/g;

/** Images that stand for generated pixels need the codecs, which the module does without. */
const needsPixels = (line) => line.includes('"generate":');

const calls = (turns) =>
  turns.flatMap(({ content }) => (Array.isArray(content) ? content.filter((block) => CALLS.has(block?.type)) : []));
const lastAssistant = (turns) => turns.findLast(({ role }) => role === 'assistant')?.content;

/** What each kind of promise asks of an output; gives what is broken. */
const PROMISES = {
  keepText: (kept, { text }) => kept.filter((each) => !text.includes(each)),
  dropText: (gone, { text }) => gone.filter((each) => text.includes(each)),
  uniqueIds: (_, { turns }) => {
    const ids = calls(turns).map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  },
  idPattern: (pattern, { turns }) => calls(turns).filter(({ id }) => !new RegExp(pattern).test(id)),
  maxIdLen: (most, { turns }) => calls(turns).filter(({ id }) => id.length > most),
  pairText: (pairs, { turns }) =>
    pairs.filter(([asked, answer]) => {
      const call = calls(turns).find((each) => JSON.stringify(each.arguments ?? each.input).includes(`"${asked}"`));
      return !turns.some((turn) => turn.toolCallId === call?.id && JSON.stringify(turn).includes(answer));
    }),
  synthetic: (count, { json }) => ((json.match(PLACEHOLDERS) ?? []).length === count ? [] : ['placeholders']),
  hasTypes: (types, { json }) => types.filter((type) => !json.includes(`"type":"${type}"`)),
  sameLastAssistant: (_, { turns }, input) =>
    JSON.stringify(lastAssistant(turns)) === JSON.stringify(lastAssistant(input)) ? [] : ['another last assistant turn'],
};
PROMISES.keepSig = PROMISES.keepText;
PROMISES.dropSig = PROMISES.dropText;
PROMISES.dropSigIfPrefixChanged = PROMISES.dropText;

/** Options of a case, under the names that they have now. */
function optionsOf({ alternate, ...others } = {}) {
  return alternate === undefined ? others : { ...others, strictAlternation: alternate };
}

const targetOf = ({ provider, modelApi, modelId }) => ({ provider, modelApi, modelId });

/** With nothing known of the server but what the case says, save for Mistral's, which no case spells. */
const UNKNOWN = { noPrefill: false, prefixBoundThinking: false, strictAlternation: false, gemini3: false, rejectReasoning: false,
  requireReasoning: false, noMixed: false, minimax: false };
const spelled = (item) => ({ ...UNKNOWN, ...optionsOf(item.expected.constraints.valid) });

const ids = (findings, severity) =>
  new Set(findings.filter((each) => !severity || each.severity === severity).map((each) => each.constraint));

for (const file of FILES.map((path) => new URL(path, import.meta.url)).filter(existsSync)) {
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    if (needsPixels(line)) continue;
    const item = JSON.parse(line);
    const { input, expected, input_rules_broken: broken = [] } = item;
    if (expected.constraints?.valid) {
      test(`${item.id}: the validator names what it breaks`, () => {
        const findings = input.wire
          ? validateRequest(input.wire, item.modelApi, spelled(item))
          : validateText(JSON.stringify(input.messages), targetOf(item), spelled(item));
        assert.deepEqual(broken.filter((id) => !ids(findings).has(id)), [], 'not found');
        assert.deepEqual([...ids(findings, 'error')].filter((id) => !broken.includes(id)), [], 'found beside it');
      });
    }
    if (!input.messages) continue;
    test(`${item.id}: strict cures it`, () => {
      const sessionEntries = item.priorModelSnapshot
        ? [{ type: 'custom', customType: 'model-snapshot', data: item.priorModelSnapshot }]
        : [];
      const before = JSON.stringify(input.messages);
      const { json, advice } = sanitizeTextSync(before, targetOf(item), { sessionEntries });
      const turns = JSON.parse(json);
      const output = { json, turns, text: [...strings(turns)].join('\n') };
      for (const [promise, value] of Object.entries(expected.constraints)) {
        if (promise !== 'valid') assert.deepEqual(PROMISES[promise](value, output, input.messages), [], promise);
      }
      const advised = new Set(advice.map(({ constraint }) => constraint));
      for (const options of [spelled(item), optionsOf(expected.constraints.valid)]) {
        const left = [...ids(validateText(json, targetOf(item), options), 'error')];
        assert.deepEqual(left.filter((id) => !advised.has(id)), []);
      }
      assert.equal(sanitizeTextSync(json, targetOf(item), { sessionEntries }).json, json, 'a second run');
    });
  }
}
