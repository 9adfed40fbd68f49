import { guarded, plainCopy, stringify } from './json.js';

export function plainTarget(target) {
  return plainCopy(target, 'the target');
}

/** Session entries hold any JSON, to any depth, so they cross as text. */
export function plainOptions(options) {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return plainCopy(options, 'options');
  const { sessionEntries, ...others } = guarded('options', () => ({ ...options }));
  const copy = plainCopy(others, 'options');
  if (sessionEntries !== undefined) copy.sessionEntries = stringify(sessionEntries, '"sessionEntries"') ?? '';
  return copy;
}
