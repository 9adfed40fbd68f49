// Which request body an address takes. Only at these addresses is a body read.

/** The ends of known addresses, decoded. A named group `model` is the model where the body does not say it. */
const WIRES = [
  { api: 'anthropic', path: /\/v1\/messages$/ },
  { api: 'chat', path: /\/chat\/completions$/ },
  { api: 'responses', path: /\/responses$/ },
  { api: 'gemini', path: /\/models\/(?<model>[^/]+):(?:g|streamG)enerateContent$/ },
  { api: 'converse', path: /\/model\/(?<model>.+)\/converse(?:-stream)?$/ },
  // Claude at other clouds: Bedrock's own form, and Vertex AI.
  { api: 'anthropic', path: /\/model\/(?<model>.*anthropic\..+)\/invoke(?:-with-response-stream)?$/ },
  { api: 'anthropic', path: /\/publishers\/anthropic\/models\/(?<model>[^/]+):(?:r|streamR)awPredict$/ },
];

/**
 * @param {string} path  decoded
 * @returns {{ api: string, model?: string } | undefined}
 */
export function wireOf(path) {
  for (const { api, path: pattern } of WIRES) {
    const found = pattern.exec(path);
    if (found) return { api, model: found.groups?.model };
  }
  return undefined;
}
