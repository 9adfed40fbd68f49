import rulesJson from './rules.js';

let registry;

/** Every rule, in the order of the pipeline. The records are shared and frozen. */
export function rules() {
  registry ??= frozen(JSON.parse(rulesJson));
  return registry;
}

/** One rule by its id; nothing when there is none of that name. */
export function explain(id) {
  return rules().find((rule) => rule.id === id);
}

function frozen(value) {
  if (value === null || typeof value !== 'object') return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
