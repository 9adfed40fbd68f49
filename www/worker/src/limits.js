// How much of a request is read, held and waited for. Each limit is a variable of the configuration.
import { HttpError } from './errors.js';

export const MEDIA_TYPE = 'application/json';

/** Codings that a body is read through. Every host here has a stream for them. */
const CODINGS = ['gzip', 'deflate'];

/** What all requests of an isolate hold in memory together; one that would be too much is told to come again. */
export function createBudget() {
  let total = 0;
  return {
    open() {
      let own = 0;
      return {
        take(bytes, maxBytes) {
          if (total + bytes > maxBytes) throw busy();
          total += bytes;
          own += bytes;
        },
        release() {
          total -= own;
          own = 0;
        },
      };
    },
  };
}

export function isJson(headers) {
  const type = mediaType(headers);
  return type === MEDIA_TYPE || /^application\/[^/]+\+json$/.test(type);
}

/**
 * The bytes of a JSON body, never more of them in memory than the settings say.
 *
 * @param held  this request's share of the budget
 * @returns {Promise<Uint8Array>}
 */
export async function readJsonBody(request, settings, held) {
  if (!isJson(request.headers)) {
    throw unsupported(`expected a body of type ${MEDIA_TYPE}, found ${mediaType(request.headers) || 'none named'}`);
  }
  return (await readBody(request, settings, held)).content;
}

/**
 * A body as it came and as it reads: the same bytes unless it is compressed.
 *
 * @returns {Promise<{ raw: Uint8Array, content: Uint8Array }>}
 */
export async function readBody(request, settings, held) {
  const coding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (coding !== 'identity' && !CODINGS.includes(coding)) {
    throw unsupported(`bodies are read plain or as ${CODINGS.join(' or ')}`);
  }
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > settings.maxBodyBytes) throw tooLarge(settings.maxBodyBytes);
  const raw = await readBounded(request.body, settings, held);
  return { raw, content: coding === 'identity' ? raw : await inflated(raw, coding, settings, held) };
}

/** A few kilobytes can say a gigabyte: the limit holds for what comes out, too. */
async function inflated(raw, coding, settings, held) {
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream(coding));
  try {
    return await readBounded(stream, settings, held);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, { code: 'invalid-encoding', message: `the body is not the ${coding} that it says it is` });
  }
}

/** A body may come without a length, be longer than it says, or never end. */
async function readBounded(stream, { maxBodyBytes, maxBufferedBytes, bodyTimeoutMs }, held) {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  const end = deadline(bodyTimeoutMs, () => tooSlow(bodyTimeoutMs));
  const chunks = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), end.expired]);
      if (done) return joined(chunks, length);
      length += value.length;
      if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
      held.take(value.length, maxBufferedBytes);
      chunks.push(value);
    }
  } catch (error) {
    // Nobody waits for what else would come.
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    end.clear();
  }
}

/**
 * A promise that fails after some time unless it is cleared before.
 *
 * @param {() => Error} reason
 */
export function deadline(milliseconds, reason) {
  let timer;
  const expired = new Promise((_, reject) => {
    timer = setTimeout(() => reject(reason()), milliseconds);
  });
  return { expired, clear: () => clearTimeout(timer) };
}

function joined(chunks, length) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function mediaType(headers) {
  const [type] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

function unsupported(message) {
  return new HttpError(415, { code: 'unsupported-media-type', message }, { accept: MEDIA_TYPE });
}

function tooLarge(maxBytes) {
  const message = `the body has more than ${maxBytes} bytes, the limit MAX_BODY_BYTES of this Worker`;
  return new HttpError(413, { code: 'limit-exceeded', message, limit: 'bytes' });
}

function tooSlow(milliseconds) {
  const message = `the body did not end within ${milliseconds} ms, the limit BODY_TIMEOUT_MS of this Worker`;
  return new HttpError(408, { code: 'body-timeout', message });
}

function busy() {
  const message = 'this Worker holds as many request bodies as it may; try again';
  return new HttpError(503, { code: 'busy', message }, { 'retry-after': '1' });
}
