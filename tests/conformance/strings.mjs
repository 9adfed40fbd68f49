// Texts of a value, for what must be kept and what must not be told.

/** Every string of a value. */
export function* strings(value) {
  for (const rest = [value]; rest.length > 0; ) {
    const next = rest.pop();
    if (typeof next === 'string') yield next;
    else if (next !== null && typeof next === 'object') rest.push(...Object.values(next));
  }
}
