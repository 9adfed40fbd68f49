// What is told of a request: places, names and numbers. No text of a message, no header and no address, which can hold
// a key.

/**
 * @typedef {object} LogEntry
 * @property {string} upstream  as the configuration names it
 * @property {string} [api]  the shape of the body, when it was one to be read
 * @property {number} status  of the response
 * @property {string} [error]  the Worker's own error, when it answered instead of the upstream
 * @property {number} milliseconds  until the response began
 * @property {number} [bytes]  of the request body
 * @property {boolean} [changed]
 * @property {{ rule: string, kind: string, input?: string, output?: string }[]} [changes]  with pointers
 * @property {string[]} [findings]  ids of what was broken
 * @property {string[]} [advice]  ids of what history alone cannot cure
 * @property {string[]} [secondTry]  ids of what the upstream's error was read as
 */

/** @returns {Partial<LogEntry>} */
export function outcomeEntry({ changed, changes, findings, advice }) {
  return {
    changed,
    changes: changes.map(({ rule, kind, input, output }) => ({ rule, kind, input, output })),
    findings: [...new Set(findings.map(({ constraint }) => constraint))],
    advice: [...new Set(advice.map(({ constraint }) => constraint))],
  };
}

/** Hands an entry to the host's hook without making the client wait, whatever the hook does. */
export function tell(log, entry, env, context) {
  const told = Promise.resolve()
    .then(() => log(entry, env))
    .catch(() => {});
  context?.waitUntil?.(told);
}

/** The hook of the deployed Worker: a line of JSON on the console, where `LOG` says so. */
export function consoleLog(entry, { LOG = 'none' }) {
  if (LOG === 'console') console.log(JSON.stringify(entry));
}
