import { frozen } from './frozen.js';
import known from './known.js';
import rulesJson from './rules.js';

let registry;

/** Every rule, in the order of the pipeline. The records are shared and frozen. */
export function rules() {
  registry ??= frozen(JSON.parse(rulesJson));
  return registry;
}

/** What pickers can offer: provider ids, API names, and the flags of a policy with what each does. */
export const knownTargets = () => frozen(known);

/** One rule by its id; nothing when there is none of that name. */
export function explain(id) {
  return rules().find((rule) => rule.id === id);
}
