/** Lets work under one key begin when what was begun before under that key is over. */
export function createTurns() {
  const last = new Map();
  return async function inTurn(key, work) {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const over = turn.then(
      () => {},
      () => {},
    );
    last.set(key, over);
    try {
      return await turn;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}
