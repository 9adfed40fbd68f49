// By which call of the package a rule's example comes true.
import { rules } from 'transcript-hygiene';

/** Entries of a session file, and lines that are none. */
const isEntry = (one) => typeof one === 'string' || (typeof one?.type === 'string' && one.role === undefined);

const isOfRepair = ({ example: { before } }) => Array.isArray(before) && before.length > 0 && before.every(isEntry);

/** Rules stand in the order replay, requests, repair, display. @returns {'replay' | 'request' | 'repair' | 'display'} */
export function doorOf(rule) {
  if (!Array.isArray(rule.example.before)) return 'request';
  const all = rules();
  const at = all.findIndex(({ id }) => id === rule.id);
  if (isOfRepair(rule)) return 'repair';
  const firstOfRepair = all.findIndex(isOfRepair);
  return at < firstOfRepair ? 'replay' : at > all.findLastIndex(isOfRepair) ? 'display' : 'repair';
}
