// By which call of the package a rule's example comes true.
import { rules } from 'transcript-hygiene';

/** Entries of a session file, and lines that are none. */
const isEntry = (one) => typeof one === 'string' || (typeof one?.type === 'string' && one.role === undefined);

const isOfRepair = ({ example: { before } }) => Array.isArray(before) && before.length > 0 && before.every(isEntry);

/**
 * Of rules with arrays for examples the order tells: replay, repair, display.
 *
 * @returns {'replay' | 'preflight' | 'request' | 'repair' | 'display'}
 */
export function doorOf(rule) {
  const { before, target } = rule.example;
  if (!Array.isArray(before)) return target.api ? 'preflight' : 'request';
  const all = rules();
  const at = all.findIndex(({ id }) => id === rule.id);
  if (isOfRepair(rule)) return 'repair';
  const firstOfRepair = all.findIndex(isOfRepair);
  return at < firstOfRepair ? 'replay' : at > all.findLastIndex(isOfRepair) ? 'display' : 'repair';
}
