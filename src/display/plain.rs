//! Rows that no rule has anything to do with, told at one look: most rows of a history.

use super::DisplayOptions;
use super::numbers::is_shown_usage;
use super::row::{UPSTREAM_TEXT, blocks, is_role};
use super::value::elements;
use crate::json::{Document, Kind, Value};
use crate::policy::Profile;
use crate::text::{JsStr, strip_trace_lines};

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

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// True for text in which an envelope, a tag, a token, a block, a directive or a call may begin or go on.
fn has_lead(text: &[u8]) -> bool {
    // A token may go on in the next block.
    if text.first() == Some(&b'[') || text.last() == Some(&b'_') {
        return true;
    }
    // No byte of most chunks may be one; which of them is one matters for the others alone.
    let may_lead = |byte: u8| matches!(byte, b'<' | b'[' | b'_' | b'(' | b'=' | b':' | b'C' | 0xE2);
    text.chunks(CHUNK).enumerate().any(|(index, chunk)| {
        let start = index * CHUNK;
        chunk.iter().fold(false, |any, &byte| any | may_lead(byte))
            && (start..start + chunk.len()).any(|at| may_lead(text[at]) && leads(text, at))
    })
}

/// The same for what begins at one place or has it in its middle.
fn leads(text: &[u8], at: usize) -> bool {
    let next = text.get(at + 1);
    match text[at] {
        // Brackets of directives, marks and message ids.
        b'[' => matches!(next, Some(b'[' | b'/' | b'm' | b't' | b'A'..=b'Z')),
        // `_REPLY`, `_SKIP` and `_OK`, of which the last is written in capitals.
        b'_' => matches!(next, Some(b'R' | b'r' | b'S' | b's' | b'O')),
        // `(untrusted …`, `(metadata, …` and `(agent)`.
        b'(' => matches!(next, Some(b'u' | b'm' | b'A' | b'a')),
        // The address of a call.
        b'=' => next == Some(&b'f'),
        b':' => text[..at].ends_with(b"Delivery"),
        b'C' => text[at..].starts_with(b"Claw runtime"),
        // What headers of the newer generation end with.
        0xE2 => text[at..].starts_with("\u{27E6}".as_bytes()),
        _ => true,
    }
}

/// How plain a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// Nothing is to be done.
    Wholly,
    /// Nothing but to look through `usage`.
    ButNumbers,
}

/// Who a plain row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Person,
    Model,
    Tool,
}

/// What a plain block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Text,
    Call,
}

/// How plain a row is that has nothing but harmless texts, none of them to be cut, or nothing but calls of tools that
/// send no messages; none for another row.
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
    let mut role = None;
    let mut content = None;
    let mut is_of_tool = false;
    for entry in document.entries(row) {
        let key = document.key(entry);
        match &*key {
            b"role" => role = named_role(document, entry.value),
            b"content" => content = Some(entry.value),
            b"provider" if !document.is_string(entry.value, "openclaw") => {}
            b"stopReason" if !document.is_string(entry.value, "error") => {}
            b"usage" if keeps_usage && is_shown_usage(document, entry.value) => {}
            b"usage" => plain = Plain::ButNumbers,
            b"toolName" if sends_no_message(document, entry.value) => is_of_tool = true,
            b"toolCallId" | b"isError" => is_of_tool = true,
            b"__openclaw" if document.get(entry.value, UPSTREAM_TEXT).is_some() => return None,
            other if MEMBERS.contains(&other) => {}
            _ => return None,
        }
    }
    let role = role.filter(|role| is_of_tool == (*role == Role::Tool))?;
    let content = content?;
    let is_harmless = match document.kind(content) {
        Kind::String => is_plain_text(document, content, options),
        Kind::Array => {
            let mut kinds = elements(document, Some(content))
                .map(|block| plain_block(document, block, options));
            match kinds.next()? {
                Some(Block::Call) if role != Role::Model => false,
                first => first.is_some() && kinds.all(|kind| kind == first),
            }
        }
        _ => false,
    };
    is_harmless.then_some(plain)
}

fn named_role(document: &Document<'_>, role: Value) -> Option<Role> {
    let roles = [
        ("user", Role::Person),
        ("assistant", Role::Model),
        ("toolResult", Role::Tool),
    ];
    let mut roles = roles.into_iter();
    let found = roles.find(|(name, _)| document.is_string(role, name))?;
    Some(found.1)
}

/// True for the name of a tool other than `message`.
fn sends_no_message(document: &Document<'_>, name: Value) -> bool {
    document.string(name).is_some_and(|name| {
        let name = JsStr::from_wtf8(&name);
        !name.is_blank() && name.find_ignore_case("message").is_none()
    })
}

fn plain_block(document: &Document<'_>, block: Value, options: &DisplayOptions) -> Option<Block> {
    if document.kind(block) != Kind::Object {
        return None;
    }
    let mut kind = None;
    let mut is_text = false;
    let mut is_call = false;
    for entry in document.entries(block) {
        match &*document.key(entry) {
            b"type" if document.is_string(entry.value, "text") => kind = Some(Block::Text),
            b"type" if document.is_string(entry.value, "toolCall") => kind = Some(Block::Call),
            b"text" if is_plain_text(document, entry.value, options) => is_text = true,
            b"name" if sends_no_message(document, entry.value) => is_call = true,
            b"id" => is_call = true,
            b"arguments" if document.kind(entry.value) == Kind::Object => is_call = true,
            _ => return None,
        }
    }
    match kind? {
        Block::Text => (is_text && !is_call).then_some(Block::Text),
        Block::Call => (is_call && !is_text).then_some(Block::Call),
    }
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
    !has_lead(text.as_bytes()) && strip_trace_lines(text).is_none()
}
