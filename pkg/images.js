import { checkBytes, writeImage } from './image-bytes.js';
import { engine } from './images-engine.js';
import { plainCopy } from './json.js';
import { imagesNotLoaded } from './pixels.js';
import { probe } from './probe.js';

export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';

// Types and what each call means are in images.d.ts.

export const init = (source) => engine.init(source);

export const probeImage = (bytes) => probe(engine, bytes);

export async function fitImage(bytes, limits) {
  if (!engine.ready) await engine.init();
  return fitImageSync(bytes, limits);
}

export function fitImageSync(bytes, limits) {
  checkBytes(bytes);
  const given = plainCopy(limits, 'the limits');
  if (!engine.ready) throw imagesNotLoaded();
  return engine.run((glue) => {
    glue.admitImage(bytes.length);
    const facts = JSON.parse(glue.fitImage(writeImage(engine, bytes), given));
    const fitted = facts.changed ? engine.view(glue.outputPointer(), glue.outputLength()).slice() : bytes;
    return { bytes: fitted, ...facts };
  });
}
