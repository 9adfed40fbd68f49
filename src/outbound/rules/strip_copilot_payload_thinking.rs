use crate::json::{Document, Entry, Value};
use crate::outbound::body::{elements, is_assistant, map_list, replaced, with_list};
use crate::outbound::request::RequestContext;
use crate::replay::rules::REASONING_OMITTED;
use crate::rule::declare_rule;
use crate::transcript::{BlockKind, KindSet, text_block};

declare_rule! {
    /// ## What it does
    /// Removes all thinking from an Anthropic Messages body for GitHub Copilot.
    /// ## Who refuses without it
    /// GitHub Copilot for Claude models, whose signatures it does not pass on.
    /// ## Exact rule
    /// Provider `github-copilot`, API `anthropic-messages`: in every message of role `assistant` with array content all
    /// `thinking` and `redacted_thinking` blocks go; nothing left becomes one text block
    /// `[assistant reasoning omitted]`. Content that was empty before stays empty.
    /// ## Example
    /// ```json target
    /// {"provider":"github-copilot","modelApi":"anthropic-messages","modelId":"claude-sonnet-4.5"}
    /// ```
    /// ```json before
    /// {"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"QUJD"},{"type":"text","text":"x"}]},{"role":"user","content":"r"}]}
    /// ```
    /// ```json after
    /// {"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"x"}]},{"role":"user","content":"r"}]}
    /// ```
    /// ## Never touches
    /// Text, tool use, user messages, the request's own `thinking`.
    /// ## Order
    /// Before the end of the messages is looked at.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, provider `github-copilot`.
    pub(crate) static STRIP_COPILOT_PAYLOAD_THINKING = {
        id: "strip-copilot-payload-thinking",
        summary: "no thinking goes out in the body",
        effects: [Edits, Drops],
        rejects: [AM_15B],
        since: "0.1.0",
    }
}

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    context.target.provider() == Some("github-copilot")
        && context.target.model_api() == Some("anthropic-messages")
}

pub(crate) fn apply(document: &mut Document<'_>, body: Value) -> Value {
    map_list(document, body, "messages", |document, message| {
        let silent = without_thinking(document, message);
        replaced(message, silent)
    })
}

fn without_thinking(document: &mut Document<'_>, message: Value) -> Value {
    if !is_assistant(document, message) {
        return message;
    }
    let blocks = elements(document, message, "content");
    let is_thinking =
        |block: &Entry| KindSet::THINKING.contains(BlockKind::of(document, block.value));
    let kept: Vec<Entry> = blocks.iter().copied().filter(|b| !is_thinking(b)).collect();
    if kept.len() == blocks.len() {
        return message;
    }
    if !kept.is_empty() {
        return with_list(document, message, "content", &kept);
    }
    let omitted = text_block(document, REASONING_OMITTED.into());
    let content = document.fresh_array(&[omitted]);
    document.with_member(message, "content", content)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, stays, target};
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn copilot() -> Target {
        target("github-copilot", "anthropic-messages", "claude-sonnet-4.5")
    }

    #[test]
    fn a_body_without_thinking_stays() {
        stays(
            r#"{"thinking":{"type":"enabled"},"messages":[{"role":"assistant","content":[]},{"role":"assistant","content":"thinking"},{"role":"user","content":[{"type":"thinking"}]}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn thinking_goes_from_every_assistant_message() {
        becomes(
            r#"{"messages": [{"role":"assistant","content":[ {"type":"thinking"}, {"type":"text","text":"\ud800"}, {"type":"redacted_thinking"} ],"x":1.0}, {"content":[{"type":"thinking"},{"type":"tool_use"}],"role":"assistant"}]}"#,
            r#"{"messages": [{"role":"assistant","content":[ {"type":"text","text":"\ud800"} ],"x":1.0}, {"content":[{"type":"tool_use"}],"role":"assistant"}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn a_message_of_thinking_alone_says_that_it_was_omitted() {
        becomes(
            r#"{"messages":[{"role":"assistant","content":[{"type":"thinking"},{"type":"redacted_thinking"}]},{"role":"user"}]}"#,
            r#"{"messages":[{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]},{"role":"user"}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn hostile_bodies_lose_thinking_only() {
        stays(r#"{"messages":{"role":"assistant"}}"#, &copilot(), &compat());
        becomes(
            r#"{"messages":[null,{"role":"assistant","content":1,"content":[null,"thinking",["thinking"],{"type":"thinking","type":"x"},{"type":"thinking"},123456789012345678901]}]}"#,
            r#"{"messages":[null,{"role":"assistant","content":1,"content":[null,"thinking",["thinking"],{"type":"thinking","type":"x"},123456789012345678901]}]}"#,
            &copilot(),
            &compat(),
        );
    }

    #[test]
    fn only_copilot_by_its_exact_name_and_api_is_meant() {
        let body = r#"{"messages":[{"role":"assistant","content":[{"type":"thinking"}]},1]}"#;
        for (provider, api) in [
            ("GitHub-Copilot", "anthropic-messages"),
            ("github-copilot", "openai-completions"),
            ("anthropic", "anthropic-messages"),
        ] {
            stays(body, &target(provider, api, ""), &RequestOptions::new());
        }
    }
}
