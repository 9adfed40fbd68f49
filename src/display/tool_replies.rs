//! The `message` tool: replies that a model sends with it, and results that say that they were delivered.

use super::row::{blocks, is_role};
use super::value::{first_trimmed, is_bool, is_record, non_blank, record, text};
use crate::json::{Document, Kind, Value, parse_text};
use crate::text::{JsStr, JsString, strip_directives};

const TOOL: &str = "message";
const CALL_TYPES: [&str; 2] = ["toolcall", "tooluse"];
const RESULT_ROLES: [&str; 3] = ["toolresult", "tool", "function"];
const CALL_NAMES: [&str; 4] = ["name", "toolName", "tool_name", "tool"];
const RESULT_NAMES: [&str; 4] = ["toolName", "tool_name", "name", "tool"];
const CALL_IDS: [&str; 5] = ["id", "toolCallId", "tool_call_id", "callId", "call_id"];
const RESULT_IDS: [&str; 5] = ["toolCallId", "tool_call_id", "callId", "call_id", "id"];
const ARGUMENTS: [&str; 4] = ["arguments", "input", "args", "params"];
const TEXTS: [&str; 5] = ["message", "text", "content", "body", "caption"];
const STATUSES: [&str; 3] = ["deliveryStatus", "delivery_status", "status"];
/// Arguments that name somebody else than who is being answered.
const TARGETS: [&str; 17] = [
    "target",
    "targets",
    "to",
    "recipient",
    "recipients",
    "chatId",
    "chat_id",
    "channelId",
    "channel_id",
    "conversationId",
    "conversation_id",
    "threadId",
    "thread_id",
    "roomId",
    "room_id",
    "groupId",
    "group_id",
];

/// A reply that a model sent with the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToolReply {
    /// Id of the call.
    pub(super) call_id: Option<JsString>,
    /// What was sent, without directives.
    pub(super) text: JsString,
    /// It names a target, so a result has to say that it went to where the question came from.
    pub(super) needs_route: bool,
}

/// The replies that a row sends.
pub(super) fn tool_replies(document: &Document<'_>, row: Value) -> Vec<ToolReply> {
    if !is_role(document, row, "assistant") {
        return Vec::new();
    }
    blocks(document, row)
        .filter_map(|block| tool_reply(document, block))
        .collect()
}

fn is_squeezed(document: &Document<'_>, object: Value, key: &str, known: &[&str]) -> bool {
    let Some(value) = document.get_string(object, key) else {
        return false;
    };
    let value = JsStr::from_wtf8(&value).trim();
    let is_known = |text: JsStr<'_>| {
        let letters = || text.as_bytes().iter().filter(|byte| **byte != b'_');
        let is_same = |(byte, known): (&u8, u8)| byte.to_ascii_lowercase() == known;
        known
            .iter()
            .any(|name| letters().count() == name.len() && letters().zip(name.bytes()).all(is_same))
    };
    match value.as_bytes().is_ascii() {
        true => is_known(value),
        false => is_known(value.to_lowercase().as_js()),
    }
}

fn tool_reply(document: &Document<'_>, block: Value) -> Option<ToolReply> {
    if !is_squeezed(document, block, "type", &CALL_TYPES) {
        return None;
    }
    let function = record(document, block, "function");
    let name = first_trimmed(document, block, &CALL_NAMES)
        .or_else(|| first_trimmed(document, function?, &["name"]))?;
    if name.as_js().to_lowercase().as_js() != TOOL {
        return None;
    }
    let call_id = first_trimmed(document, block, &CALL_IDS);
    let of_block = ARGUMENTS.iter().filter_map(|key| document.get(block, key));
    let of_function = function.and_then(|function| document.get(function, "arguments"));
    let found = of_block
        .chain(of_function)
        .find_map(|value| with_record(document, value, &mut sent));
    let (text, needs_route) = found.flatten()?;
    Some(ToolReply {
        call_id,
        text,
        needs_route,
    })
}

/// What arguments send: the text, and whether they name a target.
fn sent(document: &Document<'_>, arguments: Value) -> Option<(JsString, bool)> {
    let action = first_trimmed(document, arguments, &["action"])?;
    if action.as_js().to_lowercase().as_js() != "send" || is_dry_run(document, arguments) {
        return None;
    }
    let text = TEXTS
        .iter()
        .find_map(|key| non_blank(document, arguments, key))?;
    let text = strip_directives(text.as_js()).unwrap_or(text);
    let has_target = TARGETS.iter().any(|key| {
        document
            .get(arguments, key)
            .is_some_and(|value| is_filled(document, value))
    });
    (!text.as_js().is_blank()).then_some((text, has_target))
}

/// True for a string that is not blank, a number or a boolean, or anything that holds one.
fn is_filled(document: &Document<'_>, value: Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match document.kind(value) {
            Kind::Null => {}
            Kind::Bool(_) | Kind::Number => return true,
            Kind::String => {
                if text(document, value).is_some_and(|text| !text.as_js().is_blank()) {
                    return true;
                }
            }
            Kind::Array | Kind::Object => {
                open.extend(document.entries(value).map(|entry| entry.value));
            }
        }
    }
    false
}

/// Reads an object, or a string that is the text of one; none for anything else.
fn with_record<T>(
    document: &Document<'_>,
    value: Value,
    read: &mut dyn FnMut(&Document<'_>, Value) -> T,
) -> Option<T> {
    match document.kind(value) {
        Kind::Object => Some(read(document, value)),
        Kind::String => {
            let text = text(document, value)?;
            let looks_like_one = text.as_js().trim_start().starts_with("{");
            looks_like_one
                .then(|| {
                    parse_text(text.as_js(), |inner, value| {
                        is_record(inner, value).then(|| read(inner, value))
                    })
                })
                .flatten()
                .flatten()
        }
        _ => None,
    }
}

fn lower_status(document: &Document<'_>, object: Value, keys: &[&str]) -> JsString {
    first_trimmed(document, object, keys)
        .map(|status| status.as_js().to_lowercase())
        .unwrap_or_default()
}

fn is_dry_run(document: &Document<'_>, object: Value) -> bool {
    ["dryRun", "dry_run"]
        .iter()
        .any(|key| is_bool(document, object, key, true))
        || lower_status(document, object, &STATUSES).as_js() == "dry_run"
}

fn is_suppressed(document: &Document<'_>, object: Value) -> bool {
    let is_named = |status: JsString| {
        ["skipped", "suppressed"]
            .iter()
            .any(|s| status.as_js() == **s)
    };
    is_bool(document, object, "delivered", false)
        || is_named(lower_status(document, object, &["messageId"]))
        || is_named(lower_status(document, object, &STATUSES))
}

fn own_ok(document: &Document<'_>, object: Value) -> Option<bool> {
    match document.kind(document.get(object, "ok")?) {
        Kind::Bool(ok) => Some(ok),
        _ => None,
    }
}

/// The first answer of `probe` on the objects of a payload: the payload itself, or an array's elements, each followed by
/// its `text` and its `content`.
fn first_in<T>(
    document: &Document<'_>,
    payload: Value,
    probe: &dyn Fn(&Document<'_>, Value) -> Option<T>,
) -> Option<T> {
    let mut open = vec![payload];
    while let Some(value) = open.pop() {
        let found = with_record(document, value, &mut |document, object| {
            probe(document, object)
        });
        if let Some(Some(found)) = found {
            return Some(found);
        }
        if document.kind(value) != Kind::Array {
            continue;
        }
        let elements: Vec<Value> = document.entries(value).map(|entry| entry.value).collect();
        for element in elements.into_iter().rev() {
            open.extend(document.get(element, "content"));
            open.extend(document.get(element, "text"));
            open.push(element);
        }
    }
    None
}

/// Whether a payload says that it went well.
fn ok(document: &Document<'_>, payload: Value) -> Option<bool> {
    match document.kind(payload) {
        Kind::Bool(ok) => Some(ok),
        _ => first_in(document, payload, &own_ok),
    }
}

const PAYLOADS: [&str; 4] = ["result", "output", "content", "text"];

/// A row that says that a reply was delivered.
#[derive(Clone, Debug)]
pub(super) struct Receipt {
    /// Id of the call.
    pub(super) call_id: Option<JsString>,
    /// The reply went to where the question came from.
    is_routed: bool,
}

impl Receipt {
    /// Reads a row; none when it says no such thing.
    pub(super) fn of(document: &Document<'_>, row: Value) -> Option<Receipt> {
        let name = first_trimmed(document, row, &RESULT_NAMES);
        let is_result = match name {
            Some(name) => name.as_js().to_lowercase().as_js() == TOOL,
            None => is_squeezed(document, row, "role", &RESULT_ROLES),
        };
        (is_result && is_delivered(document, row)).then(|| Receipt {
            call_id: first_trimmed(document, row, &RESULT_IDS),
            is_routed: record(document, row, "details").is_some_and(|details| {
                document.member_is(details, "sourceReplyRoute", "current-source")
            }),
        })
    }

    /// True when it is for this reply.
    pub(super) fn is_for(&self, reply: &ToolReply) -> bool {
        (reply.call_id.is_none() || reply.call_id == self.call_id)
            && (self.is_routed || !reply.needs_route)
    }
}

fn is_delivered(document: &Document<'_>, row: Value) -> bool {
    let has_error = document
        .get(row, "error")
        .is_some_and(|error| !matches!(document.kind(error), Kind::Null | Kind::Bool(false)));
    if is_bool(document, row, "isError", true) || has_error {
        return false;
    }
    let payloads: Vec<Value> = PAYLOADS
        .iter()
        .filter_map(|key| document.get(row, key))
        .collect();
    let says = |payload: Value, probe: fn(&Document<'_>, Value) -> bool| {
        let probe = |document: &Document<'_>, object| probe(document, object).then_some(());
        first_in(document, payload, &probe).is_some()
    };
    let is_dry = payloads.iter().any(|&payload| says(payload, is_dry_run));
    let is_suppressed = document
        .get(row, "details")
        .iter()
        .chain(&payloads)
        .any(|&payload| says(payload, is_suppressed));
    let is_ok = payloads.iter().find_map(|&payload| ok(document, payload));
    !is_dry && !is_suppressed && is_ok != Some(false)
}
