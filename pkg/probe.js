import { checkBytes, writeImage } from './image-bytes.js';

/** What an image's header says, read by whichever module is there. */
export function probe(engine, bytes) {
  checkBytes(bytes);
  return engine.run((glue) => {
    glue.admit(bytes.length, undefined);
    return JSON.parse(glue.probeImage(writeImage(engine, bytes)));
  });
}
