import { MEDIA_TYPE } from './body.js';

/** Says which profile and which shape of repairs answered, and how many changes were made. */
export const REPORT_HEADER = 'x-transcript-hygiene';

const encoder = new TextEncoder();

/** @returns {Record<string, string>} such as `strict; repair-version=1; changes=3` */
export function reportHeader({ options }, report) {
  const profile = options?.profile ?? 'strict';
  return { [REPORT_HEADER]: `${profile}; repair-version=${report.repairVersion}; changes=${report.changes.length}` };
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
