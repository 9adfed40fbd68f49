// Where a transcript or a request was about to go, as far as it says so itself.
import { suggestionsFor } from './models.js';

/** The usual target of a shape. */
const OF_SHAPE = {
  anthropic: { provider: 'anthropic', modelApi: 'anthropic-messages' },
  chat: { provider: 'openai', modelApi: 'openai-completions' },
  responses: { provider: 'openai', modelApi: 'openai-responses' },
  gemini: { provider: 'google', modelApi: 'google-generative-ai' },
  converse: { provider: 'amazon-bedrock', modelApi: 'bedrock-converse-stream' },
};

/** Providers by the host that a request goes to. */
const HOSTS = [
  ['api.anthropic.com', 'anthropic'],
  ['api.openai.com', 'openai'],
  ['chatgpt.com', 'openai-codex'],
  ['openrouter.ai', 'openrouter'],
  ['api.mistral.ai', 'mistral'],
  ['api.x.ai', 'xai'],
  ['api.deepseek.com', 'deepseek'],
  ['api.groq.com', 'groq'],
  ['api.moonshot.', 'moonshot'],
  ['api.minimax', 'minimax'],
  ['api.githubcopilot.com', 'github-copilot'],
  ['generativelanguage.googleapis.com', 'google'],
  ['aiplatform.googleapis.com', 'google-vertex'],
  ['bedrock-runtime', 'amazon-bedrock'],
  ['gateway.ai.cloudflare.com', 'cloudflare-ai-gateway'],
];

/** Providers by the model that a chat asks for. */
const CHAT_MODELS = [
  ['mistral', /mi[sx]tral|codestral|devstral|magistral|pixtral|voxtral/],
  ['openrouter', /\//],
  ['deepseek', /^deepseek/],
  ['xai', /^grok/],
  ['moonshot', /^kimi/],
  ['minimax', /^minimax/i],
];

/** The wire shape that a target's API speaks. */
export const shapeOfApi = (modelApi) =>
  ({ 'mistral-conversations': 'chat', 'openai-chatgpt-responses': 'responses', 'azure-openai-responses': 'responses' })[
    modelApi
  ] ?? Object.keys(OF_SHAPE).find((shape) => OF_SHAPE[shape].modelApi === modelApi);

/** The usual target of a shape, for an error that names none. */
export const targetOfShape = (shape) => {
  const { provider, modelApi } = OF_SHAPE[shape];
  return { provider, modelApi, modelId: suggestionsFor(provider).models[0] ?? '' };
};

/** @param {{ kind: string, model?: string, url?: string }} request */
export function targetOfRequest({ kind, model, url = '' }) {
  const inPath = url.match(/\/models?\/([^/:?]+)/)?.[1];
  const modelId = model ?? (inPath ? decodeURIComponent(inPath) : '');
  const host = HOSTS.find(([part]) => url.includes(part))?.[1];
  const byModel = kind === 'chat' ? CHAT_MODELS.find(([, pattern]) => pattern.test(modelId))?.[0] : undefined;
  const { provider, modelApi } = OF_SHAPE[kind];
  return { provider: host ?? byModel ?? provider, modelApi, modelId };
}

/** What the last answer in a transcript says of where it came from. */
export function targetOfTurns(turns) {
  const last = turns.findLast((turn) => turn?.role === 'assistant' && typeof turn.provider === 'string');
  if (!last) return undefined;
  const text = (value) => (typeof value === 'string' ? value : '');
  return { provider: last.provider, modelApi: text(last.api), modelId: text(last.model) };
}

/** What a session file says of its model. */
export function targetOfSession(model) {
  if (typeof model?.provider !== 'string' || typeof model.modelId !== 'string') return undefined;
  return { provider: model.provider, modelApi: suggestionsFor(model.provider).apis[0] ?? '', modelId: model.modelId };
}
