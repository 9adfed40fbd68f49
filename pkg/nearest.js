/** Longer names are not compared: the time is the product of the lengths. */
const LONGEST_NAME = 64;

/** Of the known names the one with the smallest edit distance, ignoring case; of equal ones the first. */
export function nearest(name, known) {
  const wanted = name.slice(0, LONGEST_NAME).toLowerCase();
  const distances = known.map((candidate) => distance(wanted, candidate.toLowerCase()));
  return known[distances.indexOf(Math.min(...distances))];
}

/** How many characters must be inserted, removed or replaced to get from one to the other. */
function distance(from, to) {
  let row = Array.from({ length: from.length + 1 }, (_, at) => at);
  for (let i = 0; i < to.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < from.length; j += 1) {
      const replaced = row[j] + (from[j] === to[i] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[from.length];
}
