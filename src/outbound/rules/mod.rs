//! The rules of what leaves: of the turns before each model call, and of request bodies.

macro_rules! rules {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(crate) mod $module;)*
        $(pub(crate) use $module::$rule;)*
    };
}

rules! {
    prune_seen_images: PRUNE_SEEN_IMAGES,
    drop_unsent_tool_calls: DROP_UNSENT_TOOL_CALLS,
    drop_embedded_results: DROP_EMBEDDED_RESULTS,
    strip_trailing_assistant: STRIP_TRAILING_ASSISTANT,
    backfill_deepseek_reasoning: BACKFILL_DEEPSEEK_REASONING,
    strip_copilot_payload_thinking: STRIP_COPILOT_PAYLOAD_THINKING,
    normalize_copilot_items: NORMALIZE_COPILOT_ITEMS,
    drop_item_ids: DROP_ITEM_IDS,
    strip_anthropic_prefill: STRIP_ANTHROPIC_PREFILL,
    strip_openrouter_anthropic_prefill: STRIP_OPENROUTER_ANTHROPIC_PREFILL,
}

use super::body::{elements, is_assistant, list, with_list};
use crate::json::{Document, Value};

/// Block types that make a message of a body one that uses tools.
const TOOL_USE_BLOCKS: [&str; 2] = ["tool_use", "toolCall"];

/// The body without the assistant messages at its end that use no tool; `least` messages stay in any case.
fn without_trailing_prefill(document: &mut Document<'_>, body: Value, least: usize) -> Value {
    let messages = elements(document, body, "messages");
    let is_prefill = |message| is_assistant(document, message) && !uses_tools(document, message);
    let wanted = messages
        .iter()
        .rposition(|entry| !is_prefill(entry.value))
        .map_or(0, |last| last + 1);
    let stay = wanted.max(least).min(messages.len());
    match stay == messages.len() {
        true => body,
        false => with_list(document, body, "messages", &messages[..stay]),
    }
}

/// True when a message calls a tool, in the form of either API.
fn uses_tools(document: &Document<'_>, message: Value) -> bool {
    has_tool_calls(document, message)
        || list(document, message, "content").is_some_and(|content| {
            document.entries(content).any(|block| {
                let is = |name: &&str| document.member_is(block.value, "type", name);
                TOOL_USE_BLOCKS.iter().any(is)
            })
        })
}

/// True when `tool_calls` is an array with something in it.
fn has_tool_calls(document: &Document<'_>, message: Value) -> bool {
    list(document, message, "tool_calls")
        .is_some_and(|calls| document.entries(calls).next().is_some())
}

/// Helpers of the tests of body rules.
#[cfg(test)]
mod testing {
    use crate::Limits;
    use crate::json::{Document, write};
    use crate::outbound::{REQUEST_LEVELS, RequestOptions, RequestOutcome, sanitize_request};
    use crate::policy::{Profile, Target};

    /// A target of provider, API and model; empty parts are unknown.
    pub(super) fn target(provider: &str, api: &str, model: &str) -> Target {
        let mut target = Target::new();
        if !provider.is_empty() {
            target = target.with_provider(provider);
        }
        if !api.is_empty() {
            target = target.with_model_api(api);
        }
        if !model.is_empty() {
            target = target.with_model_id(model);
        }
        target
    }

    pub(super) fn compat() -> RequestOptions {
        RequestOptions::new().with_profile(Profile::Compat)
    }

    /// Runs a body through; whatever depth it is parsed to, and a second time, the text must be the same.
    pub(super) fn run(
        body: &str,
        target: &Target,
        options: &RequestOptions,
    ) -> (String, RequestOutcome) {
        let sanitize = |text: &str, levels| {
            let mut document =
                Document::parse(text.as_bytes(), levels, &Limits::default()).unwrap();
            let outcome = sanitize_request(&mut document, target, options).unwrap();
            let text = String::from_utf8(write(&document, outcome.value)).unwrap();
            assert_eq!(outcome.changed, text != body_text(&document), "{text}");
            (text, outcome)
        };
        let (text, outcome) = sanitize(body, REQUEST_LEVELS);
        assert_eq!(sanitize(body, 0).0, text);
        let (again, second) = sanitize(&text, REQUEST_LEVELS);
        assert_eq!(again, text, "a second run changes nothing");
        assert!(!second.changed);
        (text, outcome)
    }

    fn body_text(document: &Document<'_>) -> String {
        String::from_utf8(document.source().to_vec()).unwrap()
    }

    /// Asserts what a body becomes.
    pub(super) fn becomes(before: &str, after: &str, target: &Target, options: &RequestOptions) {
        assert_eq!(run(before, target, options).0, after);
    }

    /// Asserts that a body stays as it is, to the byte.
    pub(super) fn stays(body: &str, target: &Target, options: &RequestOptions) {
        becomes(body, body, target, options);
    }
}
