/** Makes a value unchangeable to its last member; it is shared by all who ask for it. */
export function frozen(value) {
  if (value === null || typeof value !== 'object') return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
