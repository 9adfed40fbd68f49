//! Fixups of a request body, in order.

use super::body::list;
use super::rules::*;
use crate::json::{Document, Kind, Value};
use crate::options::options;
use crate::policy::models::{lower, trim};
use crate::policy::{Profile, Target};
use crate::report::{BodyRecorder, MESSAGE_LISTS, Report};
use crate::rule::Rule;
use crate::{Error, ErrorKind, Limits};

/// Levels worth listing when a body is parsed: the body, its messages, their content, its blocks. Any other depth
/// gives the same result, more slowly.
pub const REQUEST_LEVELS: usize = 5;

options! {
    /// Options of [`sanitize_request`].
    pub struct RequestOptions {
        /// What is promised. Default `strict`.
        profile, with_profile: Profile = Profile::Strict;
        /// Address that the request goes to, without the endpoint's own part; blank is as good as none. Default none,
        /// which is the provider's own.
        base_url, with_base_url: Option<String> = None;
        /// How much the model is to think, as the host names it: `off`, `low`, `high`, `xhigh`, `max`, … Default none:
        /// what the body says.
        thinking_level, with_thinking_level: Option<String> = None;
        /// Whether a report is made. Default false; then none is computed.
        report, with_report: bool = false;
        /// Whether the report holds the JSON before and after each change. Default false.
        include_text, with_include_text: bool = false;
        /// Bounds on the body: `turns` counts its messages; the others hold where it is parsed. Default
        /// [`Limits::default`].
        limits, with_limits: Limits = Limits::default();
        /// Ids of rules that are left out. For tests of what a rule is good for. Default none.
        without_rules, with_without_rules: Vec<String> = Vec::new();
    }
}

/// What came of a request body.
#[derive(Clone, Debug)]
pub struct RequestOutcome {
    /// The body, as a value of the document that was given.
    pub value: Value,
    /// Whether it is another one than before.
    pub changed: bool,
    /// Messages (in a Responses body: items) that are gone.
    pub removed: usize,
    /// What changed, when it was asked for. Its turns are the messages of the body.
    pub report: Option<Report>,
}

/// What the rules of one body know beside it.
pub(crate) struct RequestContext<'c> {
    pub(super) target: &'c Target,
    /// The provider, trimmed and in lower case; empty when it is not known.
    pub(super) provider: String,
    pub(super) options: &'c RequestOptions,
}

impl<'c> RequestContext<'c> {
    pub(super) fn new(target: &'c Target, options: &'c RequestOptions) -> Self {
        RequestContext {
            target,
            provider: lower(target.provider().unwrap_or_default()),
            options,
        }
    }

    /// The address that the request goes to, unless it is blank.
    pub(super) fn base_url(&self) -> Option<&str> {
        let url = self.options.base_url.as_deref();
        url.filter(|url| !trim(url).is_empty())
    }

    /// Messages that stay when a rule would take all of them: `strict` never leaves nothing to send.
    pub(super) fn least_messages(&self) -> usize {
        match self.options.profile {
            Profile::Strict => 1,
            Profile::Compat => 0,
        }
    }
}

/// A rule in its place: which requests it is for, and what it makes of their bodies.
struct Step {
    rule: &'static Rule,
    when: fn(&RequestContext<'_>) -> bool,
    run: fn(&mut Document<'_>, Value, &RequestContext<'_>) -> Value,
}

/// The steps, in order. Each reads the body that the one before left.
static STEPS: &[Step] = &[
    // What sets the reasoning, before what reads it.
    Step {
        rule: &BACKFILL_DEEPSEEK_REASONING,
        when: backfill_deepseek_reasoning::applies,
        run: backfill_deepseek_reasoning::apply,
    },
    Step {
        rule: &STRIP_COPILOT_PAYLOAD_THINKING,
        when: strip_copilot_payload_thinking::applies,
        run: |document, body, _| strip_copilot_payload_thinking::apply(document, body),
    },
    Step {
        rule: &NORMALIZE_COPILOT_ITEMS,
        when: normalize_copilot_items::applies,
        run: |document, body, _| normalize_copilot_items::apply(document, body),
    },
    Step {
        rule: &DROP_ITEM_IDS,
        when: drop_item_ids::applies,
        run: |document, body, _| drop_item_ids::apply(document, body),
    },
    // Last, on the messages as they will be sent.
    Step {
        rule: &STRIP_ANTHROPIC_PREFILL,
        when: strip_anthropic_prefill::applies,
        run: |document, body, c| strip_anthropic_prefill::apply(document, body, c.least_messages()),
    },
    Step {
        rule: &STRIP_OPENROUTER_ANTHROPIC_PREFILL,
        when: strip_openrouter_anthropic_prefill::applies,
        run: |document, body, c| {
            strip_openrouter_anthropic_prefill::apply(document, body, c.least_messages())
        },
    },
];

/// Every step in order: the rule's id.
pub fn request_steps() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.rule.id)
}

/// Mends the body of a request that is about to be sent. What no rule changes keeps its bytes.
///
/// # Errors
/// `not-a-request` when the body is no object; `limit-exceeded` for `turns`.
pub fn sanitize_request(
    document: &mut Document<'_>,
    target: &Target,
    options: &RequestOptions,
) -> Result<RequestOutcome, Error> {
    let source = document.root();
    let messages_before = admit(document, source, &options.limits)?;
    let context = RequestContext::new(target, options);
    let mut recorder = options
        .report
        .then(|| BodyRecorder::new(source, options.include_text));
    let mut value = source;
    for step in STEPS {
        let left_out = options.without_rules.iter().any(|id| id == step.rule.id);
        if left_out || !(step.when)(&context) {
            continue;
        }
        let before = value;
        value = (step.run)(document, before, &context);
        if let Some(recorder) = recorder.as_mut().filter(|_| value != before) {
            recorder.record(step.rule, document, before, value);
        }
    }
    Ok(RequestOutcome {
        value,
        changed: value != source,
        removed: messages_before - message_count(document, value),
        report: recorder.map(|recorder| recorder.finish(document, value)),
    })
}

/// Counts the messages of a body that may be looked at.
fn admit(document: &Document<'_>, body: Value, limits: &Limits) -> Result<usize, Error> {
    let kind = document.kind(body);
    if kind != Kind::Object {
        let found = kind.described();
        let message = format!("expected a request body (an object), found {found}");
        return Err(Error::new(ErrorKind::NotARequest, message)
            .at_pointer("")
            .at_offset(body.address() as usize));
    }
    let count = message_count(document, body);
    match count > limits.turns {
        false => Ok(count),
        true => Err(Error::new(
            ErrorKind::LimitExceeded,
            format!(
                "the body has {count} messages, the limit `turns` is {}",
                limits.turns
            ),
        )
        .at_limit("turns")),
    }
}

fn message_count(document: &Document<'_>, body: Value) -> usize {
    let lists = MESSAGE_LISTS
        .iter()
        .filter_map(|key| list(document, body, key));
    lists.map(|list| document.entries(list).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::write;
    use crate::report::ChangeKind;
    use serde_json::Value as Json;

    fn anthropic() -> Target {
        Target::new()
            .with_provider("anthropic")
            .with_model_api("anthropic-messages")
    }

    fn sanitize(
        body: &str,
        target: &Target,
        options: &RequestOptions,
    ) -> Result<(String, RequestOutcome), Error> {
        let mut document = Document::parse(body.as_bytes(), REQUEST_LEVELS, &Limits::default())?;
        let outcome = sanitize_request(&mut document, target, options)?;
        let text = String::from_utf8(write(&document, outcome.value)).unwrap();
        Ok((text, outcome))
    }

    #[test]
    fn what_is_no_object_is_no_request() {
        for (body, found) in [
            (" []", "an array"),
            (r#" "x""#, "a string"),
            (" 1e400", "a number"),
            (" true", "a boolean"),
            (" null", "null"),
        ] {
            let error = sanitize(body, &anthropic(), &RequestOptions::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotARequest);
            assert_eq!((error.pointer(), error.offset()), (Some(""), Some(1)));
            assert!(error.message().ends_with(found), "{error}");
        }
    }

    #[test]
    fn messages_are_counted_against_the_limit() {
        let limits = Limits {
            turns: 2,
            ..Limits::default()
        };
        let options = RequestOptions::new().with_limits(limits);
        assert!(sanitize(r#"{"messages":[1,2]}"#, &anthropic(), &options).is_ok());
        let error = sanitize(r#"{"input":[1],"messages":[2,3]}"#, &anthropic(), &options);
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded);
        assert_eq!(error.limit(), Some("turns"));
    }

    #[test]
    fn a_body_that_no_rule_is_for_comes_back_to_the_byte() {
        let body = r#" { "a" : -0, "a":1e2, "messages":[ null, {"role":"assistant","content":"\ud83d"} ],"input":{}} "#;
        let (text, outcome) = sanitize(body, &Target::new(), &RequestOptions::new()).unwrap();
        assert_eq!(text, body.trim());
        assert!(!outcome.changed && outcome.removed == 0 && outcome.report.is_none());
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = "[".repeat(500_000) + &"]".repeat(500_000);
        let body = format!(
            r#"{{"thinking":{{}},"deep":{deep},"messages":[{{"content":{deep}}},{{"role":"assistant","content":[{deep}]}}]}}"#
        );
        let (text, outcome) = sanitize(&body, &anthropic(), &RequestOptions::new()).unwrap();
        assert_eq!(outcome.removed, 1);
        assert!(text.len() > 2_000_000);
    }

    #[test]
    fn rules_follow_each_other_on_one_body() {
        // Copilot's thinking goes first; what is left at the end is no tool use, and goes too.
        let target = Target::new()
            .with_provider("github-copilot")
            .with_model_api("anthropic-messages");
        let body = r#"{"thinking":{"type":"enabled"},"messages":[{"role":"user"},{"role":"assistant","content":[{"type":"thinking"}]}]}"#;
        let options = RequestOptions::new().with_report(true);
        let (text, outcome) = sanitize(body, &target, &options).unwrap();
        assert_eq!(
            text,
            r#"{"thinking":{"type":"enabled"},"messages":[{"role":"user"}]}"#
        );
        let report = outcome.report.unwrap();
        let changes: Vec<_> = report
            .changes
            .iter()
            .map(|c| (c.rule.id, c.kind, c.input.as_deref(), c.output.as_deref()))
            .collect();
        let edited = ("strip-copilot-payload-thinking", ChangeKind::Edited);
        let dropped = ("strip-anthropic-prefill", ChangeKind::Dropped);
        assert_eq!(
            changes,
            [
                (edited.0, edited.1, Some("/messages/1/content"), None),
                (dropped.0, dropped.1, Some("/messages/1"), None),
            ]
        );
    }

    #[test]
    fn a_report_says_where_in_the_body_before_and_after() {
        let target = Target::new()
            .with_provider("github-copilot")
            .with_model_api("openai-responses");
        let body = r#"{"input":[{"type":"reasoning","id":9},{"type":"reasoning","encrypted_content":"e"},{"type":"message"}]}"#;
        let options = RequestOptions::new().with_report(true);
        let report = sanitize(body, &target, &options).unwrap().1.report.unwrap();
        let [gone, edited] = report.changes.as_slice() else {
            panic!("{report:?}")
        };
        assert_eq!(gone.kind, ChangeKind::Dropped);
        assert_eq!(
            (gone.input.as_deref(), gone.output.as_deref()),
            (Some("/input/0"), None)
        );
        assert_eq!(gone.bytes_before, r#"{"type":"reasoning","id":9}"#.len());
        assert_eq!(edited.kind, ChangeKind::Edited);
        assert_eq!(edited.input.as_deref(), Some("/input/1/encrypted_content"));
        assert_eq!(edited.output.as_deref(), Some("/input/0/encrypted_content"));
        assert_eq!((edited.bytes_before, edited.bytes_after), (3, 0));
        assert!(edited.before.is_none(), "text was not asked for");
        assert_eq!(
            (
                report.turns_before,
                report.turns_after,
                report.turns_untouched
            ),
            (3, 2, 1)
        );
    }

    #[test]
    fn changes_replayed_on_the_input_give_the_output() {
        let bodies = [
            (
                "github-copilot",
                "openai-responses",
                "",
                r#"{"input":[{"type":"reasoning","id":null},{"type":"x","id":"AAAAAAAAAAAAAAAAAAAAAAAA"},{"type":"reasoning","encrypted_content":"e"}]}"#,
            ),
            (
                "github-copilot",
                "anthropic-messages",
                "",
                r#"{"thinking":{},"messages":[{"role":"assistant","content":[{"type":"thinking"},{"type":"text"},{"type":"redacted_thinking"},{"type":"tool_use"}]},{"role":"assistant","content":[{"type":"thinking"}]},{"role":"user"},{"role":"assistant","content":[{"type":"thinking"},1]}]}"#,
            ),
            (
                "openrouter",
                "openai-completions",
                "deepseek/deepseek-v4-pro",
                r#"{"thinking":1,"a/b~c":2,"reasoning_effort":"max","messages":[{"role":"assistant"},null]}"#,
            ),
            (
                "openrouter",
                "openai-completions",
                "deepseek/deepseek-v4-pro",
                r#"{"reasoning":{"effort":"none"},"messages":[{"role":"tool","reasoning_content":"x"},null]}"#,
            ),
        ];
        for (provider, api, model, body) in bodies {
            let target = Target::new()
                .with_provider(provider)
                .with_model_api(api)
                .with_model_id(model);
            let options = RequestOptions::new()
                .with_report(true)
                .with_include_text(true);
            let (text, outcome) = sanitize(body, &target, &options).unwrap();
            let output: Json = serde_json::from_str(&text).unwrap();
            let report = outcome.report.unwrap();
            assert!(!report.changes.is_empty(), "{body}");
            assert_eq!(replay(body, &report), output, "{body}");
        }
    }

    /// What stands for an element that is gone, until the end.
    const HOLE: &str = "hole";

    /// Does the changes of a report, as the report's docs say.
    fn replay(body: &str, report: &Report) -> Json {
        let mut body: Json = serde_json::from_str(body).unwrap();
        for change in &report.changes {
            let pointer = change.input.as_deref().unwrap();
            let after = change.after.as_deref();
            let after: Option<Json> = after.map(|json| serde_json::from_str(json).unwrap());
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            match (body.pointer_mut(parent).unwrap(), after) {
                (Json::Object(members), Some(after)) => {
                    members.insert(key.into(), after);
                }
                (Json::Object(members), None) => {
                    members.remove(key);
                }
                (element, after) => {
                    let at: usize = key.parse().unwrap();
                    element[at] = after.unwrap_or(HOLE.into());
                }
            }
        }
        for list in MESSAGE_LISTS {
            let Some(Json::Array(messages)) = body.get_mut(list) else {
                continue;
            };
            messages.retain(|message| message != HOLE);
            for message in messages {
                if let Some(Json::Array(blocks)) = message.get_mut("content") {
                    blocks.retain(|block| block != HOLE);
                }
            }
        }
        body
    }
}
