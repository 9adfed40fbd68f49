// The page's side of the worker.

const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
const answers = new Map();
let lastId = 0;

worker.addEventListener('message', ({ data: { id, value, error } }) => {
  const { resolve, reject } = answers.get(id);
  answers.delete(id);
  if (error === undefined) resolve(value);
  else reject(new Error(error));
});
worker.addEventListener('error', () => {
  for (const { reject } of answers.values()) reject(new Error('the engine could not be loaded'));
  answers.clear();
});

/** Any call of the worker, by its name. */
export function ask(name, request) {
  const id = ++lastId;
  worker.postMessage({ id, name, request });
  return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
}
