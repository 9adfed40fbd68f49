/** Random lower-case hex digits, two for each byte. `crypto.randomUUID` is missing on pages that are no secure context. */
export function randomHex(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(numbers, (number) => number.toString(16).padStart(2, '0')).join('');
}
