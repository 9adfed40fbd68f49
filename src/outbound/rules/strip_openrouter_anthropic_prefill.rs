use super::without_trailing_prefill;
use crate::json::{Document, Value};
use crate::outbound::reasoning::Reasoning;
use crate::outbound::request::RequestContext;
use crate::outbound::route::{is_chat_completions, is_openrouter};
use crate::policy::models::lower;
use crate::rule::declare_rule;

declare_rule! {
    /// ## What it does
    /// Removes assistant messages from the end of a body for a Claude model behind OpenRouter while reasoning is on.
    /// ## Who refuses without it
    /// OpenRouter, which passes the request on to Anthropic: no prefill with thinking.
    /// ## Exact rule
    /// 1. The API is absent or `openai-completions`, and the model id begins with `anthropic/` or
    ///    `openrouter/anthropic/`, in any case.
    /// 2. The base address is `https://openrouter.ai/api/v1` or `https://openrouter.ai/v1`, with or without slashes
    ///    behind; without a base address the provider is `openrouter`.
    /// 3. `reasoning` or `reasoning_effort` is on. Off are: absent, `null`, `false`, and the texts ``, `off` and
    ///    `none` (trimmed, in any case), also as `effort` of an object. All else is on.
    /// 4. While the last of `messages` has role `assistant` and uses no tool, it goes. A message uses a tool when
    ///    `tool_calls` is an array with something in it, or `content` is an array with an object of type `tool_use`
    ///    or `toolCall`.
    /// 5. In `strict` one message stays in any case.
    /// ## Example
    /// ```json target
    /// {"provider":"openrouter","modelApi":"openai-completions","modelId":"anthropic/claude-sonnet-4.6"}
    /// ```
    /// ```json before
    /// {"model":"anthropic/claude-sonnet-4.6","reasoning":{"effort":"high"},"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"Sure, here"}]}
    /// ```
    /// ```json after
    /// {"model":"anthropic/claude-sonnet-4.6","reasoning":{"effort":"high"},"messages":[{"role":"user","content":"q"}]}
    /// ```
    /// ## Never touches
    /// Bodies without reasoning, other models, messages that use a tool, anything but the end.
    /// ## Order
    /// Last: it reads the reasoning as it will be sent.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, provider `openrouter`.
    pub(crate) static STRIP_OPENROUTER_ANTHROPIC_PREFILL = {
        id: "strip-openrouter-anthropic-prefill",
        summary: "a request to Claude behind OpenRouter with reasoning does not end with the assistant",
        effects: [Drops],
        rejects: [AM_19],
        since: "0.1.0",
    }
}

/// How the ids of Claude models at OpenRouter begin.
const MODEL_PREFIXES: [&str; 2] = ["anthropic/", "openrouter/anthropic/"];

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    let model = lower(context.target.model_id().unwrap_or_default());
    is_chat_completions(context)
        && MODEL_PREFIXES
            .iter()
            .any(|prefix| model.starts_with(prefix))
        && is_openrouter(context)
}

pub(crate) fn apply(document: &mut Document<'_>, body: Value, least: usize) -> Value {
    match Reasoning::of_body(document, body) {
        Some(Reasoning::On(_)) => without_trailing_prefill(document, body, least),
        Some(Reasoning::Off) | None => body,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, run, stays, target};
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn claude() -> Target {
        target("openrouter", "openai-completions", "anthropic/claude-sonnet-4.6")
    }

    #[test]
    fn reasoning_decides() {
        for (reasoning, removed) in [
            (r#""reasoning":{"effort":"low"}"#, 1),
            (r#""reasoning":{"max_tokens":2000}"#, 1),
            (r#""reasoning_effort":"minimal""#, 1),
            (r#""reasoning":{"effort":" None "}"#, 0),
            (r#""reasoning":null,"reasoning_effort":"""#, 0),
            (r#""reasoning":null,"reasoning_effort":0"#, 1),
            (r#""model":"x""#, 0),
        ] {
            let body = format!(r#"{{{reasoning},"messages":[{{"role":"user"}},{{"role":"assistant"}}]}}"#);
            assert_eq!(run(&body, &claude(), &compat()).1.removed, removed, "{reasoning}");
        }
    }

    #[test]
    fn model_api_and_route_decide() {
        let body = r#"{"reasoning":true,"messages":[7,{"role":"assistant"}]}"#;
        let changes = |target: &Target| run(body, target, &RequestOptions::new()).1.changed;
        let model = "anthropic/claude-sonnet-4.6";
        assert!(changes(&target("openrouter", "", model)));
        assert!(changes(&target("OpenRouter", " openai-completions ", " OpenRouter/Anthropic/x")));
        assert!(!changes(&target("openrouter", "openai-responses", model)));
        assert!(!changes(&target("openrouter", "", "x/anthropic/claude")));
        assert!(!changes(&target("openrouter", "", "anthropic")));
        assert!(!changes(&target("custom", "", model)));
        assert!(!changes(&target("openrouter", "", "")));
    }

    #[test]
    fn a_custom_address_switches_it_off_and_an_official_one_on() {
        let body = r#"{"reasoning":true,"messages":[7,{"role":"assistant"}]}"#;
        let at = |url: &str| compat().with_base_url(Some(url.into()));
        stays(body, &claude(), &at("https://proxy.example/api/v1"));
        let custom = target("custom", "", "anthropic/claude");
        let after = r#"{"reasoning":true,"messages":[7]}"#;
        becomes(body, after, &custom, &at("https://openrouter.ai/api/v1/"));
    }

    #[test]
    fn hostile_bodies_come_back_as_they_are() {
        for body in [
            r#"{"reasoning":true,"messages":null}"#,
            r#"{"reasoning":true,"messages":{"role":"assistant"}}"#,
            r#"{"reasoning":true,"messages":[{"role":"assistant"},null],"n":123456789012345678901234567890}"#,
            r#"{"reasoning":true,"reasoning":false,"messages":[{"role":"assistant"}]}"#,
        ] {
            stays(body, &claude(), &compat());
        }
    }

    #[test]
    fn strict_leaves_one_message() {
        let body = r#"{"reasoning":true,"messages":[{"role":"assistant"}]}"#;
        stays(body, &claude(), &RequestOptions::new());
        becomes(body, r#"{"reasoning":true,"messages":[]}"#, &claude(), &compat());
    }
}
