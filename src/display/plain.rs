//! Rows that no rule has anything to do with, told at one look: most rows of a history.

use super::DisplayOptions;
use super::numbers::is_shown_usage;
use super::row::is_role;
use super::value::elements;
use crate::json::{Document, Kind, Value};
use crate::policy::Profile;
use crate::text::{CALL_ADDRESS, JsStr, strip_trace_lines};

/// Members that no rule reads in a row that speaks for itself.
const MEMBERS: [&[u8]; 8] = [
    b"role",
    b"content",
    b"timestamp",
    b"createdAt",
    b"id",
    b"api",
    b"model",
    b"__openclaw",
];

/// Words without which no host's line is one and no tool's call, beside those that have one of the [`leads`].
const WORDS: [&str; 4] = ["Delivery: ", "runtime", "\u{27E6}", CALL_ADDRESS];

/// Bytes with one of which every envelope, tag, token, block and directive begins or goes on.
fn leads(byte: &u8) -> bool {
    matches!(byte, b'<' | b'[' | b'_' | b'(')
}

/// How plain a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// Nothing is to be done.
    Wholly,
    /// Nothing but to look through `usage`.
    ButNumbers,
}

/// How plain a row of a person or a model is that has nothing but harmless texts, none of them to be cut; none for
/// another row.
pub(super) fn plain(
    document: &Document<'_>,
    row: Value,
    options: &DisplayOptions,
) -> Option<Plain> {
    if document.kind(row) != Kind::Object {
        return None;
    }
    // The release copies every row that has numbers.
    let keeps_usage = options.profile == Profile::Strict && is_role(document, row, "assistant");
    let mut plain = Plain::Wholly;
    let mut speaks = false;
    let mut content = None;
    for entry in document.entries(row) {
        let key = document.key(entry);
        match &*key {
            b"role" => {
                speaks = document.is_string(entry.value, "user")
                    || document.is_string(entry.value, "assistant");
            }
            b"content" => content = Some(entry.value),
            b"provider" if !document.is_string(entry.value, "openclaw") => {}
            b"stopReason" if !document.is_string(entry.value, "error") => {}
            b"usage" if keeps_usage && is_shown_usage(document, entry.value) => {}
            b"usage" => plain = Plain::ButNumbers,
            other if MEMBERS.contains(&other) => {}
            _ => return None,
        }
    }
    let content = content.filter(|_| speaks)?;
    let is_harmless = match document.kind(content) {
        Kind::String => is_plain_text(document, content, options),
        Kind::Array => {
            let mut blocks = elements(document, Some(content)).peekable();
            blocks.peek().is_some() && blocks.all(|block| is_plain_block(document, block, options))
        }
        _ => false,
    };
    is_harmless.then_some(plain)
}

fn is_plain_block(document: &Document<'_>, block: Value, options: &DisplayOptions) -> bool {
    if document.kind(block) != Kind::Object {
        return false;
    }
    let mut is_text = false;
    let mut is_harmless = false;
    for entry in document.entries(block) {
        match &*document.key(entry) {
            b"type" => is_text = document.is_string(entry.value, "text"),
            b"text" => is_harmless = is_plain_text(document, entry.value, options),
            _ => return false,
        }
    }
    is_text && is_harmless
}

fn is_plain_text(document: &Document<'_>, value: Value, options: &DisplayOptions) -> bool {
    let Some(text) = document.string(value) else {
        return false;
    };
    let text = JsStr::from_wtf8(&text);
    text.len() as f64 <= options.max_chars
        && !text.is_blank()
        && !text.as_bytes().iter().any(leads)
        && !WORDS.iter().any(|word| text.contains(word))
        && strip_trace_lines(text).is_none()
}
