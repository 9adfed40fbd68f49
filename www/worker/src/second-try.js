// The second chance of a request that its provider refused: the error says what this server asks for beyond what is
// known of it. Off unless the configuration turns it on, since a second request may cost as much as the first.
import { rejections } from 'transcript-hygiene';

/** Longest error text that is read: 64 KiB. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Which option of `preflight` tells it of a server that some constraint holds there. */
const OPTION_OF_CONSTRAINT = {
  'GEN-05': { toolsDeclared: false },
  'AM-19': { noPrefill: true },
  'AM-29': { prefixChanged: true },
  'CC-10': { rejectReasoning: true },
  'CC-11': { requireReasoning: true },
  'CC-15': { noUserAfterTool: true },
  'CC-16': { strictAlternation: true },
  'CC-17': { strictAlternation: true },
  'CC-18': { noTrailingAssistant: true },
  'GE-12': { gemini3: true },
  'GE-16': { noTrailingModel: true },
  'BC-14': { noMixed: true },
  'BC-15': { noPrefill: true },
};

/**
 * What a response of status 400 says is broken, and the options that mend it.
 *
 * @param {string} api  the shape of the body that was sent
 * @returns {Promise<{ constraints: string[], options: object } | undefined>} nothing when no rule knows the error
 */
export async function readRejection(response, api) {
  const known = rejections(await errorText(response.clone())).filter((found) => found.rule && [api, 'every'].includes(found.api));
  const constraints = [...new Set(known.map(({ constraint }) => constraint))];
  if (constraints.length === 0) return undefined;
  return { constraints, options: Object.assign({}, ...constraints.map((id) => OPTION_OF_CONSTRAINT[id])) };
}

/** As much of it as is looked at; the rest is never read. */
async function errorText(response) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}
