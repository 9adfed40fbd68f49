// What people see of a history: a list of rows at once, or rows as they come.
import { project, projectText } from 'transcript-hygiene/history';
import { readCall } from './call.js';
import { HttpError, fromLibrary } from './errors.js';
import { content, envelope } from './respond.js';
import { EVENT_STREAM, projectedEvents } from './row-stream.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What the query of a stream may say, and how it is read. */
const STREAM_OPTIONS = {
  profile: String,
  maxChars: Number,
  stripEnvelope: (text) => text === 'true',
  visibleText: (text) => text === 'true',
};

/** `POST /v1/project` */
export async function projectRows(exchange) {
  const { request, settings } = exchange;
  const [type] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === EVENT_STREAM) {
    const options = streamOptions(request.url);
    const rows = named(() => projectedEvents(request.body, options, settings.maxBodyBytes));
    return new Response(rows, { headers: { 'content-type': EVENT_STREAM, 'cache-control': 'no-store' } });
  }
  const call = await readCall(exchange, 'messages');
  return named(() => (isPage(call) ? pageOf(call) : wholeOf(call)), call.part);
}

/** Errors of the library, as HTTP says them. */
function named(work, part) {
  try {
    return work();
  } catch (error) {
    throw fromLibrary(error, part);
  }
}

function wholeOf({ content: rows, options, part }) {
  const { json, ...facts } = projectText(rows, options);
  return part ? envelope(part, json, facts) : content(json);
}

const isPage = ({ options }) => options?.limit !== undefined || options?.cursor !== undefined;

/** The last rows before a cursor. They are values here: what a page shows need not be the bytes that were sent. */
function pageOf({ content: rows, options }) {
  // Reads what is no JSON as the library does, with its words for what is wrong.
  projectText(rows, { limits: options.limits });
  return Response.json(project(JSON.parse(decoder.decode(rows)), options));
}

function streamOptions(url) {
  const options = {};
  for (const [name, text] of new URL(url).searchParams) {
    if (!Object.hasOwn(STREAM_OPTIONS, name)) {
      const message = `${JSON.stringify(name)} is not known in the query; known: ${Object.keys(STREAM_OPTIONS).join(', ')}`;
      throw new HttpError(400, { code: 'invalid-argument', message, option: name });
    }
    options[name] = STREAM_OPTIONS[name](text);
  }
  return options;
}
