// Targets that the pickers suggest; any other text may be typed. The first API of a provider is its usual one.

const SUGGESTIONS = {
  anthropic: { apis: ['anthropic-messages'], models: ['claude-sonnet-4-6', 'claude-opus-4-8', 'claude-haiku-4-5'] },
  'amazon-bedrock': {
    apis: ['bedrock-converse-stream'],
    models: ['us.anthropic.claude-sonnet-4-6', 'amazon.nova-pro-v1:0', 'mistral.mistral-large-2402-v1:0'],
  },
  'cloudflare-ai-gateway': { apis: ['anthropic-messages'], models: ['claude-sonnet-4-6'] },
  'github-copilot': { apis: ['openai-completions', 'openai-responses'], models: ['claude-sonnet-4.6', 'gpt-5.4'] },
  google: { apis: ['google-generative-ai'], models: ['gemini-3-pro', 'gemini-2.5-pro', 'gemini-2.5-flash'] },
  'google-antigravity': { apis: ['google-gemini-cli'], models: ['claude-sonnet-4-6', 'gemini-3-pro'] },
  'google-gemini-cli': { apis: ['google-gemini-cli'], models: ['gemini-3-pro', 'gemini-2.5-pro'] },
  minimax: { apis: ['anthropic-messages'], models: ['MiniMax-M2.7'] },
  mistral: {
    apis: ['mistral-conversations'],
    models: ['mistral-large-latest', 'codestral-latest', 'magistral-medium-latest'],
  },
  ollama: { apis: ['ollama', 'openai-completions'], models: ['gemma-4-27b', 'qwen3:32b'] },
  openai: { apis: ['openai-responses', 'openai-completions'], models: ['gpt-5.4', 'gpt-4o-mini'] },
  'openai-codex': { apis: ['openai-chatgpt-responses'], models: ['gpt-5.4'] },
  openrouter: {
    apis: ['openai-completions', 'anthropic-messages'],
    models: ['google/gemini-3-pro', 'anthropic/claude-sonnet-4-6', 'mistralai/mistral-large', 'openai/gpt-4o-mini'],
  },
  deepseek: { apis: ['openai-completions'], models: ['deepseek-v4-flash'] },
  moonshot: { apis: ['openai-completions'], models: ['kimi-k2.5'] },
  vllm: { apis: ['openai-completions'], models: ['gemma-4-27b'] },
  xai: { apis: ['openai-responses', 'openai-completions'], models: ['grok-4'] },
};

/** @returns {{ apis: string[], models: string[] }} */
export const suggestionsFor = (provider) => SUGGESTIONS[provider.trim().toLowerCase()] ?? { apis: [], models: [] };
