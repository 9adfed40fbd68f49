// Rows that come one by one as server-sent events, and go on as people see them.
import { createProjector } from 'transcript-hygiene/history';

export const EVENT_STREAM = 'text/event-stream';

/** Ends of lines; a return at the end of a chunk may be the first half of one. */
const LINE_END = /\r\n|\n|\r(?!$)/;

/**
 * Events whose data is a row, or a list of rows to begin with, become events `rows` with `{from, messages}`: the shown
 * rows from index `from` on are these. Rows that change nothing make no event. The last id is passed on.
 *
 * What cannot be read makes an event `error` and ends the stream.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {object} options  those of `createProjector`
 * @param {number} maxBytes  of all rows together, which are held until the stream ends
 * @returns {ReadableStream<Uint8Array>}
 */
export function projectedEvents(body, options, maxBytes) {
  const projector = createProjector(options);
  // The library looks at options when it projects, and this is where a wrong one should be told.
  projector.replace([]);
  let held = 0;
  let shown = 0;

  function rowsOf(data) {
    held += data.length;
    if (held > maxBytes) throw failure('limit-exceeded', `the rows have more than ${maxBytes} characters`);
    const value = parse(data);
    return Array.isArray(value) ? value : [value];
  }

  /** An event of the new stream; nothing when people see what they saw. */
  function answer({ id, data }) {
    const { from, messages } = projector.append(rowsOf(data));
    const isSame = messages.length === 0 && from === shown;
    shown = from + messages.length;
    return isSame ? '' : event('rows', { from, messages }, id);
  }

  const events = new EventReader();
  const projecting = new TransformStream({
    transform(text, controller) {
      try {
        for (const read of events.read(text)) controller.enqueue(answer(read));
      } catch (error) {
        controller.enqueue(event('error', factsOf(error)));
        controller.terminate();
      }
    },
  });
  const source = body ?? new Blob([]).stream();
  return source.pipeThrough(new TextDecoderStream()).pipeThrough(projecting).pipeThrough(new TextEncoderStream());
}

const failure = (code, message) => Object.assign(new Error(message), { code });

function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw failure('invalid-json', 'the data of an event is not JSON');
  }
}

/** Only errors that we made ourselves say what they are. */
function factsOf({ code, message }) {
  return code === undefined ? { code: 'internal', message: 'the Worker failed; this is a bug of it' } : { code, message };
}

const event = (name, data, id) => `${id ? `id: ${id}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Reads the lines of an event stream: data, and the id that was named last. */
class EventReader {
  #rest = '';
  #data = [];
  #id = '';

  /** @returns {Iterable<{ id: string, data: string }>} */
  *read(text) {
    this.#rest += text;
    // A long line comes in many chunks, and is looked through once.
    if (!/[\r\n]/.test(text)) return;
    const lines = this.#rest.split(LINE_END);
    this.#rest = lines.pop();
    for (const line of lines) {
      if (line !== '') this.#field(line);
      else if (this.#data.length > 0) yield this.#event();
    }
  }

  #event() {
    const data = this.#data.join('\n');
    this.#data = [];
    return { id: this.#id, data };
  }

  #field(line) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
    if (name === 'data') this.#data.push(value);
    if (name === 'id') this.#id = value;
  }
}
