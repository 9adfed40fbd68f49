use super::has_tool_calls;
use crate::json::{Document, Kind, Value};
use crate::outbound::body::{is_assistant, map_list, replaced};
use crate::outbound::reasoning::Reasoning;
use crate::outbound::request::RequestContext;
use crate::outbound::route::{is_chat_completions, is_openrouter};
use crate::policy::models::lower;
use crate::rule::declare_rule;
use crate::text::JsStr;

declare_rule! {
    /// ## What it does
    /// Says how much DeepSeek V4 behind OpenRouter is to think in the one form it takes, and gives assistant messages
    /// the reasoning field that it asks back.
    /// ## Who refuses without it
    /// DeepSeek V4: a thinking request whose assistant messages have no `reasoning_content`.
    /// ## Exact rule
    /// 1. The model id, in lower case and without one `openrouter/` before it, is `deepseek/deepseek-v4-flash` or
    ///    `deepseek/deepseek-v4-pro`, with or without `:` and a variant. The API is absent or `openai-completions`.
    ///    The base address is one of OpenRouter's own; without a base address the provider is `openrouter`.
    /// 2. The level is the caller's; without one what `reasoning` or `reasoning_effort` says. When those say nothing
    ///    either, nothing is done. Off are the texts ``, `off` and `none`.
    /// 3. Off: `thinking`, `reasoning_effort` and `reasoning` go, and `reasoning_content` of every message.
    /// 4. Otherwise `thinking` and `reasoning_effort` go, and `reasoning.effort` becomes `xhigh` for the levels `xhigh`
    ///    and `max`, else `high`. Assistant messages that have neither `reasoning_content` nor a non-empty
    ///    `tool_calls` get an empty `reasoning_content`.
    /// ## Example
    /// ```json target
    /// {"provider":"openrouter","modelApi":"openai-completions","modelId":"deepseek/deepseek-v4-pro"}
    /// ```
    /// ```json before
    /// {"reasoning_effort":"max","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"},{"role":"user","content":"r"}]}
    /// ```
    /// ```json after
    /// {"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a","reasoning_content":""},{"role":"user","content":"r"}],"reasoning":{"effort":"xhigh"}}
    /// ```
    /// ## Never touches
    /// Reasoning that is there while thinking is on, other members of `reasoning`, other models.
    /// ## Order
    /// First: what sets the reasoning, before what reads it.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, provider `openrouter`.
    pub(crate) static BACKFILL_DEEPSEEK_REASONING = {
        id: "backfill-deepseek-reasoning",
        summary: "DeepSeek V4 gets its reasoning fields in the form it takes",
        effects: [Edits],
        rejects: [CC_11],
        since: "0.1.0",
    }
}

/// The models at OpenRouter, before any `:variant`.
const MODELS: [&str; 2] = ["deepseek/deepseek-v4-flash", "deepseek/deepseek-v4-pro"];

/// Levels above `high`.
const HIGHEST_LEVELS: [&str; 2] = ["xhigh", "max"];

const CONTENT: &str = "reasoning_content";

pub(crate) fn applies(context: &RequestContext<'_>) -> bool {
    let model = lower(context.target.model_id().unwrap_or_default());
    let model = model.strip_prefix("openrouter/").unwrap_or(&model);
    let name = model.split(':').next().unwrap_or_default();
    MODELS.contains(&name) && is_chat_completions(context) && is_openrouter(context)
}

pub(crate) fn apply(
    document: &mut Document<'_>,
    body: Value,
    context: &RequestContext<'_>,
) -> Value {
    let said = match context.options.thinking_level.as_deref() {
        Some(level) => Some(Reasoning::of_effort(level.into())),
        None => Reasoning::of_body(document, body),
    };
    match said {
        None => body,
        Some(Reasoning::Off) => {
            let keys = ["thinking", "reasoning_effort", "reasoning"];
            let body = document.without_members(body, &keys);
            map_list(document, body, "messages", |document, message| {
                let silent = without_object_member(document, message, CONTENT);
                replaced(message, silent)
            })
        }
        Some(Reasoning::On(level)) => {
            let is = |name: &&str| level.as_ref().is_some_and(|l| l.as_js() == JsStr::from(*name));
            let effort = match HIGHEST_LEVELS.iter().any(is) {
                true => "xhigh",
                false => "high",
            };
            let body = document.without_members(body, &["thinking", "reasoning_effort"]);
            let body = with_effort(document, body, effort);
            map_list(document, body, "messages", |document, message| {
                let answered = with_reasoning_content(document, message);
                replaced(message, answered)
            })
        }
    }
}

fn without_object_member(document: &mut Document<'_>, value: Value, key: &str) -> Value {
    match document.kind(value) {
        Kind::Object => document.without_members(value, &[key]),
        _ => value,
    }
}

fn with_effort(document: &mut Document<'_>, body: Value, effort: &str) -> Value {
    let reasoning = document.get(body, "reasoning");
    let reasoning = reasoning.filter(|value| document.kind(*value) == Kind::Object);
    if reasoning.is_some_and(|value| document.member_is(value, "effort", effort)) {
        return body;
    }
    let effort = document.fresh_string(effort.into());
    let reasoning = match reasoning {
        Some(reasoning) => document.with_member(reasoning, "effort", effort),
        None => document.fresh_object(&[("effort", effort)]),
    };
    document.with_member(body, "reasoning", reasoning)
}

fn with_reasoning_content(document: &mut Document<'_>, message: Value) -> Value {
    let has = document.get(message, CONTENT).is_some() || has_tool_calls(document, message);
    if has || !is_assistant(document, message) {
        return message;
    }
    let empty = document.fresh_string(JsStr::default());
    document.with_member(message, CONTENT, empty)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{becomes, compat, run, stays, target};
    use crate::outbound::RequestOptions;
    use crate::policy::Target;

    fn v4() -> Target {
        target("openrouter", "openai-completions", "deepseek/deepseek-v4-flash")
    }

    fn level(level: &str) -> RequestOptions {
        compat().with_thinking_level(Some(level.into()))
    }

    #[test]
    fn a_body_that_is_right_already_stays() {
        stays(
            r#"{"reasoning":{"effort":"high"},"messages":[{"role":"assistant","reasoning_content":null},{"role":"assistant","tool_calls":[{}]}]}"#,
            &v4(),
            &level("low"),
        );
        stays(r#"{"messages":[{"role":"assistant"}]}"#, &v4(), &compat());
        stays(r#"{"messages":[{"role":"assistant"}]}"#, &v4(), &level(" OFF "));
    }

    #[test]
    fn off_takes_every_reasoning_field_away() {
        becomes(
            r#"{"thinking":{"type":"enabled"},"x":1.0,"reasoning":{},"reasoning_effort":"high","messages":[{"role":"user","reasoning_content":"u"},{"role":"assistant","reasoning_content":"r","content":"a","reasoning_content":"s"}]}"#,
            r#"{"x":1.0,"messages":[{"role":"user"},{"role":"assistant","content":"a"}]}"#,
            &v4(),
            &level("off"),
        );
    }

    #[test]
    fn a_level_is_one_of_two_efforts() {
        for (given, effort) in [
            ("low", "high"),
            ("high", "high"),
            ("XHigh", "xhigh"),
            ("max", "xhigh"),
            ("maximal", "high"),
        ] {
            becomes(
                r#"{"reasoning":{"exclude":true,"effort":"medium"},"messages":[]}"#,
                &format!(r#"{{"reasoning":{{"exclude":true,"effort":"{effort}"}},"messages":[]}}"#),
                &v4(),
                &level(given),
            );
        }
    }

    #[test]
    fn without_a_level_the_body_says_it() {
        let body = |reasoning: &str| format!(r#"{{"reasoning":{reasoning}}}"#);
        becomes(&body(r#""max""#), &body(r#"{"effort":"xhigh"}"#), &v4(), &compat());
        becomes(&body("true"), &body(r#"{"effort":"high"}"#), &v4(), &compat());
        becomes(&body(r#"{"effort":"none"}"#), "{}", &v4(), &compat());
        becomes(&body("false"), "{}", &v4(), &compat());
        stays(&body("null"), &v4(), &compat());
    }

    #[test]
    fn only_assistant_messages_without_calls_get_the_field() {
        becomes(
            r#"{"reasoning":{"effort":"high"},"messages":[null,1,["x"],{"role":"tool"},{"role":"assistant","tool_calls":[]},{"role":"assistant","tool_calls":{}}]}"#,
            r#"{"reasoning":{"effort":"high"},"messages":[null,1,["x"],{"role":"tool"},{"role":"assistant","tool_calls":[],"reasoning_content":""},{"role":"assistant","tool_calls":{},"reasoning_content":""}]}"#,
            &v4(),
            &level("high"),
        );
    }

    #[test]
    fn hostile_bodies_lose_nothing_else() {
        becomes(
            r#"{"reasoning":[1],"n":1e999,"messages":{"role":"assistant"},"k":1,"k":2}"#,
            r#"{"reasoning":{"effort":"high"},"n":1e999,"messages":{"role":"assistant"},"k":1,"k":2}"#,
            &v4(),
            &level("high"),
        );
    }

    #[test]
    fn only_the_two_models_on_the_route_are_meant() {
        let changes = |target: &Target| run(r#"{"thinking":1}"#, target, &level("off")).1.changed;
        assert!(changes(&target("openrouter", "", " OpenRouter/DeepSeek/deepseek-v4-pro:free")));
        for model in [
            "deepseek/deepseek-v4",
            "deepseek/deepseek-v4-pro-x",
            "openrouter/openrouter/deepseek/deepseek-v4-pro",
        ] {
            assert!(!changes(&target("openrouter", "", model)), "{model}");
        }
        assert!(!changes(&target("deepseek", "", "deepseek/deepseek-v4-pro")));
        assert!(!changes(&target("openrouter", "openai-responses", "deepseek/deepseek-v4-pro")));
    }
}
