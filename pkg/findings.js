import constraintsJson from './constraints.js';
import { frozen } from './frozen.js';

let registry;
let byId;

/** What providers ask of a history, one record each. The records are shared and frozen. */
export function constraints() {
  registry ??= frozen(JSON.parse(constraintsJson));
  return registry;
}

/** Findings as the module tells them, with what their constraints say. */
export function described(findings) {
  byId ??= new Map(constraints().map((constraint) => [constraint.id, constraint]));
  return findings.map((finding) => {
    // What keeps a body from being looked at is no constraint of the list, and comes with its statement.
    const { statement, fragments } = byId.get(finding.constraint) ?? { statement: finding.statement, fragments: [] };
    return { ...finding, statement, fragments };
  });
}
