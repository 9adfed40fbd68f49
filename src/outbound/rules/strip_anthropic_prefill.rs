use super::without_trailing_prefill;
use crate::json::{Document, Value};
use crate::outbound::request::RequestContext;
use crate::policy::Profile;
use crate::rule::declare_rule;

declare_rule! {
    /// ## What it does
    /// Removes assistant messages from the end of an Anthropic Messages body while thinking is on.
    /// ## Who refuses without it
    /// Anthropic Messages with thinking, Cloudflare AI Gateway before it, and servers that speak the same API, MiniMax
    /// among them: they take no prefill.
    /// ## Exact rule
    /// 1. It is for provider `anthropic` and its alias `claude-cli` whatever the API, and for `cloudflare-ai-gateway`
    ///    when the API is absent or `anthropic-messages`. In `strict` also for every other target of API
    ///    `anthropic-messages`.
    /// 2. Thinking is on when `thinking` is an object whose `type` is anything but `disabled`.
    /// 3. While the last of `messages` has role `assistant` and uses no tool, it goes. A message uses a tool when
    ///    `tool_calls` is an array with something in it, or `content` is an array with an object of type `tool_use`
    ///    or `toolCall`.
    /// 4. In `strict` one message stays in any case.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// {"model":"claude-sonnet-4-6","thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"Sure, here"}]}
    /// ```
    /// ```json after
    /// {"model":"claude-sonnet-4-6","thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"q"}]}
    /// ```
    /// ## Never touches
    /// Bodies without thinking, messages that use a tool, anything but the end.
    /// ## Order
    /// Last, on the messages as they will be sent.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, provider `anthropic`; 2026.6.1 for Cloudflare AI Gateway.
    pub(crate) static STRIP_ANTHROPIC_PREFILL = {
        id: "strip-anthropic-prefill",
        summary: "a request with thinking does not end with the assistant",
        effects: [Drops],
        rejects: [AM_19],
        since: "0.1.0",
    }
}

/// The API whose bodies these are.
const ANTHROPIC_MESSAGES: &str = "anthropic-messages";

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    // An empty API is as good as an absent one.
    let api = context.target.model_api().unwrap_or_default();
    match context.provider.as_str() {
        "anthropic" | "claude-cli" => true,
        "cloudflare-ai-gateway" => api.is_empty() || api == ANTHROPIC_MESSAGES,
        _ => api == ANTHROPIC_MESSAGES && context.options.profile == Profile::Strict,
    }
}

pub(crate) fn apply(document: &mut Document<'_>, body: Value, least: usize) -> Value {
    match is_thinking(document, body) {
        true => without_trailing_prefill(document, body, least),
        false => body,
    }
}

fn is_thinking(document: &Document<'_>, body: Value) -> bool {
    document.get(body, "thinking").is_some_and(|thinking| {
        document.is_object_like(thinking) && !document.member_is(thinking, "type", "disabled")
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, run, stays, target};
    use crate::outbound::RequestOptions;

    const THINKING: &str = r#""thinking":{"type":"enabled","budget_tokens":1024}"#;

    fn with_thinking(messages: &str) -> String {
        format!(r#"{{ {THINKING}, "messages" : [{messages}] , "max_tokens":1e3}}"#)
    }

    #[test]
    fn thinking_that_is_off_or_no_object_leaves_the_prefill() {
        let target = target("anthropic", "", "");
        for thinking in ["null", "false", "true", "1", r#""on""#, r#"{"type":"disabled"}"#] {
            let body = format!(r#"{{"thinking":{thinking},"messages":[{{"role":"assistant"}}]}}"#);
            stays(&body, &target, &compat());
        }
        stays(r#"{"messages":[{"role":"assistant"}]}"#, &target, &compat());
    }

    #[test]
    fn thinking_of_any_other_type_is_on() {
        let target = target("claude-cli", "x", "");
        for thinking in ["{}", "[]", r#"{"type":"adaptive"}"#, r#"{"type":null}"#] {
            let body = format!(r#"{{"thinking":{thinking},"messages":[{{"role":"assistant"}}]}}"#);
            let after = format!(r#"{{"thinking":{thinking},"messages":[]}}"#);
            becomes(&body, &after, &target, &compat());
        }
    }

    #[test]
    fn the_whole_run_at_the_end_goes_and_nothing_before_it() {
        let before = r#"{"role":"assistant","content":"a"}, {"role":"user","content":"q\ud800"}, {"role":"assistant","content":null}, {"role":"assistant","content":[{"type":"text","text":"b"}]}"#;
        let after = r#"{"role":"assistant","content":"a"}, {"role":"user","content":"q\ud800"}"#;
        let (text, outcome) = run(&with_thinking(before), &target("anthropic", "", ""), &compat());
        assert_eq!(text, with_thinking(after));
        assert_eq!(outcome.removed, 2);
    }

    #[test]
    fn a_message_that_uses_a_tool_ends_the_run() {
        let target = target("anthropic", "", "");
        for message in [
            r#"{"role":"assistant","tool_calls":[null]}"#,
            r#"{"role":"assistant","content":[1,{"type":"tool_use"}]}"#,
            r#"{"role":"assistant","content":[{"type":"toolCall"},{"type":"text"}]}"#,
        ] {
            stays(&with_thinking(message), &target, &compat());
        }
        for message in [
            r#"{"role":"assistant","tool_calls":[],"content":"tool_use"}"#,
            r#"{"role":"assistant","tool_calls":{"0":1},"content":[{"type":"tool_result"},["tool_use"]]}"#,
        ] {
            becomes(&with_thinking(message), &with_thinking(""), &target, &compat());
        }
    }

    #[test]
    fn what_is_no_assistant_ends_the_run() {
        let target = target("anthropic", "", "");
        for end in ["null", "0", r#""assistant""#, r#"["assistant"]"#, "{}", r#"{"role":"Assistant"}"#] {
            stays(&with_thinking(&format!(r#"{{"role":"assistant"}},{end}"#)), &target, &compat());
        }
    }

    #[test]
    fn messages_of_another_type_are_left() {
        let target = target("anthropic", "", "");
        for messages in ["null", "{}", r#""x""#, "12345678901234567890"] {
            stays(&format!(r#"{{{THINKING},"messages":{messages}}}"#), &target, &compat());
        }
        stays(&format!("{{{THINKING}}}"), &target, &compat());
    }

    #[test]
    fn the_last_of_two_members_of_one_name_counts() {
        let target = target("anthropic", "", "");
        becomes(
            r#"{"thinking":null,"thinking":{},"messages":[1],"messages":[{"role":"user","role":"assistant"}]}"#,
            r#"{"thinking":null,"thinking":{},"messages":[1],"messages":[]}"#,
            &target,
            &compat(),
        );
        stays(
            r#"{"thinking":{},"thinking":null,"messages":[{"role":"assistant"}]}"#,
            &target,
            &compat(),
        );
    }

    #[test]
    fn strict_knows_more_targets_than_compat() {
        let changes = |provider, api, options: &RequestOptions| {
            let body = with_thinking(r#"1,{"role":"assistant"}"#);
            run(&body, &target(provider, api, ""), options).1.changed
        };
        let strict = RequestOptions::new();
        for (provider, api, in_compat, in_strict) in [
            (" Anthropic ", "openai-completions", true, true),
            ("cloudflare-ai-gateway", "", true, true),
            ("cloudflare-ai-gateway", "anthropic-messages", true, true),
            ("cloudflare-ai-gateway", "openai-completions", false, false),
            ("minimax", "anthropic-messages", false, true),
            ("", "anthropic-messages", false, true),
            ("minimax", "openai-completions", false, false),
            ("amazon-bedrock", "bedrock-converse-stream", false, false),
        ] {
            assert_eq!(changes(provider, api, &compat()), in_compat, "{provider} {api}");
            assert_eq!(changes(provider, api, &strict), in_strict, "{provider} {api}");
        }
    }

    #[test]
    fn strict_leaves_one_message() {
        let target = target("anthropic", "", "");
        let before = with_thinking(r#"{"role":"assistant","n":1}, {"role":"assistant"}"#);
        becomes(&before, &with_thinking(""), &target, &compat());
        let one = with_thinking(r#"{"role":"assistant","n":1}"#);
        becomes(&before, &one, &target, &RequestOptions::new());
        stays(&with_thinking(""), &target, &RequestOptions::new());
    }
}
