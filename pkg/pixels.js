import { HygieneError } from './hygiene-error.js';
import { writeImage } from './image-bytes.js';
import { engine } from './images-engine.js';

/** Who does the jobs that the core module hands out: the codecs. */
export const pixels = {
  get ready() {
    return engine.ready;
  },

  load: () => engine.init(),

  /** @param {{ bytes: Uint8Array, task: object }[]} jobs */
  work(jobs) {
    if (!engine.ready) throw imagesNotLoaded();
    return jobs.map(({ bytes, task }) => engine.run((glue) => glue.doImageJob(writeImage(engine, bytes), task)));
  },
};

export function imagesNotLoaded() {
  const message =
    'the images module is not loaded: await init() of transcript-hygiene/images, or make the call that returns a promise';
  return new HygieneError({ code: 'images-not-loaded', message });
}
