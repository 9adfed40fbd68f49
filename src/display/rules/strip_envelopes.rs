//! Rows without what hosts and channels write around a message.

use super::super::row::lower_role;
use super::super::value::{edit_elements, edit_text, has_string, member_text, trimmed};
use crate::json::{Document, Value};
use crate::text::{
    JsStr, JsString, inbound_metadata, strip_internal_metadata, strip_user_envelope,
};

/// Types of the blocks whose text is stripped, besides `text`: in user rows the first, in assistant rows both.
const TEXT_TYPES: [&str; 3] = ["text", "input_text", "output_text"];

/// All rows without envelopes; rows without a change stay the same values.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    rows.iter()
        .map(|&row| strip_envelope(document, row))
        .collect()
}

/// One row without its envelope; what a sender's metadata says becomes its `senderLabel`.
pub(in super::super) fn strip_envelope(document: &mut Document<'_>, row: Value) -> Value {
    let role = lower_role(document, row).unwrap_or_default();
    let role = role.as_js().trim();
    let is_user = role == "user";
    let types = match role {
        _ if is_user => &TEXT_TYPES[..2],
        _ if role == "assistant" => &TEXT_TYPES[..],
        _ => &TEXT_TYPES[..1],
    };
    let strip: &dyn Fn(JsStr<'_>) -> Option<JsString> = match is_user {
        true => &|text| strip_user_envelope(text),
        false => &|text| strip_internal_metadata(text),
    };
    let row = match is_user {
        true => with_sender_label(document, row),
        false => row,
    };
    if has_string(document, row, &["content"]) {
        return edit_text(document, row, "content", strip);
    }
    if super::super::value::array(document, row, "content").is_none() {
        return edit_text(document, row, "text", strip);
    }
    edit_elements(document, row, "content", &|document, block| {
        let is_text = types
            .iter()
            .any(|kind| document.member_is(block, "type", kind));
        Some(match is_text {
            true => edit_text(document, block, "text", strip),
            false => block,
        })
    })
}

fn with_sender_label(document: &mut Document<'_>, row: Value) -> Value {
    let Some(label) = sender_label(document, row) else {
        return row;
    };
    if member_text(document, row, "senderLabel").as_ref() == Some(&label) {
        return row;
    }
    let label = document.fresh_string(label.as_js());
    document.with_member(row, "senderLabel", label)
}

fn sender_label(document: &Document<'_>, row: Value) -> Option<JsString> {
    let label = |object, key| {
        let text = member_text(document, object, key)?;
        inbound_metadata::sender_label(text.as_js())
    };
    trimmed(document, row, "senderLabel")
        .or_else(|| label(row, "content"))
        .or_else(|| super::super::row::blocks(document, row).find_map(|block| label(block, "text")))
        .or_else(|| match has_string(document, row, &["content"]) {
            true => None,
            false => label(row, "text"),
        })
}
