//! Failed turns: what was said before the failure, or one sentence instead of the error.

use super::super::block;
use super::super::row::{blocks, is_role, should_drop};
use super::super::value::{
    MAX_SAFE_INTEGER, edit_elements, is_record, member_text, new_array, new_text_block,
};
use super::sanitize_blocks::sanitize_block;
use super::sanitize_rows::sanitize_row;
use crate::json::{Document, Value};
use crate::text::{JsString, is_control_reply};

const NO_CONTENT: &str = "[assistant turn failed before producing content]";
const FAILURE: &str = "The agent run failed before producing a reply.";

/// What only the host's log needs.
const ERROR_MEMBERS: [&str; 5] = [
    "diagnostics",
    "errorBody",
    "errorCode",
    "errorMessage",
    "errorType",
];

/// All rows, failed assistant turns as people see them.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    rows.iter()
        .map(|&row| {
            let is_failed = is_role(document, row, "assistant")
                && document.member_is(row, "stopReason", "error");
            match is_failed {
                true => project(document, row),
                false => row,
            }
        })
        .collect()
}

fn project(document: &mut Document<'_>, row: Value) -> Value {
    let has_other = blocks(document, row).any(|block| {
        is_record(document, block)
            && !block::is_text(document, block)
            && !block::is_reasoning(document, block)
    });
    if has_other {
        return keep(document, row);
    }
    let sanitized = sanitize_row(document, row, MAX_SAFE_INTEGER);
    if !should_drop(document, sanitized) && says_something(document, sanitized) {
        return keep(document, row);
    }
    let sentence = new_text_block(document, FAILURE.into());
    let content = new_array(document, &[sentence]);
    let row = document.with_member(sanitized, "content", content);
    let row = document.without_members(row, &ERROR_MEMBERS);
    document.without_members(row, &["phase", "text"])
}

fn says_something(document: &Document<'_>, row: Value) -> bool {
    let is_visible = |text: JsString| {
        let text = text.as_js().trim();
        !text.is_empty() && text != NO_CONTENT && !is_control_reply(text)
    };
    ["content", "text"]
        .iter()
        .filter_map(|key| member_text(document, row, key))
        .chain(blocks(document, row).filter_map(|block| block::spoken_text(document, block)))
        .any(is_visible)
}

/// The row with what it says, without reasoning and errors; `content` goes to the end.
fn keep(document: &mut Document<'_>, row: Value) -> Value {
    let content = document.get(row, "content");
    let bare = document.without_members(row, &["content"]);
    let mut kept = sanitize_row(document, bare, MAX_SAFE_INTEGER);
    if let Some(content) = content {
        kept = document.with_member(kept, "content", content);
    }
    let kept = edit_elements(document, kept, "content", &|document, block| {
        let block = sanitize_block(document, block, MAX_SAFE_INTEGER, false);
        (!block::is_reasoning(document, block)).then_some(block)
    });
    document.without_members(kept, &ERROR_MEMBERS)
}
