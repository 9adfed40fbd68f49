/**
 * Calls that may need pixels. The module does everything else and hands back jobs; with the answers to them it is asked
 * again.
 *
 * @param engine the instance of the module
 * @param pixels who does the jobs; without it images that would need them are omitted
 */
export function createSettle(engine, pixels) {
  /** @param ask takes the answers so far; gives the envelope, which holds jobs while there are any, and the output */
  function settleNow(ask) {
    const answers = pixels && [];
    for (;;) {
      const call = ask(answers);
      if (!call.meta.jobs) return call;
      answers.push(...pixels.work(call.meta.jobs));
    }
  }

  async function settle(ask) {
    if (!engine.ready) await engine.init();
    if (!pixels || pixels.ready) return settleNow(ask);
    const call = ask([]);
    if (!call.meta.jobs) return call;
    await pixels.load();
    // From the start, since the caller may have written into their bytes meanwhile.
    return settleNow(ask);
  }

  return { settle, settleNow };
}
