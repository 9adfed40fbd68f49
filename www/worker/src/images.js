// An image within limits: the very bytes that came, or a smaller JPEG.
import { fitImage } from 'transcript-hygiene/images';
import { HttpError, fromLibrary } from './errors.js';
import { readBody } from './limits.js';

/** What the query may say: the limits of `fitImage`. */
const LIMITS = ['maxDimensionPx', 'maxBytes', 'maxBase64Chars'];

/** `POST /v1/images` */
export async function fit({ request, settings, held }) {
  const limits = limitsOf(new URL(request.url).searchParams);
  const { content } = await readBody(request, settings, held);
  const { bytes, mimeType, width, height, changed } = await fitted(content, limits);
  return new Response(bytes, {
    headers: { 'content-type': mimeType, 'x-image-size': `${width}x${height}`, 'x-image-changed': String(changed) },
  });
}

async function fitted(content, limits) {
  try {
    return await fitImage(content, limits);
  } catch (error) {
    throw fromLibrary(error);
  }
}

function limitsOf(query) {
  const limits = {};
  for (const [name, text] of query) {
    const value = Number(text);
    if (!LIMITS.includes(name)) throw argument(`${JSON.stringify(name)} is not known in the query; known: ${LIMITS}`, name);
    if (!(Number.isSafeInteger(value) && value > 0)) throw argument(`"${name}" is not a whole number above 0`, name);
    limits[name] = value;
  }
  return limits;
}

function argument(message, option) {
  return new HttpError(400, { code: 'invalid-argument', message, option });
}
