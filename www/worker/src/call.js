// The two forms of a call: an envelope that holds everything, or the bare content with its target in the query.
import { HttpError } from './errors.js';
import { readJsonBody } from './limits.js';
import { NotAnObject, memberSpans } from './spans.js';

/** What a query may say, by where it belongs. */
const TARGET_PARAMETERS = ['provider', 'modelApi', 'modelId'];
const OPTION_PARAMETERS = ['profile'];

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What a request asks. An address with a query makes the body the bare content; without one it is the envelope
 * `{[member]: content, target, options}`.
 *
 * Either way the content stays the bytes it came as: parsing it and writing it anew would change numbers.
 *
 * @param {string} member  the name of the content in the envelope
 * @returns {Promise<{ content: Uint8Array, target?: object, options?: object, part?: string }>} `part` is the member
 *   that places in the content count from; absent when the content is the whole body
 */
export async function readCall({ request, settings, held }, member) {
  const query = new URL(request.url).searchParams;
  const said = query.size > 0 ? fromQuery(query) : undefined;
  const body = await readJsonBody(request, settings, held);
  return said ? { content: body, ...said } : fromEnvelope(body, member);
}

function fromQuery(query) {
  const target = {};
  const options = {};
  for (const [name, value] of query) {
    if (TARGET_PARAMETERS.includes(name)) target[name] = value;
    else if (OPTION_PARAMETERS.includes(name)) options[name] = value;
    else throw unknown(name, 'in the query', [...TARGET_PARAMETERS, ...OPTION_PARAMETERS]);
  }
  return { target, options };
}

function fromEnvelope(body, member) {
  const spans = spansOf(body);
  const known = [member, 'target', 'options'];
  for (const name of spans.keys()) {
    if (!known.includes(name)) throw unknown(name, 'in the body', known);
  }
  const content = spans.get(member);
  if (!content) throw argument(`"${member}" is missing in the body`);
  return {
    content: body.subarray(content.start, content.end),
    target: parsed(body, 'target', spans.get('target')),
    options: parsed(body, 'options', spans.get('options')),
    part: member,
  };
}

function spansOf(body) {
  try {
    return memberSpans(body);
  } catch (error) {
    if (!(error instanceof NotAnObject)) throw error;
    throw new HttpError(400, { code: 'invalid-json', message: error.message, offset: error.offset });
  }
}

/** Targets and options are small, and JSON that JavaScript can hold. */
function parsed(body, name, span) {
  if (!span) return undefined;
  const value = parse(body, name, span);
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw argument(`"${name}" must be an object`, name);
}

function parse(body, name, { start, end }) {
  try {
    return JSON.parse(decoder.decode(body.subarray(start, end)));
  } catch {
    const message = `"${name}" is not JSON`;
    throw new HttpError(400, { code: 'invalid-json', message, pointer: `/${name}`, offset: start });
  }
}

function unknown(name, where, known) {
  return argument(`${JSON.stringify(name)} is not known ${where}; known: ${known.join(', ')}`, name);
}

function argument(message, option) {
  return new HttpError(400, { code: 'invalid-argument', message, option });
}
