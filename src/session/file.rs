//! From bytes to the values of a session file, in the form in which entries are used.

use super::entry::is_type;
use crate::json::{Document, Entry, Kind, Value};
use crate::text::JsStr;
use crate::{Error, Limits};

/// The values of a file.
pub(super) struct File<'s> {
    pub(super) document: Document<'s>,
    pub(super) values: Vec<Value>,
    /// Lines that are no JSON.
    pub(super) skipped: usize,
    /// Nothing but white space is in it.
    pub(super) blank: bool,
}

/// Levels of a line that are listed at once: the record, its message, and the message's content.
const DEPTH: usize = 3;

/// Reads all lines and puts messages into the form that the rest relies on.
pub(super) fn read<'s>(bytes: &'s [u8], limits: &Limits) -> Result<File<'s>, Error> {
    let (mut document, mut values, skipped) = Document::parse_lines(bytes, DEPTH, limits)?;
    for value in &mut values {
        if let Some(normal) = normalize(&mut document, *value) {
            *value = normal;
        }
    }
    Ok(File {
        blank: values.is_empty() && skipped == 0,
        document,
        values,
        skipped,
    })
}

/// A `message` entry with content of an older form, in the current one.
fn normalize(document: &mut Document<'_>, entry: Value) -> Option<Value> {
    if !is_type(document, entry, "message") {
        return None;
    }
    let message = document.get(entry, "message")?;
    let content = document.get(message, "content")?;
    let is_result = document.member_is(message, "role", "toolResult");
    if !is_result && !document.member_is(message, "role", "assistant") {
        return None;
    }
    let block = match document.kind(content) {
        Kind::String => text_block(document, content),
        Kind::Object if is_result => content,
        _ => return None,
    };
    let content = document.fresh_array(&[Entry::element(block, 0)]);
    let message = document.with_member(message, "content", content);
    Some(document.with_member(entry, "message", message))
}

/// A text block around a string value.
pub(super) fn text_block(document: &mut Document<'_>, text: Value) -> Value {
    let kind = document.fresh_string(JsStr::from("text"));
    document.fresh_object(&[("type", kind), ("text", text)])
}
