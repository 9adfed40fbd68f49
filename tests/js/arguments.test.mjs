// Whatever is passed, only our error comes out. `node tests/fuzz/run.mjs` does the same for as long as is asked.
import * as th from 'transcript-hygiene';
import * as images from 'transcript-hygiene/images';
import { fuzzArguments } from '../fuzz/arguments.mjs';

export default async (t) => {
  await Promise.all([th.init(), images.init()]);

  t.test('random arguments cause no error but ours', (a) => {
    const rounds = 500;
    a.ok(fuzzArguments(th, 1, rounds) > rounds);
  });
};
