import { createDoors } from './doors.js';
import { described } from './findings.js';
import { plainCopy } from './json.js';
import { createSettle } from './settle.js';
import { engine } from './validate-engine.js';

export { constraints } from './findings.js';
export { HygieneError } from './hygiene-error.js';
export { version } from './version.js';

// Types and what each call means are in preflight.d.ts.

const { throughWholeText } = /* @__PURE__ */ createDoors(engine);

/** A length that is over every limit. */
const TOO_LONG = 0xffff_ffff;

export const init = (source) => engine.init(source);

/** The calls of this entry. @param pixels as of {@link createSettle} */
export function createPreflightCalls(pixels) {
  const { settle, settleNow } = createSettle(engine, pixels);

  return {
    preflight: async (body, options) => outcome(await settle(askBody(body, options))),
    preflightSync: (body, options) => outcome(settleNow(askBody(body, options))),
  };
}

function outcome({ meta, output }) {
  const { findings, remaining, ...others } = meta;
  const told = { ...others, findings: described(findings), remaining: described(remaining) };
  return meta.changed ? { ...told, body: output } : told;
}

/** A body over the limit is told as others are: a good request must not fail because of what looks at it. */
function askBody(body, options) {
  const given = plainCopy(options, 'options');
  return (answers) => {
    try {
      return throughWholeText(body, given?.limits, (glue, length) => glue.preflight(length, given, answers));
    } catch (error) {
      if (error.code !== 'limit-exceeded') throw error;
      return { meta: engine.run((glue) => JSON.parse(glue.preflight(TOO_LONG, given, answers))) };
    }
  };
}
