// What the provider would refuse, before and after.
import { rejections } from 'transcript-hygiene';
import { held } from './held.js';
import { validate } from './modules.js';

/** So many findings are handed to the page; the others are counted. */
const LISTED = 2000;

/** @returns {Promise<{ before: object, after: object } | undefined>} Each `{ total, errors, list }`. */
export async function findings() {
  const { input, after, comparison } = held;
  if (!input) return undefined;
  const { findings: before, remaining } = held.checked ?? (await check());
  if (after === undefined) return { before: summed(before, () => undefined), after: undefined };
  return {
    before: summed(before, (pointer) => comparison.rowOf(pointer)),
    after: summed(remaining, (pointer) => comparison.rowOf(pointer, true)),
  };
}

async function check() {
  const { input, after, target } = held;
  const { validateText } = await validate();
  const findings = validateText(input.json, target);
  const same = after === undefined || after === input.json;
  return { findings, remaining: same ? findings : validateText(after, target) };
}

/** Each finding with its row, and the rules that changed that row. */
const summed = (all, rowOf) => ({
  total: all.length,
  errors: all.filter(({ severity }) => severity === 'error').length,
  list: all.slice(0, LISTED).map((finding) => {
    const row = rowOf(finding.pointer);
    return { ...finding, row, rules: row === undefined ? [] : held.comparison.rulesOf(row) };
  }),
});

/** So many ids of an error are looked for. */
const IDS = 8;

/**
 * What a pasted error says: the constraints that it speaks of, with the rules that answer it, and the turns whose ids it
 * names. Where its wording is not known, `likely` are the constraints broken here whose words are nearest.
 */
export async function complaint({ text }) {
  const said = `${text}\n${textsOf(text).join('\n')}`;
  const found = rejections(said);
  const ids = [...new Set(said.match(/\b(?:toolu|call|fc|rs|msg|functions)[_.][\w.|:-]{3,}\b/g))].slice(0, IDS);
  return {
    found,
    likely: found.length > 0 || !held.input ? [] : nearest(said, await brokenHere()),
    rows: held.comparison ? [...new Set(ids.flatMap((id) => held.comparison.rowOfText(id) ?? []))] : [],
  };
}

/** One finding of each constraint that is broken; none of what cannot be read. */
async function brokenHere() {
  const { findings } = held.checked ?? (await check().catch(() => ({ findings: [] })));
  return new Map(findings.map((finding) => [finding.constraint, finding]));
}

/** So many words in common are no accident. */
const COMMON_WORDS = 2;

/** So many guesses are shown. */
const GUESSES = 2;

function nearest(said, broken) {
  const words = wordsOf(said);
  const common = ({ statement, fragments }) => words.intersection(wordsOf([statement, ...fragments].join(' '))).size;
  return [...broken.values()]
    .map((finding) => ({ constraint: finding.constraint, score: common(finding) }))
    .filter(({ score }) => score >= COMMON_WORDS)
    .sort((one, other) => other.score - one.score)
    .slice(0, GUESSES)
    .map(({ constraint }) => constraint);
}

/** Words that say something, without their endings. */
const wordsOf = (text) =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => !DULL.has(word)).map((word) => word.slice(0, 6)),
  );

const DULL = new Set([
  'this',
  'that',
  'with',
  'must',
  'have',
  'from',
  'message',
  'messages',
  'were',
  'been',
  'each',
  'every',
  'error',
  'request',
  'invalid',
]);

/** The strings of an error that is JSON, without its escapes. */
function textsOf(text) {
  const at = text.indexOf('{');
  if (at === -1) return [];
  const texts = [];
  try {
    JSON.parse(text.slice(at, text.lastIndexOf('}') + 1), (_, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    // Then it is read as it stands.
  }
  return texts;
}
