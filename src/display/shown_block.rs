//! Content blocks as people see them.

use super::block;
use super::details::details_view;
use super::value::{edit_long_text, edit_text, is_record, record};
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString, strip_directives, truncate_marked};

/// What only the provider reads.
pub(super) const REPLAY_MEMBERS: [&str; 2] = ["thinkingSignature", "openclawReasoningReplay"];

/// The text without directives, cut; `None` when nothing changes.
pub(super) fn shown_text(text: JsStr<'_>, max_chars: f64) -> Option<JsString> {
    let stripped = strip_directives(text);
    let current = stripped.as_ref().map_or(text, JsString::as_js);
    truncate_marked(current, max_chars).or(stripped)
}

/// One block as people see it; the block itself when nothing changes. `is_exact`: tool payloads are not cut.
pub(super) fn shown_block(
    document: &mut Document<'_>,
    block: Value,
    max_chars: f64,
    is_exact: bool,
) -> Value {
    if !is_record(document, block) {
        return block;
    }
    let is_exact = is_exact || block::is_tool(document, block);
    let payload_chars = if is_exact { f64::INFINITY } else { max_chars };
    let mut block = without_details(document, block, max_chars);
    for key in ["text", "content"] {
        block = edit_text(document, block, key, &|text| {
            shown_text(text, payload_chars)
        });
    }
    for key in ["partialJson", "arguments"] {
        block = edit_long_text(document, block, key, payload_chars, &|text| {
            truncate_marked(text, payload_chars)
        });
    }
    block = edit_long_text(document, block, "thinking", max_chars, &|text| {
        truncate_marked(text, max_chars)
    });
    block = document.without_members(block, &REPLAY_MEMBERS);
    without_payload(document, block)
}

pub(super) fn without_details(document: &mut Document<'_>, block: Value, max_chars: f64) -> Value {
    let Some(details) = document
        .get(block, "details")
        .filter(|_| block::is_result(document, block))
    else {
        return block;
    };
    let view = match is_record(document, details) {
        true => details_view(document, details, max_chars),
        false => None,
    };
    match view {
        Some(view) => document.with_member(block, "details", view),
        None => document.without_members(block, &["details"]),
    }
}

/// Images and sounds go without their bytes, which are counted.
fn without_payload(document: &mut Document<'_>, block: Value) -> Value {
    if document.member_is(block, "type", "image") {
        return with_data_counted(document, block);
    }
    let source = record(document, block, "source").filter(|&source| {
        document.member_is(block, "type", "audio") && document.member_is(source, "type", "base64")
    });
    match source.map(|source| (source, with_data_counted(document, source))) {
        Some((old, new)) if old != new => document.with_member(block, "source", new),
        _ => block,
    }
}

fn with_data_counted(document: &mut Document<'_>, holder: Value) -> Value {
    let bytes = document
        .get_string(holder, "data")
        .map(|data| base64_bytes(JsStr::from_wtf8(&data)));
    let Some(bytes) = bytes else { return holder };
    let holder = document.without_members(holder, &["data"]);
    let omitted = document.fresh("true");
    let holder = document.with_member(holder, "omitted", omitted);
    let bytes = document.fresh_number(bytes as f64);
    document.with_member(holder, "bytes", bytes)
}

/// How many bytes base64 text stands for, if it is base64: three for every four units above U+0020, less the padding.
pub(super) fn base64_bytes(text: JsStr<'_>) -> usize {
    let is_unit = |&(_, c): &(usize, u32)| c > 0x20;
    let units: usize = text
        .code_points()
        .filter(is_unit)
        .map(|(_, c)| if c >= 0x10000 { 2 } else { 1 })
        .sum();
    let ending = text.as_bytes().iter().rev().filter(|&&b| b > 0x20).take(2);
    let padding = ending.take_while(|&&b| b == b'=').count();
    (units * 3 / 4).saturating_sub(padding)
}
