// Time of several things measured by turns, so that whatever else the machine does falls on all of them.

/** How often everything runs before it counts. */
const WARM_UP = 5;

/**
 * @param {Record<string, () => unknown>} tasks
 * @param {number} rounds in which each task runs once
 * @returns {Record<string, { min: number, median: number }>} milliseconds
 */
export function byTurns(tasks, rounds) {
  const entries = Object.entries(tasks);
  const times = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = -Math.min(WARM_UP, rounds); round < rounds; round += 1) {
    for (const [name, task] of entries) {
      const start = performance.now();
      task();
      const time = performance.now() - start;
      if (round >= 0) times[name].push(time);
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, summary(times[name])]));
}

/** Fastest and median of some numbers. */
export function summary(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { min: sorted[0], median: sorted[sorted.length >> 1] };
}
