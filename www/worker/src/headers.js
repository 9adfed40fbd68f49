// What headers say on the way to an upstream and back. Those that hold credentials are carried along with all others.

/** Says which shape of repairs answered, how many changes were made, and what to do about the rest. */
export const HYGIENE_HEADER = 'x-transcript-hygiene';

/** Of one connection, not of a message (RFC 9110, 7.6.1). The host is named by the address. */
const HOP_BY_HOP = ['connection', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'];

/** Facts about the very bytes of a body. */
const OF_THE_BODY = ['content-length', 'content-encoding', 'content-md5', 'content-digest', 'repr-digest', 'digest'];

/** Cloudflare's runtime compresses a body again for the client; other hosts have taken it apart for good. */
const RECOMPRESSES = globalThis.navigator?.userAgent === 'Cloudflare-Workers';

/** @returns {string} such as `1; changes=3; advice=AM-17,IMG-01` */
export function hygieneHeader({ repairVersion, changes = [], advice = [] }) {
  const ids = [...new Set(advice.map(({ constraint }) => constraint))].join();
  return `${repairVersion}; changes=${changes.length}${ids && `; advice=${ids}`}`;
}

/** The request's headers as an upstream gets them. */
export function outgoingHeaders(incoming) {
  const headers = new Headers(incoming);
  for (const name of HOP_BY_HOP) headers.delete(name);
  return headers;
}

/**
 * The same for a body that is not the one that came.
 *
 * @param {Record<string, string>} [added]  each one more member of the header's list
 */
export function headersOfNewBody(incoming, added = {}) {
  const headers = outgoingHeaders(incoming);
  for (const name of OF_THE_BODY) headers.delete(name);
  for (const [name, value] of Object.entries(added)) addMember(headers, name, value);
  return headers;
}

function addMember(headers, name, value) {
  const members = (headers.get(name) ?? '').split(',').map((member) => member.trim());
  if (!members.includes(value)) headers.append(name, value);
}

/** An upstream's response that may be given more headers; its body streams on. */
export function relayed(response) {
  // A socket is handed over as it is.
  if (response.status === 101) return response;
  const copy = new Response(response.body, response);
  // The Worker is an origin of its own, with its own word on who may read.
  for (const name of [...copy.headers.keys()]) if (name.startsWith('access-control-')) copy.headers.delete(name);
  if (!RECOMPRESSES && copy.headers.has('content-encoding')) {
    copy.headers.delete('content-encoding');
    copy.headers.delete('content-length');
  }
  return copy;
}
