// What the worker keeps between two questions of the page.

export const held = {
  /** What was given, as text. */
  source: '',
  /** The kind that somebody said it is. */
  as: '',
  /** @type {import('../input/read.js').Input | undefined} */
  input: undefined,
  /** The error of what cannot be read at all. */
  refusal: undefined,
  target: undefined,
  options: undefined,
  /** What the engine made of `input.json`. */
  after: undefined,
  /** What mending found before and left, where it says so. */
  checked: undefined,
  /** @type {import('../compare/comparison.js').Comparison | undefined} */
  comparison: undefined,
};

/** Forgets what was made of the input. */
export const forget = () => Object.assign(held, { after: undefined, checked: undefined, comparison: undefined });
