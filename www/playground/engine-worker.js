// The engine, apart from the page: it holds what was given, and answers what the page asks by name.
import { init } from 'transcript-hygiene';
import { example } from './worker/example.js';
import { complaint, findings } from './worker/findings.js';
import { fit, pictures } from './worker/images.js';
import { people, peopleText, seen } from './worker/people.js';
import { repair, repairedLines, repairedText } from './worker/repair.js';
import { arrange, changedFrom, changes, drawn, placeOf, result, row, run } from './worker/run.js';
import { stopTargets, targets } from './worker/targets.js';

const calls = {
  run,
  result,
  arrange,
  drawn,
  row,
  placeOf,
  changedFrom,
  changes,
  findings,
  complaint,
  pictures,
  fit,
  people,
  peopleText,
  seen,
  repair,
  repairedLines,
  repairedText,
  targets,
  stopTargets,
  example,
};

const ready = init();

addEventListener('message', async ({ data: { id, name, request } }) => {
  try {
    await ready;
    postMessage({ id, value: await calls[name](request, (progress) => postMessage({ id, progress })) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
