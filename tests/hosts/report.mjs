// Prints what a suite found; the last line is what `cargo xtask test` reads.

export function report(results) {
  const failed = results.filter((result) => result.error !== undefined);
  for (const { name, error } of failed) console.log(`FAIL ${name}\n${error.replace(/^/gm, '     ')}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 && results.length > 0 ? 0 : 1;
}
