import { HYGIENE_HEADER, hygieneHeader } from './headers.js';
import { MEDIA_TYPE } from './limits.js';

const encoder = new TextEncoder();

/** @returns {Record<string, string>} */
export function reportHeader(report) {
  return { [HYGIENE_HEADER]: hygieneHeader(report) };
}

/** JSON as the bytes it is. */
export function content(bytes, headers) {
  return new Response(bytes, { headers: { ...headers, 'content-type': MEDIA_TYPE } });
}

/** `{[member]: content, …outcome}`, with the content as the bytes it is. */
export function envelope(member, bytes, outcome, headers) {
  const parts = [encoder.encode(`{"${member}":`), bytes, encoder.encode(`,${JSON.stringify(outcome).slice(1)}`)];
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return content(body, headers);
}
