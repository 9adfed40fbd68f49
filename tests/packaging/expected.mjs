/** The roles that `answer.mjs` gives. */
export const EXPECTED = 'user assistant toolResult user';
