// What differs between the sections of a turn before and after, marked inside the text.
import { diffArrays, diffWordsWithSpace } from 'diff';

/** A comparison of two texts that takes longer, in milliseconds, is given up, and all of it is marked. */
const PATIENCE_MS = 30;

/** Unchanged text is shown up to this length, in characters; of longer text, head and tail. */
const UNCHANGED_LIMIT = 700;
const UNCHANGED_ENDS = 160;

/** Changed text is shown up to this length. */
const CHANGED_LIMIT = 4000;

/** With everything asked for, text is still cut here, or the page would stand still. */
const WHOLE_LIMIT = 200_000;

/**
 * @typedef {{ text: string, changed?: boolean, omitted?: number }} Piece `omitted` characters come after the text.
 *
 * @param {import('./turn.js').Section[]} before
 * @param {import('./turn.js').Section[]} after
 * @returns Both lists, each section with a `state` and each field with its `pieces`.
 */
export function markSections(before, after, whole) {
  const sides = { before: before.map(unpaired('removed')), after: after.map(unpaired('added')) };
  for (const [left, right] of pairs(before, after)) {
    if (keyOf(before[left]) === keyOf(after[right])) {
      sides.before[left] = unpaired('same')(before[left]);
      sides.after[right] = unpaired('same')(after[right]);
    } else {
      const [gone, come] = markFields(before[left].fields, after[right].fields);
      const state = [...gone, ...come].some(isMarked) ? 'edited' : 'same';
      sides.before[left] = { ...before[left], state, fields: gone };
      sides.after[right] = { ...after[right], state, fields: come };
    }
  }
  const finish = (section) => clipSection(section, whole);
  return { before: sides.before.map(finish), after: sides.after.map(finish) };
}

/** A turn that nothing is compared with. */
export const plainSections = (sections, state, whole) =>
  sections.map((section) => clipSection(unpaired(state)(section), whole));

const unpaired = (state) => (section) => ({
  ...section,
  state,
  fields: section.fields.map((field) => ({ ...field, pieces: [{ text: field.text, changed: state !== 'same' }] })),
});

const isMarked = ({ pieces }) => pieces.some(({ changed }) => changed);

const keyOf = ({ label, fields }) => JSON.stringify([label, fields]);

/** Pairs of indexes: equal sections first, then, between those, the ones of the same kind in their order. */
function pairs(before, after) {
  const found = [];
  let left = 0;
  let right = 0;
  let gone = [];
  let come = [];
  const settle = () => {
    for (const from of gone) {
      const at = come.findIndex((to) => before[from].label === after[to].label);
      if (at !== -1) found.push([from, come.splice(at, 1)[0]]);
    }
    [gone, come] = [[], []];
  };
  for (const { added, removed, count } of diffArrays(before.map(keyOf), after.map(keyOf))) {
    for (let n = 0; n < count; n++) {
      if (removed) gone.push(left++);
      else if (added) come.push(right++);
      else {
        settle();
        found.push([left++, right++]);
      }
    }
  }
  settle();
  return found;
}

function markFields(before, after) {
  const mark = (fields, others, side) =>
    fields.map((field) => {
      const other = others.find(({ name }) => name === field.name) ?? proseOf(field, others);
      if (!other) return { ...field, pieces: [{ text: field.text, changed: true }], isNew: true };
      const [left, right] = side === 'before' ? [field.text, other.text] : [other.text, field.text];
      return { ...field, pieces: markText(left, right)[side] };
    });
  return [mark(before, after, 'before'), mark(after, before, 'after')];
}

/** String content and the text of a block are the same thing by two names. */
const proseOf = (field, others) => (field.prose ? others.find(({ prose }) => prose) : undefined);

/** Both texts in pieces. */
export function markText(before, after) {
  if (before === after) return { before: [{ text: before }], after: [{ text: after }] };
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS });
  if (!parts) return { before: [{ text: before, changed: true }], after: [{ text: after, changed: true }] };
  const side = (unwanted) =>
    parts.filter((part) => !part[unwanted]).map((part) => ({ text: part.value, changed: part.added || part.removed }));
  return { before: side('added'), after: side('removed') };
}

function clipSection(section, whole) {
  return { ...section, fields: section.fields.map(({ text: _, ...field }) => clipField(field, whole)) };
}

function clipField({ pieces = [], ...field }, whole) {
  return { ...field, pieces: pieces.flatMap((piece) => clipPiece(piece, whole)) };
}

function clipPiece({ text, changed = false }, whole) {
  const limit = whole ? WHOLE_LIMIT : changed ? CHANGED_LIMIT : UNCHANGED_LIMIT;
  if (text.length <= limit) return [{ text, changed }];
  const tail = whole || changed ? 0 : UNCHANGED_ENDS;
  const head = tail || limit;
  const rest = tail ? [{ text: text.slice(-tail), changed }] : [];
  return [{ text: text.slice(0, head), changed, omitted: text.length - head - tail }, ...rest];
}
