/** Where errors keep the errors and the texts that they wrap. */
const WRAPPING = ['cause', 'error', 'rawError', 'errorMessage', 'errorBody', 'message'];

/** A getter can make objects without end; no error that a provider sends is wrapped this often. */
const MOST_VALUES = 10_000;

/** Every text in an error, its causes and bodies, breadth first. Members that cannot be read are passed over. */
export function errorTexts(error) {
  const seen = new Set([error]);
  for (const value of seen) {
    if (value === null || typeof value !== 'object') continue;
    for (const name of WRAPPING) {
      const wrapped = member(value, name);
      if (wrapped !== undefined && seen.size < MOST_VALUES) seen.add(wrapped);
    }
  }
  return [...seen].filter((value) => typeof value === 'string');
}

function member(object, name) {
  try {
    return object[name];
  } catch {
    return undefined;
  }
}
