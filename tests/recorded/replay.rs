//! Recorded replay cases: a request, and what the reference release answered.

use transcript_hygiene::json::{Document, Kind, Value};
use transcript_hygiene::policy::{ModelFacts, Profile, Target};
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::{Error, Limits};

use super::{Difference, NOW, difference, json, lines, parse, string};

/// One recorded case.
pub(crate) struct Case {
    /// Unique and stable.
    pub(crate) id: String,
    line: String,
}

/// What a case answers, as JSON texts.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The turns after the history is sanitized.
    sanitized: String,
    /// The turns after they are validated as well.
    messages: String,
    /// The session's entries before the run and those appended by it.
    entries: String,
}

/// How far two outcomes are apart; errors are compared by their text.
pub(crate) fn outcome_difference(
    a: &Result<Answer, String>,
    b: &Result<Answer, String>,
) -> Difference {
    match (a, b) {
        (Ok(a), Ok(b)) => a.difference(b),
        (Err(a), Err(b)) if a == b => Difference::None,
        _ => Difference::Value,
    }
}

/// Every replay case of the repository.
pub(crate) fn cases() -> Vec<Case> {
    let case = |line: String| {
        let document = parse(&line);
        let id = string(&document, document.root(), "id").expect("a case has an id");
        Case { id, line }
    };
    lines("replay").into_iter().map(case).collect()
}

impl Case {
    /// What was recorded; none where the reference release crashed, which is not to be followed.
    pub(crate) fn expected(&self) -> Option<Result<Answer, String>> {
        let document = parse(&self.line);
        let expect = document
            .get(document.root(), "expect")
            .expect("a case expects something");
        if document.member_is(expect, "errorKind", "crash") {
            return None;
        }
        if let Some(error) = string(&document, expect, "error") {
            return Some(Err(error));
        }
        let part = |key| {
            document
                .get(expect, key)
                .map(|value| json(&document, value))
        };
        let messages = part("messages").expect("messages are recorded");
        Some(Ok(Answer {
            sanitized: part("sanitized").unwrap_or_else(|| messages.clone()),
            messages,
            entries: part("sessionEntries").expect("session entries are recorded"),
        }))
    }

    /// What this crate answers, in the profile that follows the reference, with options changed by `adjust`.
    pub(crate) fn answer(
        &self,
        adjust: impl FnOnce(ReplayOptions) -> ReplayOptions,
    ) -> Result<Answer, String> {
        let document = parse(&self.line);
        let request = document
            .get(document.root(), "request")
            .expect("a case has a request");
        let options = adjust(options(&document, request));
        answer(&document, request, &options).map_err(|error| error.message().to_owned())
    }
}

impl Answer {
    /// How far two answers are apart.
    fn difference(&self, other: &Answer) -> Difference {
        let parts = [
            (&self.sanitized, &other.sanitized),
            (&self.messages, &other.messages),
            (&self.entries, &other.entries),
        ];
        parts
            .into_iter()
            .map(|(a, b)| difference(a, b))
            .max()
            .unwrap_or(Difference::None)
    }
}

fn answer(
    document: &Document<'_>,
    request: Value,
    options: &ReplayOptions,
) -> Result<Answer, Error> {
    let messages = json(
        document,
        document
            .get(request, "messages")
            .expect("a request has messages"),
    );
    let target = target(document, request);
    let run = |options: &ReplayOptions| {
        let mut transcript = Transcript::parse(messages.as_bytes(), &Limits::default())?;
        let outcome = sanitize(&mut transcript, &target, options)?;
        Ok((
            String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8"),
            outcome.append_entries,
        ))
    };
    let (sanitized, _) = run(&options.clone().with_validate_turns(false))?;
    let (messages, appended) = run(options)?;
    let mut entries: Vec<String> = Vec::new();
    if let Some(given) = document.get(request, "sessionEntries") {
        entries.extend(
            document
                .entries(given)
                .map(|entry| json(document, entry.value)),
        );
    }
    for entry in appended {
        entries.push(format!(
            r#"{{"type":"custom","customType":"{}","data":{}}}"#,
            entry.custom_type, entry.data
        ));
    }
    Ok(Answer {
        sanitized,
        messages,
        entries: format!("[{}]", entries.join(",")),
    })
}

/// The target that an object names by `provider`, `modelApi`, `modelId` and `model`.
pub(crate) fn target(document: &Document<'_>, object: Value) -> Target {
    let mut target = Target::new();
    if let Some(provider) = string(document, object, "provider") {
        target = target.with_provider(provider);
    }
    if let Some(api) = string(document, object, "modelApi") {
        target = target.with_model_api(api);
    }
    if let Some(id) = string(document, object, "modelId") {
        target = target.with_model_id(id);
    }
    let Some(model) = document.get(object, "model") else {
        return target;
    };
    let is = |value: Option<Value>, on| {
        value.is_some_and(|value| document.kind(value) == Kind::Bool(on))
    };
    let compat = document.get(model, "compat");
    let effort = compat.and_then(|compat| document.get(compat, "supportsReasoningEffort"));
    let facts = ModelFacts::new()
        .with_reasoning(is(document.get(model, "reasoning"), true))
        .with_refuses_reasoning_effort(is(effort, false));
    target.with_facts(facts)
}

fn options(document: &Document<'_>, request: Value) -> ReplayOptions {
    let mut options = ReplayOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(NOW));
    if let Some(policy) = document.get(request, "policy") {
        let policy = serde_json::from_str(&json(document, policy))
            .expect("a recorded policy has known flags");
        options = options.with_policy(Some(policy));
    }
    if let Some(entries) = document.get(request, "sessionEntries") {
        options = options.with_session_entries(Some(json(document, entries)));
    }
    if let Some(names) = document.get(request, "allowedToolNames") {
        let names = document
            .entries(names)
            .filter_map(|entry| document.string(entry.value));
        let names = names.map(|name| String::from_utf8_lossy(&name).into_owned());
        options = options.with_allowed_tool_names(names.collect());
    }
    if let Some(preserve) = document.get(request, "preserveLatestAssistantThinking")
        && let Kind::Bool(preserve) = document.kind(preserve)
    {
        options = options.with_preserve_latest_assistant_thinking(Some(preserve));
    }
    if let Some(pixels) = document.get(request, "imageMaxDimensionPx") {
        options = options.with_image_max_dimension_px(document.number(pixels));
    }
    options
}
