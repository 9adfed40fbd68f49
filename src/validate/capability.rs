//! The capability table: from a target to what its server asks for.

use super::grammar::Grammar;
use super::options::LintOptions;
use super::shape::Shape;
use crate::policy::Target;
use crate::policy::models::{is_claude, is_mistral_model_id, lower};

/// Providers that refuse reasoning fields.
const REJECT_REASONING: [&str; 2] = ["groq", "cerebras"];

/// Servers whose chat templates check that roles alternate, for the families of models below.
const LOCAL_SERVERS: [&str; 5] = ["vllm", "llamacpp", "llama.cpp", "lmstudio", "ollama"];

/// Families whose chat templates check that roles alternate.
const ALTERNATING_FAMILIES: [&str; 3] = ["gemma", "mistral", "llama-2"];

/// Models that ask for their reasoning back, by how their names begin.
const REQUIRE_REASONING: [&str; 6] = [
    "deepseek-v4",
    "kimi-k2.5",
    "kimi-k2.6",
    "kimi-k2.7",
    "kimi-k3",
    "mimo-",
];

/// Gemini models that ask for thought signatures: generation 3, and the aliases that lead to it.
const GEMINI_3: [&str; 3] = ["gemini-3", "gemini-flash-latest", "gemini-pro-latest"];

/// The Claude generation from which no assistant turn may come last.
const NO_PREFILL_FROM: (u32, u32) = (4, 6);

/// The Claude generation from which thinking is bound to all that stands before it.
const PREFIX_BOUND_FROM: (u32, u32) = (5, 1);

/// The Claude generation from which a system turn is taken after the first turn.
const MID_SYSTEM_FROM: (u32, u32) = (4, 8);

/// What the target's server asks for.
pub fn lint_options(target: &Target) -> LintOptions {
    let provider = lower(target.provider().unwrap_or_default());
    let api = target.model_api().unwrap_or_default();
    let id = lower(target.model_id().unwrap_or_default());
    let name = id.rsplit('/').next().unwrap_or_default();
    let shape = Shape::of_api(api);
    let mut options = LintOptions::new();
    if is_claude(&id) && matches!(shape, Shape::Anthropic | Shape::Converse) {
        let generation = claude_generation(&id).unwrap_or_default();
        options.no_prefill = generation >= NO_PREFILL_FROM;
        options.prefix_bound_thinking = generation >= PREFIX_BOUND_FROM;
        options.mid_system = generation >= MID_SYSTEM_FROM;
    }
    match shape {
        Shape::Anthropic if provider == "minimax" || provider.starts_with("minimax-") => {
            options.no_prefill = true;
            options.strict_alternation = true;
        }
        Shape::Anthropic => options.no_prefill |= provider == "github-copilot",
        Shape::Converse => options.no_mixed = !is_claude(&id),
        Shape::Gemini => options.gemini3 = GEMINI_3.iter().any(|family| name.starts_with(family)),
        Shape::Chat => {
            if api == "mistral-conversations" || provider == "mistral" || is_mistral_model_id(&id) {
                options.id_pattern = Some(Grammar::NINE);
                options.no_user_after_tool = true;
                options.no_trailing_assistant = true;
            }
            options.strict_alternation = LOCAL_SERVERS.contains(&provider.as_str())
                && ALTERNATING_FAMILIES
                    .iter()
                    .any(|family| name.contains(family));
            options.reject_reasoning = REJECT_REASONING.contains(&provider.as_str());
            // A server that refuses the field refuses it for every model, whatever the model's own server asks for.
            options.require_reasoning = !options.reject_reasoning
                && REQUIRE_REASONING
                    .iter()
                    .any(|family| name.starts_with(family));
            options.minimax = provider == "minimax" || provider.starts_with("minimax-");
        }
        Shape::Responses => {}
    }
    options
}

/// Major and minor number in the id of a Claude model: the first number that is no date, and the one behind it.
fn claude_generation(id: &str) -> Option<(u32, u32)> {
    let at = id.find("claude")?;
    let mut numbers = id[at..]
        .split(|c: char| !c.is_ascii_alphanumeric())
        .skip_while(|piece| !piece.bytes().all(|byte| byte.is_ascii_digit()) || piece.is_empty());
    let small = |piece: &str| piece.parse().ok().filter(|n| *n < 100);
    let major = numbers.next().and_then(small)?;
    Some((major, numbers.next().and_then(small).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claude_generations_are_read_from_any_spelling() {
        for (id, generation) in [
            ("claude-sonnet-4-6", Some((4, 6))),
            ("us.anthropic.claude-opus-4-5-20251101-v1:0", Some((4, 5))),
            ("claude-opus-4-20250514", Some((4, 0))),
            ("anthropic/claude-sonnet-4.6", Some((4, 6))),
            ("claude-fable-5-1", Some((5, 1))),
            ("claude-3-5-haiku-latest", Some((3, 5))),
            ("claude", None),
        ] {
            assert_eq!(claude_generation(id), generation, "{id}");
        }
    }

    #[test]
    fn a_server_that_refuses_reasoning_asks_for_none() {
        let options = |provider: &str| {
            let target = Target::new()
                .with_provider(provider)
                .with_model_api("openai-completions")
                .with_model_id("deepseek-v4");
            lint_options(&target)
        };
        let (refuses, own) = (options("groq"), options("deepseek"));
        assert!(refuses.reject_reasoning && !refuses.require_reasoning);
        assert!(own.require_reasoning && !own.reject_reasoning);
    }
}
