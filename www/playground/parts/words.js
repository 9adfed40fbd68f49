// Numbers and kinds as the page says them.

const numbers = new Intl.NumberFormat('en');

export const count = (number, one, many = `${one}s`) => `${numbers.format(number)} ${number === 1 ? one : many}`;

export const number = (value) => numbers.format(value);

/** A size for people, from a number of bytes or characters. */
export function size(amount) {
  if (amount < 1000) return `${amount} B`;
  if (amount < 1_000_000) return `${(amount / 1000).toFixed(1)} KB`;
  return `${(amount / 1_000_000).toFixed(1)} MB`;
}
