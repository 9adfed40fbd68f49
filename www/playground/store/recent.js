// What was given before, kept in this browser alone, until somebody clears it. A browser may refuse to keep anything.
import { createStore, get, set } from 'idb-keyval';

const KEPT = 12;

/** Longer texts are not kept, in characters: they come from files, which are there. */
const LONGEST = 1_000_000;

const LIST = 'list';

let store;

const kept = async () => {
  try {
    store ??= createStore('transcript-hygiene-playground', 'recent');
    return (await get(LIST, store)) ?? [];
  } catch {
    return [];
  }
};

const shown = (list) => list.map(({ text, ...facts }) => ({ ...facts, size: text.length }));

/** @returns {Promise<{ id: string, name: string, at: number, size: number }[]>} The newest first. */
export const recentInputs = async () => shown(await kept());

export const loadRecent = async (id) => (await kept()).find((one) => one.id === id);

/** Keeps a text, under a new id; of a text that is being typed only the last state. */
export async function keepRecent({ data, name, size }, replaced) {
  const list = await kept();
  if (size > LONGEST) return { list: shown(list) };
  const text = typeof data === 'string' ? data : await data.text();
  const others = list.filter((one) => one.text !== text && one.id !== replaced);
  const newest = { id: crypto.randomUUID(), name, at: Date.now(), text };
  return { id: newest.id, list: await save([newest, ...others].slice(0, KEPT)) };
}

export const forgetRecent = () => save([]);

async function save(list) {
  try {
    await set(LIST, list, store);
    return shown(list);
  } catch {
    return [];
  }
}
