//! The recorded expectations for the text grammars, run natively.
//!
//! Only the operations named in [`answer_display`] and [`answer_step`] are run; other suites run the rest of the files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;
use transcript_hygiene::text::inter_session::Source;
use transcript_hygiene::text::{
    JsStr, JsString, decode_json_string, inbound_metadata, inter_session, is_base64_signature,
    runtime_context, silent, strip_envelope, strip_internal_metadata, strip_message_id_hints,
    strip_user_envelope,
};

/// Members of a JSON object with their values as text: strings may hold unpaired surrogates, which serde_json's own
/// strings refuse.
type Record = BTreeMap<String, Box<RawValue>>;

#[derive(Deserialize)]
struct DisplayCase {
    id: String,
    request: Record,
    expect: Record,
}

#[derive(Deserialize)]
struct StepCase {
    id: String,
    step: String,
    args: Record,
    expect: Record,
}

/// What an operation answers.
#[derive(PartialEq, Debug)]
enum Answer {
    Bool(bool),
    Text(JsString),
    Absent,
}

impl From<bool> for Answer {
    fn from(value: bool) -> Self {
        Answer::Bool(value)
    }
}

impl From<Option<JsString>> for Answer {
    fn from(text: Option<JsString>) -> Self {
        text.map_or(Answer::Absent, Answer::Text)
    }
}

impl From<JsStr<'_>> for Answer {
    fn from(text: JsStr<'_>) -> Self {
        Answer::Text(text.to_owned())
    }
}

/// Reads a recorded value.
fn recorded(value: Option<&RawValue>) -> Answer {
    match value.map(RawValue::get) {
        None | Some("null") => Answer::Absent,
        Some("true") => Answer::Bool(true),
        Some("false") => Answer::Bool(false),
        Some(json) => Answer::Text(decode_json_string(json.into()).expect("a JSON string")),
    }
}

fn string(record: &Record, key: &str) -> Option<JsString> {
    match recorded(record.get(key).map(AsRef::as_ref)) {
        Answer::Text(text) => Some(text),
        _ => None,
    }
}

/// The answers to one display request by their keys; `None` for an operation of another suite.
fn answer_display(request: &Record) -> Option<Vec<(&'static str, Answer)>> {
    let operation = string(request, "op")?.as_js().to_string_lossy();
    let text = string(request, "text").unwrap_or_default();
    let text = text.as_js();
    let token = string(request, "token").map_or_else(
        || silent::SILENT_TOKEN.to_owned(),
        |token| token.as_js().to_string_lossy(),
    );
    let changed = |result: Option<JsString>| {
        let result = result.unwrap_or_else(|| text.to_owned());
        vec![("text", Answer::Text(result))]
    };
    let cut = |result: JsStr<'_>| vec![("text", result.into())];
    let value = |answer: Answer| vec![("value", answer)];
    Some(match operation.as_str() {
        "text.strip_inbound_metadata" => changed(inbound_metadata::strip(text)),
        "text.strip_leading_inbound_metadata" => changed(inbound_metadata::strip_leading(text)),
        "text.has_inbound_metadata" => value(inbound_metadata::has(text).into()),
        "text.sender_label" => value(inbound_metadata::sender_label(text).into()),
        "text.strip_runtime_context" => changed(runtime_context::strip(text)),
        "text.escape_runtime_context" => changed(runtime_context::escape(text)),
        "text.has_runtime_context" => value(runtime_context::has(text).into()),
        "text.extract_runtime_context" => {
            let extracted = runtime_context::extract(text);
            let mut answers = changed(extracted.text);
            answers.push(("runtimeContext", extracted.context.into()));
            answers
        }
        "text.strip_envelope" => cut(strip_envelope(text)),
        "text.strip_message_id_hints" => changed(strip_message_id_hints(text)),
        "text.strip_internal_metadata" => changed(strip_internal_metadata(text)),
        "text.strip_user_envelope" => changed(strip_user_envelope(text)),
        "text.strip_inter_session_prefix" => changed(inter_session::strip_first(text)),
        "text.is_silent_reply" => value(silent::is_silent_reply(text, &token).into()),
        "text.is_silent_payload" => value(silent::is_silent_payload(text).into()),
        "text.strip_silent_token" => cut(silent::strip_silent_token(text, &token)),
        "text.strip_leading_silent_token" => cut(silent::strip_leading_silent_token(text, &token)),
        "text.starts_with_silent_token" => {
            value(silent::starts_with_silent_token(text, &token).into())
        }
        "text.is_silent_prefix" => value(silent::is_silent_prefix(text, &token).into()),
        "text.is_formatting_artifact" => value(silent::is_formatting_artifact(text).into()),
        _ => return None,
    })
}

fn answer_step(step: &str, args: &Record) -> Answer {
    let text = string(args, "text").unwrap_or_default();
    let text = text.as_js();
    let changed =
        |result: Option<JsString>| Answer::Text(result.unwrap_or_else(|| text.to_owned()));
    match step {
        "is_silent_reply_payload" => silent::is_silent_payload(text).into(),
        "is_base64_signature" => is_base64_signature(text).into(),
        "strip_internal_metadata" => changed(strip_internal_metadata(text)),
        "annotate_inter_session_text" => {
            changed(annotate(text, args.get("provenance").map(AsRef::as_ref)))
        }
        other => panic!("unknown step {other}"),
    }
}

/// Annotates as the provenance says; only messages of another session are annotated.
fn annotate(text: JsStr<'_>, provenance: Option<&RawValue>) -> Option<JsString> {
    let provenance: Record = serde_json::from_str(provenance?.get()).ok()?;
    let field = |key| string(&provenance, key);
    if field("kind")? != JsString::from("inter_session") {
        return None;
    }
    let (session_key, channel, tool) = (
        field("sourceSessionKey"),
        field("sourceChannel"),
        field("sourceTool"),
    );
    let source = Source {
        session_key: session_key.as_ref().map(JsString::as_js),
        channel: channel.as_ref().map(JsString::as_js),
        tool: tool.as_ref().map(JsString::as_js),
    };
    inter_session::annotate(text, &source)
}

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with all differences at once, or when fewer cases ran than are recorded.
fn conclude(file: &str, ran: usize, recorded: usize, differences: &[String]) {
    assert!(
        differences.is_empty(),
        "{file}: {} of {ran} cases differ\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert_eq!(ran, recorded, "{file}: cases that ran");
}

fn check_display(file: &str, expected_cases: usize) {
    let cases: Vec<DisplayCase> = serde_json::from_str(&read(file)).expect("a list of cases");
    let mut ran = 0;
    let mut differences = Vec::new();
    for case in &cases {
        let Some(answers) = answer_display(&case.request) else {
            continue;
        };
        ran += 1;
        for (key, answer) in answers {
            let expected = recorded(case.expect.get(key).map(AsRef::as_ref));
            if answer != expected {
                differences.push(format!(
                    "{} {key}\n  expected {expected:?}\n  answered {answer:?}",
                    case.id
                ));
            }
        }
    }
    conclude(file, ran, expected_cases, &differences);
}

fn check_steps(file: &str, expected_cases: usize) {
    let mut ran = 0;
    let mut differences = Vec::new();
    for line in read(file).split_terminator('\n') {
        let case: StepCase = serde_json::from_str(line).expect("a case");
        ran += 1;
        let answer = answer_step(&case.step, &case.args);
        let expected = recorded(case.expect.get("output").map(AsRef::as_ref));
        if answer != expected {
            differences.push(format!(
                "{}\n  expected {expected:?}\n  answered {answer:?}",
                case.id
            ));
        }
    }
    conclude(file, ran, expected_cases, &differences);
}

#[test]
fn inbound_metadata_is_stripped_as_recorded() {
    check_display("display/meta.json", 185);
}

#[test]
fn runtime_context_is_stripped_as_recorded() {
    check_display("display/runtime.json", 130);
}

#[test]
fn envelopes_are_stripped_as_recorded() {
    check_display("display/envelope.json", 108);
}

#[test]
fn silence_is_recognised_as_recorded() {
    check_display("display/silent.json", 262);
}

#[test]
fn white_space_is_what_was_recorded() {
    check_display("display/unicode.json", 32);
}

#[test]
fn inter_session_prefixes_are_stripped_as_recorded() {
    check_display("display/small.json", 6);
}

#[test]
fn silent_payloads_are_recognised_as_recorded() {
    check_steps("steps/is_silent_reply_payload.jsonl", 61);
}

#[test]
fn internal_metadata_is_stripped_as_recorded() {
    check_steps("steps/strip_internal_metadata.jsonl", 49);
}

#[test]
fn inter_session_texts_are_annotated_as_recorded() {
    check_steps("steps/annotate_inter_session_text.jsonl", 7);
}

#[test]
fn base64_signatures_are_told_as_recorded() {
    check_steps("steps/is_base64_signature.jsonl", 29);
}
