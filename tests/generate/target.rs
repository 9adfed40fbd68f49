//! Targets of every family and every API, known and unknown.

use transcript_hygiene::policy::{ModelFacts, Target, known_apis, known_providers};

use super::Choices;

/// Model ids that some table or rule looks at, and one that none does.
const MODELS: [&str; 17] = [
    "claude-sonnet-4-6",
    "claude-opus-4-5-thinking",
    "claude-fable-5-1",
    "gpt-5.2",
    "gpt-4o-mini",
    "o4-mini",
    "gemini-3-pro-preview",
    "gemini-2.5-flash",
    "gemma-3-27b",
    "mistral-large-latest",
    "devstral-medium",
    "kimi-k2.5",
    "minimax-m2.1",
    "deepseek-reasoner",
    "qwen3-235b",
    "anthropic/claude-haiku-4-5",
    "house-model",
];

/// Provider and API that go together, so that half of all targets are ones that people use.
const USUAL: [(&str, &str); 12] = [
    ("anthropic", "anthropic-messages"),
    ("openai", "openai-responses"),
    ("openai", "openai-completions"),
    ("google", "google-generative-ai"),
    ("google-antigravity", "google-gemini-cli"),
    ("github-copilot", "anthropic-messages"),
    ("github-copilot", "openai-responses"),
    ("amazon-bedrock", "bedrock-converse-stream"),
    ("mistral", "openai-completions"),
    ("openrouter", "openai-completions"),
    ("azure-openai", "azure-openai-responses"),
    ("minimax", "anthropic-messages"),
];

/// A target; one in two is of the usual ones.
pub(crate) fn target(choices: &mut Choices<'_>) -> Target {
    let mut target = Target::new();
    if choices.once_in(2) {
        let providers: Vec<&str> = known_providers()
            .chain(["", " OpenAI ", "nobody"])
            .collect();
        let apis: Vec<&str> = known_apis().chain(["", "carrier-pigeon"]).collect();
        if !choices.once_in(8) {
            target = target.with_provider(choices.pick(&providers));
        }
        if !choices.once_in(8) {
            target = target.with_model_api(choices.pick(&apis));
        }
    } else {
        let (provider, api) = choices.pick(&USUAL);
        target = target.with_provider(provider).with_model_api(api);
    }
    if !choices.once_in(8) {
        target = target.with_model_id(choices.pick(&MODELS));
    }
    let facts = ModelFacts::new()
        .with_reasoning(choices.once_in(3))
        .with_refuses_reasoning_effort(choices.once_in(6));
    target.with_facts(facts)
}
