import { HygieneError } from 'transcript-hygiene';

/** An answer other than success, thrown from where it is found out. */
export class HttpError extends Error {
  /**
   * @param {number} status
   * @param {{ code: string, message: string }} facts  the error in JSON; other members as they apply
   * @param {Record<string, string>} headers
   */
  constructor(status, facts, headers = {}) {
    super(facts.message);
    this.status = status;
    this.facts = facts;
    this.headers = headers;
  }
}

/** The deployment is wrong, not the request. */
export function misconfigured(message) {
  return new HttpError(500, { code: 'misconfigured', message });
}

/** What the library's errors are in HTTP. Codes that are not here are bugs, of ours or of the deployment. */
const STATUS_OF_CODE = {
  'invalid-json': 400,
  'invalid-argument': 400,
  'limit-exceeded': 413,
  'not-a-transcript': 422,
  'not-a-request': 422,
  'invalid-replay-transcript': 422,
  'unusable-image': 422,
};

export function errorResponse(error) {
  const { status, facts, headers } = error instanceof HttpError ? error : fromLibrary(error);
  return Response.json({ error: facts }, { status, headers });
}

/** @param {string} [part]  the member of the envelope that `pointer` and `offset` of the error count from */
export function fromLibrary(error, part) {
  if (!(error instanceof HygieneError)) {
    return new HttpError(500, { code: 'internal', message: 'the Worker failed; this is a bug of it' });
  }
  const { code, message, pointer, offset, limit, option, nearest, reason } = error;
  // Members that are undefined are not written as JSON.
  const facts = { code, message, part, pointer, offset, limit, option, nearest, reason };
  return new HttpError(STATUS_OF_CODE[code] ?? 500, facts);
}
