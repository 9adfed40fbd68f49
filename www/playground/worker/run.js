// Reading what is given, and making it acceptable to its target.
import { rejections, resolvePolicy, sanitizeTextSync } from 'transcript-hygiene';
import { Comparison } from '../compare/comparison.js';
import { isRequest } from '../input/shapes.js';
import { describeError } from './describe-error.js';
import { forget, held } from './held.js';
import { mend } from './mend.js';
import { guessed, take, thrownBy } from './take.js';

/**
 * Sanitizes what is given, or what was given before, and says in short what happened.
 *
 * @param {{ given?: string | Blob, as: string, url: string, target: object, guess: boolean, options: object }} request
 *   `guess` lets the input say where it goes.
 */
export async function run({ given, as, url, target, guess, options }) {
  forget();
  let to = target;
  try {
    if (given !== undefined || as !== held.as || !held.input) await take({ given, as });
    if (guess) to = guessed(held, url) ?? target;
    return { target: to, policy: resolvePolicy(to, options), ...(await outcome(to, options)) };
  } catch (error) {
    const facts = { ...describeError(error), isComplaint: isComplaint(held.source) };
    return { target: to, kind: held.input?.kind, policy: resolvePolicy(to, options), error: facts };
  }
}

/** Longer texts are no error of a provider. */
const LONGEST_COMPLAINT = 20_000;

/** Whether somebody gave the provider's error in the place of the history. */
const isComplaint = (source) => source.length <= LONGEST_COMPLAINT && rejections(source).length > 0;

async function outcome(target, options) {
  const { input } = held;
  if (input.form === 'object' || isRequest(input.kind)) checkWhole(held.source);
  const { json: after, changed, report, advice, headers, findings, remaining } = await mend(input, target, options);
  const { counts, repairVersion, changes } = report;
  const comparison = new Comparison({ before: input.json, after, prefix: input.prefix, changes });
  Object.assign(held, { target, options, after, comparison, checked: findings && { findings, remaining } });
  return {
    kind: input.kind,
    form: input.form,
    notes: input.notes,
    advice,
    headers,
    changed,
    turns: report.turns ?? comparison.turns(),
    counts,
    repairVersion,
    kinds: comparison.kinds(),
    items: comparison.items.length,
    size: { before: input.json.length, after: after.length },
  };
}

/** The engine sees the turns, or mends what it can; this is for an error anywhere in what was given. */
function checkWhole(source) {
  const error = thrownBy(() => sanitizeTextSync(`[${source}]`, undefined, { policy: {}, validateTurns: false }));
  if (error?.code === 'invalid-json') throw Object.assign(error, { offset: error.offset - 1, ofSource: true });
}

/** The result in the form that was given; lines and session files become an array. */
export const result = () => held.after !== undefined && held.input.finish(held.after);

export const arrange = (how) => held.comparison?.arrange(how);
export const drawn = (range) => held.comparison?.drawn(range) ?? [];
export const row = ({ id, whole }) => held.comparison?.row(id, whole);
export const placeOf = ({ row }) => held.comparison?.placeOf(row);
export const changedFrom = ({ item, step }) => held.comparison?.changedFrom(item, step);
export const changes = ({ rule, from }) => held.comparison?.changesOf(rule, from);
