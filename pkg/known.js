export default {
  "providers": ["anthropic", "claude-cli", "minimax", "minimax-cn", "minimax-portal", "minimax-portal-cn", "google", "google-vertex", "google-gemini-cli", "google-antigravity", "gemini-cli", "openai", "azure-openai-responses", "azure-openai", "xai", "x-ai", "meta", "novita", "novita-ai", "novitaai", "sglang", "xiaomi", "xiaomi-token-plan", "clawrouter", "ollama", "ollama-cloud", "mistral", "openrouter", "opencode", "opencode-go", "github-copilot", "amazon-bedrock", "deepseek", "zai", "gmi", "moonshot", "kimi", "fireworks", "arcee", "kilocode", "deepinfra", "anthropic-vertex", "byteplus", "byteplus-plan", "cerebras", "chutes", "cloudflare-ai-gateway", "cohere", "comfy", "copilot-proxy", "fal", "groq", "huggingface", "litellm", "lmstudio", "microsoft-foundry", "mistralai", "nvidia", "openai-codex", "qianfan", "qwen", "stepfun", "synthetic", "tencent", "together", "venice", "vercel-ai-gateway", "vllm", "volcengine", "volcengine-plan", "vydra"],
  "apis": ["anthropic-messages", "bedrock-converse-stream", "openai-completions", "openai-responses", "openai-chatgpt-responses", "azure-openai-responses", "google-generative-ai", "google-gemini-cli", "ollama", "mistral-conversations"],
  "flags": [
    { "name": "sanitizeMode", "description": "Passed to the image step; both modes do the same work today, so it has no observable effect." },
    { "name": "sanitizeToolCallIds", "description": "Rewrites tool-call ids to the alphabet and length of `toolCallIdMode`; does nothing without that flag." },
    { "name": "toolCallIdMode", "description": "Alphabet and length of rewritten tool-call ids: `strict` is letters and digits, `strict9` nine of them." },
    { "name": "duplicateToolCallIdStyle", "description": "How a repeated tool-call id is renamed; no provider sets it by itself." },
    { "name": "preserveNativeAnthropicToolUseIds", "description": "Keeps Anthropic's own `toolu_…` ids when tool-call ids are rewritten." },
    { "name": "repairToolUseResultPairing", "description": "Gives every tool call exactly one result, directly after the turn that made the call." },
    { "name": "preserveSignatures", "description": "Keeps thought signatures, and runs the two thinking-signature steps for any provider." },
    { "name": "sanitizeThoughtSignatures", "description": "Which thought signatures are stripped; without it only values that start with `msg_` are." },
    { "name": "dropThinkingBlocks", "description": "Drops every thinking block except those of the latest assistant turn." },
    { "name": "dropReasoningFromHistory", "description": "Drops the reasoning of earlier turns and keeps that of the tool turn that is still going on." },
    { "name": "applyGoogleTurnOrdering", "description": "Puts a user turn before a history that starts with the assistant." },
    { "name": "validateGeminiTurns", "description": "Merges assistant turns that follow each other." },
    { "name": "validateAnthropicTurns", "description": "Merges assistant turns, strips tool calls without a result, then merges user turns." },
    { "name": "allowSyntheticToolResults", "description": "Tells transports that invented tool results are welcome; replay does not read it." }
  ]
};
