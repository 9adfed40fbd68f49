// The page's side of the worker. Runs come one at a time and the newest wins; a worker that is stuck is replaced.

/** A newer run waits so long for the one before it; then the worker is taken for stuck. */
const PATIENCE_MS = 3000;

export class Engine {
  #worker;
  #answers = new Map();
  #lastId = 0;
  #running;
  #waiting;
  /** What the worker holds; it is sent again only when it changed. */
  #held;

  constructor() {
    this.#start();
  }

  /**
   * Sanitizes. Gives nothing when a newer run took its place, or when it was cancelled.
   *
   * @param {{ given: string | Blob }} request The other members go to the worker as they are.
   */
  async run(request) {
    this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
    if (this.#running && !(await this.#turn())) return undefined;
    const { given } = request;
    const running = this.ask('run', { ...request, given: given === this.#held ? undefined : given });
    this.#held = given;
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#next();
    }
  }

  #next() {
    this.#running = undefined;
    this.#waiting?.resolve(true);
    this.#waiting = undefined;
  }

  /** Waits for the running one; true when it is this one's turn. */
  #turn() {
    const waiting = Promise.withResolvers();
    this.#waiting = waiting;
    const timer = setTimeout(() => this.cancel(), PATIENCE_MS);
    return waiting.promise.finally(() => clearTimeout(timer));
  }

  /**
   * Any call of the worker by its name; nothing when the worker was replaced meanwhile.
   *
   * @param {(progress: unknown) => void} [progress] Told what the call says on its way.
   */
  ask(name, request = {}, progress) {
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, name, request });
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject, progress }));
  }

  /** Ends what is running, with the worker that runs it. */
  cancel() {
    this.#worker.terminate();
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    this.#held = undefined;
    this.#start();
    for (const { resolve } of answers) resolve(undefined);
    this.#next();
  }

  #start() {
    this.#worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data: { id, value, error, progress } }) => {
      const answer = this.#answers.get(id);
      if (progress !== undefined) return answer?.progress?.(progress);
      this.#answers.delete(id);
      if (error === undefined) answer?.resolve(value);
      else answer?.reject(new Error(error));
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#answers.values()) reject(new Error('the engine could not be loaded'));
      this.#answers.clear();
    });
  }
}
