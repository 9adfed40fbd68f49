import { createDoors } from './doors.js';
import { described } from './findings.js';
import { plainCopy } from './json.js';
import { engine } from './validate-engine.js';

export { constraints } from './findings.js';
export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';

// Types and what each call means are in preflight.d.ts.

const { throughWholeText } = /* @__PURE__ */ createDoors(engine);

/** A length that is over every limit. */
const TOO_LONG = 0xffff_ffff;

export const init = (source) => engine.init(source);

export async function preflight(body, options) {
  if (!engine.ready) await engine.init();
  return preflightSync(body, options);
}

export function preflightSync(body, options) {
  const given = plainCopy(options, 'options');
  const { meta, output } = answered(body, given);
  const { findings, remaining, ...others } = meta;
  const outcome = { ...others, findings: described(findings), remaining: described(remaining) };
  return meta.changed ? { ...outcome, body: output } : outcome;
}

/** A body over the limit is told as others are: a good request must not fail because of what looks at it. */
function answered(body, given) {
  try {
    return throughWholeText(body, given?.limits, (glue, length) => glue.preflight(length, given));
  } catch (error) {
    if (error.code !== 'limit-exceeded') throw error;
    return { meta: engine.run((glue) => JSON.parse(glue.preflight(TOO_LONG, given))) };
  }
}
