//! Rows that no rule has anything to do with, told at one look: most rows of a history.

use super::DisplayOptions;
use super::numbers::is_shown_usage;
use super::row::{UPSTREAM_TEXT, blocks, is_role};
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

/// Words without which no host's line is one and no tool's call, beside those that [have a lead](has_lead).
const WORDS: [&str; 4] = ["Delivery: ", "runtime", "\u{27E6}", CALL_ADDRESS];

/// True for text in which an envelope, a tag, a token, a block or a directive may begin or go on.
fn has_lead(text: &[u8]) -> bool {
    // A token may go on in the next block.
    text.first() == Some(&b'[')
        || text.last() == Some(&b'_')
        || text.windows(2).any(|pair| match pair[0] {
            b'<' => true,
            // Brackets of directives, marks and message ids.
            b'[' => matches!(pair[1], b'[' | b'/' | b'm' | b't' | b'A'..=b'Z'),
            // `_REPLY`, `_SKIP` and `_OK`, of which the last is written in capitals.
            b'_' => matches!(pair[1], b'R' | b'r' | b'S' | b's' | b'O'),
            // `(untrusted …` and `(agent)`.
            b'(' => matches!(pair[1], b'U' | b'u' | b'A' | b'a'),
            _ => false,
        })
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
            b"__openclaw" if document.get(entry.value, UPSTREAM_TEXT).is_some() => return None,
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

/// True for a row of any kind in whose texts nothing stands that hosts or channels write around a message, or that
/// models write besides what they say.
pub(super) fn is_tame(document: &Document<'_>, row: Value) -> bool {
    let is_tame = |object: Value, key: &str| {
        let text = document.get_string(object, key);
        text.is_none_or(|text| is_harmless(JsStr::from_wtf8(&text)))
    };
    is_tame(row, "content")
        && is_tame(row, "text")
        && blocks(document, row).all(|block| is_tame(block, "text"))
        && document.get(row, "senderLabel").is_none()
}

fn is_plain_text(document: &Document<'_>, value: Value, options: &DisplayOptions) -> bool {
    let Some(text) = document.string(value) else {
        return false;
    };
    let text = JsStr::from_wtf8(&text);
    text.len() as f64 <= options.max_chars && !text.is_blank() && is_harmless(text)
}

fn is_harmless(text: JsStr<'_>) -> bool {
    !has_lead(text.as_bytes())
        && !WORDS.iter().any(|word| text.contains(word))
        && strip_trace_lines(text).is_none()
}
