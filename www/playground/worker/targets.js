// The same input for every known target: what each would refuse, and what it takes to be accepted.
import { checkText, knownTargets, resolvePolicy } from 'transcript-hygiene';
import { shapeOfApi } from '../input/guess-target.js';
import { suggestionsFor } from '../input/models.js';
import { isRequest } from '../input/shapes.js';
import { held } from './held.js';
import { mend } from './mend.js';
import { validate } from './modules.js';

/** The API of providers that nothing else is known of. */
const USUAL_API = 'openai-completions';

/**
 * Every known provider under the APIs it is known for. Providers that are treated alike stand together.
 *
 * @returns {{ target: object, alike: string[] }[]}
 */
function knownGroups(options) {
  const groups = new Map();
  for (const provider of knownTargets().providers) {
    const { apis, models } = suggestionsFor(provider);
    for (const modelApi of apis.length > 0 ? apis : [USUAL_API]) {
      const target = { provider, modelApi, modelId: models[0] ?? '' };
      const { flags } = resolvePolicy(target, options);
      // One that has models of its own is worth a row of its own.
      const key = models.length > 0 ? `${provider} ${modelApi}` : JSON.stringify([modelApi, flags]);
      const group = groups.get(key);
      if (group) group.alike.push(provider);
      else groups.set(key, { target, alike: [provider] });
    }
  }
  return [...groups.values()];
}

/** What is asked last; what was asked before stops. */
let asked = 0;

/** Tells `progress` about each target as it is done. */
export async function targets(_, progress) {
  const mine = ++asked;
  const { input, options } = held;
  if (!input || input.json === '') return undefined;
  const ofRequest = isRequest(input.kind);
  const groups = knownGroups(options).filter(({ target }) => !ofRequest || shapeOfApi(target.modelApi) === input.kind);
  for (const [index, { target, alike }] of groups.entries()) {
    const row = { target, alike, of: groups.length, index };
    try {
      progress({ ...row, ...(await effects(input, target, options)) });
    } catch (error) {
      progress({ ...row, counts: {}, broken: [], error: error.message });
    }
    // A question of the page may be waiting: a new input, or to stop.
    await new Promise((resolve) => setTimeout(resolve));
    if (mine !== asked || input !== held.input) return undefined;
  }
  return groups.length;
}

export const stopTargets = () => void asked++;

/** What a target would refuse, and the rules that would be at work. No image is made anew for that. */
async function effects(input, target, options) {
  if (isRequest(input.kind)) {
    const { report, findings } = await mend(input, target, options);
    return { counts: report.counts, broken: broken(findings) };
  }
  const { validateText } = await validate();
  return { counts: checkText(input.json, target, options).counts, broken: broken(validateText(input.json, target)) };
}

/** Constraints that are broken, each with how often. */
function broken(findings) {
  const counts = new Map();
  for (const { constraint, severity, statement } of findings) {
    if (severity !== 'error') continue;
    const known = counts.get(constraint);
    if (known) known.count++;
    else counts.set(constraint, { constraint, statement, count: 1 });
  }
  return [...counts.values()];
}
