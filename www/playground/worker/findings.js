// What the provider would refuse, before and after.
import { rejections } from 'transcript-hygiene';
import { isRequest } from '../input/shapes.js';
import { held } from './held.js';
import { validate } from './modules.js';

/** So many findings are handed to the page; the others are counted. */
const LISTED = 2000;

/** @returns {Promise<{ before: object, after: object } | undefined>} Each `{ total, errors, list }`. */
export async function findings() {
  const { input, after, target, comparison } = held;
  if (!input) return undefined;
  const { validateText, validateRequest } = await validate();
  const check = (json) => (isRequest(input.kind) ? validateRequest(json, input.kind) : validateText(json, target));
  const before = check(input.json);
  if (after === undefined) return { before: summed(before, () => undefined), after: undefined };
  return {
    before: summed(before, (pointer) => comparison.rowOf(pointer)),
    after: summed(after === input.json ? before : check(after), (pointer) => comparison.rowOf(pointer, true)),
  };
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

/** What a pasted error says: the rules that answer it, and the turns whose ids it names. */
export function complaint({ text }) {
  const said = `${text}\n${textsOf(text).join('\n')}`;
  const ids = [...new Set(said.match(/\b(?:toolu|call|fc|rs|msg|chatcmpl|functions)[_.][\w.|:-]{3,}\b/g))].slice(0, IDS);
  const named = said.match(/\b(messages|input|contents)(?:\.|\[|\/)(\d+)/);
  return {
    found: rejections(said),
    place: named ? { list: named[1], index: Number(named[2]) } : undefined,
    ids,
    rows: held.comparison ? [...new Set(ids.flatMap((id) => held.comparison.rowOfText(id) ?? []))] : [],
  };
}

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
