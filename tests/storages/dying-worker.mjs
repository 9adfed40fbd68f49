// A worker of a browser that repairs a session and may die of it, or looks what is left. Workers have no import map: it is
// told where the package's files are.
import { dyingAt, lookAgain, repairDamaged, storeDamaged } from './dying.mjs';

const died = () => postMessage({ died: true });

const storages = {
  async opfs(url, watched) {
    const { opfsStorage } = await import(url);
    return opfsStorage({ directory: watched(await navigator.storage.getDirectory()) });
  },
  async indexeddb(url, watched) {
    Object.defineProperty(self, 'indexedDB', { value: watched(indexedDB), configurable: true });
    const { indexedDbStorage } = await import(url);
    return indexedDbStorage();
  },
};

self.onmessage = async ({ data: { urls, where, moment } }) => {
  try {
    const { init, repairSession } = await import(urls.history);
    await init();
    const open = (watched) => storages[where](urls[where], watched);
    const storage = await open((host) => host);
    if (moment === undefined) {
      postMessage({ result: await lookAgain(storage, repairSession) });
    } else {
      await storeDamaged(storage);
      const watched = await open((host) => dyingAt(moment, host, died));
      postMessage({ result: await repairDamaged(watched, repairSession) });
    }
  } catch (error) {
    postMessage({ error: `${error}\n${error.stack}` });
  }
};
