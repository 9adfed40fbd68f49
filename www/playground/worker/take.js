// What was given becomes what the engine takes.
import { sanitizeTextSync } from 'transcript-hygiene';
import { elements } from '../input/json-scan.js';
import { targetOfRequest, targetOfSession, targetOfTurns } from '../input/guess-target.js';
import { asItIs, readInput } from '../input/read.js';
import { isRequest } from '../input/shapes.js';
import { held } from './held.js';
import { history } from './modules.js';

/** Text as it is; a file is read here, and must be UTF-8. */
export async function take({ given, as }) {
  Object.assign(held, { as, input: undefined });
  if (given !== undefined) await read(given);
  if (held.refusal) throw held.refusal;
  held.input = readInput(held.source, as || undefined) ?? (await readSession(held.source));
}

async function read(given) {
  held.refusal = undefined;
  if (typeof given === 'string') held.source = given;
  else {
    const bytes = new Uint8Array(await given.arrayBuffer());
    held.source = new TextDecoder().decode(bytes);
    // The decoder mends what is no UTF-8. The engine refuses it, and says where.
    if (held.source.includes('\uFFFD')) held.refusal = refusalOf(bytes);
  }
}

/** The engine's error for bytes that are no UTF-8. */
function refusalOf(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return thrownBy(() => sanitizeTextSync(bytes));
  }
}

/** The active branch of a session file, as a model would be asked. */
async function readSession(source) {
  const { loadSessionText } = await history();
  const { json, report, model } = loadSessionText(source, { form: 'model' });
  return { ...asItIs(json), kind: 'session', form: 'session', notes: notesOf(report), stored: model };
}

const SAID = {
  skippedLines: (count) => `${count === 1 ? 'A line is' : `${count} lines are`} no JSON and left out.`,
  danglingParents: (count) =>
    `${count === 1 ? 'An entry hangs' : `${count} entries hang`} from a parent that is not in the file; history before is cut off.`,
  entriesWithoutMessage: (count) => `${count === 1 ? 'An entry has' : `${count} entries have`} no message.`,
  entriesWithoutTime: (count) => `${count === 1 ? 'An entry has' : `${count} entries have`} no time that can be read.`,
  migrated: () => 'The file is of an older version, and read as the current one.',
  recoveredHeader: () => 'The file has no header in front; its records were read all the same.',
  cyclic: () => 'Parents go in a circle; reading stopped there.',
};

const notesOf = (report) => Object.entries(report).map(([name, value]) => SAID[name]?.(value) ?? name);

/** So many of the last turns say where a transcript came from. */
const LAST_TURNS = 40;

/** The target that the input itself names. */
export function guessed({ input }, url) {
  if (isRequest(input.kind)) return targetOfRequest({ kind: input.kind, model: input.model, url });
  if (input.form === 'session') return targetOfSession(input.stored);
  const turns = elements(input.json).slice(-LAST_TURNS);
  return targetOfTurns(turns.map((span) => parsed(input.json.slice(...span))));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function thrownBy(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}
