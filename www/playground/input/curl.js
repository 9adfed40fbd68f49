// A pasted curl command: its address and its body. What else it holds, such as a key, is left behind.

const BODY_FLAGS = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);

/** Short flags may have their value attached, and long ones behind `=`. */
const ATTACHED = /^(?:-d|(--data(?:-raw|-binary|-ascii)?|--json)=)([^]+)$/;

/** @returns {{ url: string, body: string } | undefined} */
export function readCurl(text) {
  if (!/^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text)) return undefined;
  const words = shellWords(text);
  const bodies = [];
  let url = '';
  for (let at = 0; at < words.length; at++) {
    const attached = words[at].match(ATTACHED);
    if (BODY_FLAGS.has(words[at])) bodies.push(words[++at] ?? '');
    else if (attached) bodies.push(attached[2]);
    else if (/^https?:\/\//.test(words[at])) url = words[at];
  }
  const body = bodies.join('&');
  return body === '' ? undefined : { url, body };
}

/** Words as a POSIX shell reads them, `$'…'` included; a line that ends in `\` or `^` goes on. */
function shellWords(text) {
  const words = [];
  const pattern = /((?:'[^']*'|\$'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\])+)/g;
  for (const [word] of text.replace(/\s[\\^]\r?\n/g, ' ').matchAll(pattern)) words.push(unquoted(word));
  return words;
}

const PART = /'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g;

const unquoted = (word) =>
  word.replace(PART, (_, plain, ansi, double, escaped) => {
    if (plain !== undefined) return plain;
    if (ansi !== undefined) return ansi.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^])/g, ansiEscape);
    if (double !== undefined) return double.replace(/\\(["\\$`])/g, '$1').replace(/\\\r?\n/g, '');
    return escaped;
  });

const ANSI = { n: '\n', r: '\r', t: '\t' };

function ansiEscape(_, code) {
  if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return ANSI[code] ?? code;
}
