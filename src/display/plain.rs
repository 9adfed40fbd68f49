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
const CHUNK: usize = 16;

const fn may_lead(byte: u8) -> bool {
    matches!(
        byte,
        b'<' | b'[' | b'_' | b'(' | b'=' | b':' | b'C' | b'\\' | 0xE2 | 0xF0
    )
}

/// The same of each byte: to look for one byte this is quicker, for several at once the comparisons are.
static MAY_LEAD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = may_lead(byte as u8);
        byte += 1;
    }
    table
};

/// True for text in which an envelope, a tag, a token, a block, a directive or a call may begin or go on, where `leads`
/// tells it of one place.
fn has_lead(text: &[u8], leads: fn(&[u8], usize) -> bool) -> bool {
    // A token may go on in the next block.
    if text.first() == Some(&b'[') || text.last() == Some(&b'_') {
        return true;
    }
    // No byte of most chunks may be one; which of them is one matters for the others alone.
    text.chunks(CHUNK).enumerate().any(|(index, chunk)| {
        let start = index * CHUNK;
        chunk.iter().fold(false, |any, &byte| any | may_lead(byte))
            && (start..start + chunk.len())
                .any(|at| MAY_LEAD[usize::from(text[at])] && leads(text, at))
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
        b'<' => true,
        _ => false,
    }
}

/// Escapes that stand for what nothing begins with or goes on with.
const HARMLESS_ESCAPES: &[u8] = b"nrtbf\"\\";

/// The same for a text as JSON spells it, whatever its lines are: also where an escape may hide something, or where a line
/// that reports a tool may have its sign.
fn leads_as_spelled(text: &[u8], at: usize) -> bool {
    let rest = &text[at..];
    let may_report = match text[at] {
        b'\\' => !rest
            .get(1)
            .is_some_and(|escape| HARMLESS_ESCAPES.contains(escape)),
        b':' | b'=' => may_follow_call(&text[..at]),
        // U+26A0, U+2699 and pictures.
        0xE2 => rest.starts_with(b"\xE2\x9A"),
        0xF0 => true,
        _ => false,
    };
    may_report || leads(text, at)
}

/// True when `call` or `result` may stand at the end, with white space of any spelling behind it.
fn may_follow_call(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let is_spelled = matches!(text, [.., b'\\', b'n' | b'r' | b't' | b'f']);
    let ends_with = |word: &[u8]| {
        let start = text.len().checked_sub(word.len());
        start.is_some_and(|start| text[start..].eq_ignore_ascii_case(word))
    };
    let is_space = text.last().is_some_and(|byte| !byte.is_ascii());
    is_spelled || is_space || ends_with(b"call") || ends_with(b"result")
}

/// How plain a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// Nothing is to be done.
    Wholly,
    /// Nothing but to look through `usage`.
    ButNumbers,
    /// Nothing but to put the numbers of `usage` in order, which is left to who asked.
    ButOrder,
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
    let shown_usage = match options.profile {
        _ if !is_role(document, row, "assistant") => Plain::ButNumbers,
        Profile::Strict => Plain::Wholly,
        Profile::Compat if options.leaves_order => Plain::ButOrder,
        Profile::Compat => Plain::ButNumbers,
    };
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
            b"usage" if shown_usage == Plain::ButNumbers => plain = shown_usage,
            b"usage" if is_shown_usage(document, entry.value) => plain = shown_usage,
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
        let text = document.get(object, key);
        text.is_none_or(|text| is_harmless(document, text))
    };
    is_tame(row, "content")
        && is_tame(row, "text")
        && blocks(document, row).all(|block| is_tame(block, "text"))
        && document.get(row, "senderLabel").is_none()
}

fn is_plain_text(document: &Document<'_>, value: Value, options: &DisplayOptions) -> bool {
    document.kind(value) == Kind::String
        && !document.is_blank_string(value)
        && is_within(document, value, options.max_chars)
        && is_harmless(document, value)
}

/// True for what is no string, and for a string that needs no more than so many units. How it is spelled says so for nearly
/// all, without decoding.
fn is_within(document: &Document<'_>, value: Value, max_chars: f64) -> bool {
    let is_short = |spelled: &[u8]| (spelled.len() - 2) as f64 <= max_chars;
    document.spelling(value).is_none_or(is_short)
        || document
            .string(value)
            .is_none_or(|text| text.len() as f64 <= max_chars)
}

/// True for what is no string, and for a string in which nothing begins.
fn is_harmless(document: &Document<'_>, value: Value) -> bool {
    let Some(spelled) = document.spelling(value) else {
        return true;
    };
    if !has_lead(&spelled[1..spelled.len() - 1], leads_as_spelled) {
        return true;
    }
    let text = document.string(value).unwrap_or_default();
    !has_lead(&text, leads) && strip_trace_lines(JsStr::from_wtf8(&text)).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn is_harmless_json(text: &str) -> bool {
        let document = Document::parse(text.as_bytes(), 1, &Limits::default()).expect("JSON");
        is_harmless(&document, document.root())
    }

    #[test]
    fn signs_are_found_however_they_are_spelled() {
        for text in [
            r#""a <b""#,
            r#""a \u003cb""#,
            r#""[\/b""#,
            r#""a [\/b""#,
            r#""NO\u005fREPLY""#,
            r#""NO_""#,
            r#""a\nTool call\t: b""#,
            "\"a\\nfunction_result\u{A0}: b\"",
            "\"\u{1F4CA} Session Status: b\"",
            "\"\u{26A0}\u{FE0F} \u{1F6E0}\u{FE0F} Exec failed\"",
        ] {
            assert!(!is_harmless_json(text), "{text}");
        }
        for text in [
            r#""a b""#,
            r#""a\nb: \"c\" = d\\e""#,
            r#""\\u003cb""#,
            r#""what I call it: x""#,
            r#"5"#,
            "\"caf\u{E9}: \u{1F600}\"",
        ] {
            assert!(is_harmless_json(text), "{text}");
        }
    }
}
