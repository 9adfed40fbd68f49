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
