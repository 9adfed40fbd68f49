import { HttpError } from './errors.js';

export const MEDIA_TYPE = 'application/json';

/**
 * The bytes of a JSON body, never more than `maxBytes` of them in memory.
 *
 * @returns {Promise<Uint8Array>}
 */
export async function readJsonBody(request, maxBytes) {
  assertJson(request.headers);
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  return joined(await chunks(request.body, maxBytes));
}

function assertJson(headers) {
  const [type] = (headers.get('content-type') ?? '').split(';');
  const found = type.trim().toLowerCase();
  if (found !== MEDIA_TYPE && !/^application\/[^/]+\+json$/.test(found)) {
    throw unsupported(`expected a body of type ${MEDIA_TYPE}, found ${found || 'none named'}`);
  }
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') throw unsupported('compressed bodies are not read');
}

/** A body may come without a length, or be longer than it says. */
async function chunks(body, maxBytes) {
  const list = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    list.push(chunk);
  }
  return list;
}

function joined(list) {
  if (list.length === 1) return list[0];
  const bytes = new Uint8Array(list.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of list) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function unsupported(message) {
  return new HttpError(415, { code: 'unsupported-media-type', message }, { accept: MEDIA_TYPE });
}

function tooLarge(maxBytes) {
  const message = `the body has more than ${maxBytes} bytes, the limit MAX_BODY_BYTES of this Worker`;
  return new HttpError(413, { code: 'limit-exceeded', message, limit: 'bytes' });
}
