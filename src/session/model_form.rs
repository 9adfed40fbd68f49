//! Messages in the form in which a model is asked: those of other roles become user turns, or go.

use super::entry::is_object;
use super::file::text_block;
use super::options::SessionOptions;
use crate::json::{Document, Entry, Kind, Value, number_text};
use crate::text::{JsStr, JsString, parse_timestamp};

const BRANCH_INTRO: &str =
    "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n";
const BRANCH_OUTRO: &str = "</summary>";
const COMPACTION_INTRO: &str = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n";
const COMPACTION_OUTRO: &str = "\n</summary>";

/// Roles that a model knows.
const MODEL_ROLES: [&str; 3] = ["user", "assistant", "toolResult"];

/// The messages that a model is asked with.
pub(super) fn convert(
    document: &mut Document<'_>,
    messages: &[Value],
    options: &SessionOptions,
) -> Vec<Value> {
    let mut out = Vec::with_capacity(messages.len());
    for &message in messages {
        if !is_object(document, message) {
            continue;
        }
        let is = |role: &&str| document.member_is(message, "role", role);
        if MODEL_ROLES.iter().any(is) {
            out.push(message);
        } else if is(&"custom") {
            out.push(custom(document, message));
        } else if is(&"branchSummary") {
            let text = summary(document, message, BRANCH_INTRO, BRANCH_OUTRO);
            let time = document.get(message, "timestamp");
            out.push(user(document, text.as_js(), time));
        } else if is(&"compactionSummary") {
            let text = summary(document, message, COMPACTION_INTRO, COMPACTION_OUTRO);
            let time = parsed_time(document, message, options);
            out.push(user(document, text.as_js(), time));
        } else if is(&"bashExecution") && !is_set(document, message, "excludeFromContext") {
            let text = execution(document, message);
            let time = document.get(message, "timestamp");
            out.push(user(document, text.as_js(), time));
        }
    }
    out
}

fn is_set(document: &Document<'_>, object: Value, key: &str) -> bool {
    document
        .get(object, key)
        .is_some_and(|value| document.is_truthy(value))
}

/// A user turn of one text block.
fn user(document: &mut Document<'_>, text: JsStr<'_>, time: Option<Value>) -> Value {
    let text = document.fresh_string(text);
    let block = text_block(document, text);
    let content = document.fresh_array(&[Entry::element(block, 0)]);
    user_turn(document, Some(content), time, None)
}

fn user_turn(
    document: &mut Document<'_>,
    content: Option<Value>,
    time: Option<Value>,
    carrier: Option<Value>,
) -> Value {
    let role = document.fresh_string("user".into());
    let mut members = vec![("role", role)];
    members.extend(content.map(|content| ("content", content)));
    members.extend(time.map(|time| ("timestamp", time)));
    members.extend(carrier.map(|carrier| ("runtimeContextCarrier", carrier)));
    document.fresh_object(&members)
}

fn custom(document: &mut Document<'_>, message: Value) -> Value {
    let mut content = document.get(message, "content");
    if let Some(text) = content.filter(|content| document.kind(*content) == Kind::String) {
        let block = text_block(document, text);
        content = Some(document.fresh_array(&[Entry::element(block, 0)]));
    }
    let details = document
        .get(message, "details")
        .filter(|details| is_object(document, *details));
    let carrier = details
        .and_then(|details| document.get(details, "runtimeContextCarrier"))
        .filter(|carrier| document.kind(*carrier) == Kind::Bool(true));
    let time = document.get(message, "timestamp");
    user_turn(document, content, time, carrier)
}

fn summary(document: &Document<'_>, message: Value, intro: &str, outro: &str) -> JsString {
    let mut text = JsString::from(intro);
    push_as_text(document, document.get(message, "summary"), &mut text);
    text.push_str(outro);
    text
}

/// The time of a summary; text is parsed, and 0 when it is no date.
fn parsed_time(
    document: &mut Document<'_>,
    message: Value,
    options: &SessionOptions,
) -> Option<Value> {
    let time = document.get(message, "timestamp")?;
    let Some(text) = document.string(time) else {
        return Some(time);
    };
    let ms = parse_timestamp(JsStr::from_wtf8(&text), options.local_offset_minutes);
    Some(document.fresh_number(ms.unwrap_or(0.0)))
}

/// What a shell command was and what came of it.
fn execution(document: &Document<'_>, message: Value) -> JsString {
    let get = |key| document.get(message, key);
    let mut text = JsString::from("Ran `");
    push_as_text(document, get("command"), &mut text);
    text.push_str("`\n");
    match get("output").filter(|output| document.is_truthy(*output)) {
        Some(output) => {
            text.push_str("```\n");
            push_as_text(document, Some(output), &mut text);
            text.push_str("\n```");
        }
        None => text.push_str("(no output)"),
    }
    let failed = document
        .get_non_null(message, "exitCode")
        .filter(|code| document.number(*code) != Some(0.0));
    if is_set(document, message, "cancelled") {
        text.push_str("\n\n(command cancelled)");
    } else if failed.is_some() {
        text.push_str("\n\nCommand exited with code ");
        push_as_text(document, failed, &mut text);
    }
    if is_set(document, message, "truncated") && is_set(document, message, "fullOutputPath") {
        text.push_str("\n\n[Output truncated. Full output: ");
        push_as_text(document, get("fullOutputPath"), &mut text);
        text.push_str("]");
    }
    text
}

/// Appends a value as JavaScript puts it into a text. Arrays and objects, which no writer puts there, as objects.
fn push_as_text(document: &Document<'_>, value: Option<Value>, out: &mut JsString) {
    let Some(value) = value else {
        out.push_str("undefined");
        return;
    };
    match document.kind(value) {
        Kind::String => out.push(JsStr::from_wtf8(
            &document.string(value).unwrap_or_default(),
        )),
        Kind::Number => out.push_str(&number_text(document.number(value).unwrap_or_default())),
        Kind::Bool(true) => out.push_str("true"),
        Kind::Bool(false) => out.push_str("false"),
        Kind::Null => out.push_str("null"),
        Kind::Array | Kind::Object => out.push_str("[object Object]"),
    }
}
