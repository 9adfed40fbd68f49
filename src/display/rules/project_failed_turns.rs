use super::super::block;
use super::super::row::{blocks, is_role, should_drop};
use super::super::shown_block::shown_block;
use super::super::shown_row::shown_row;
use super::super::value::{
    MAX_SAFE_INTEGER, edit_elements, is_record, member_text, new_array, new_text_block,
};
use crate::json::{Document, Value};
use crate::policy::Profile;
use crate::rule::declare_rule;
use crate::text::{JsString, is_control_reply};

declare_rule! {
    /// ## What it does
    /// Shows an assistant turn that ended in an error without the error: with what it said before, else with one sentence.
    /// ## Who refuses without it
    /// Nobody. People would see an empty row, and clients would get error bodies.
    /// ## Exact rule
    /// Rows of role `assistant` with `stopReason` `error`:
    /// 1. With a block that is neither text nor reasoning, or with a text that is shown (not blank, no control reply, not
    ///    `[assistant turn failed before producing content]`): reasoning and `diagnostics`, `errorBody`, `errorCode`,
    ///    `errorMessage`, `errorType` go; `content` becomes the last member.
    /// 2. Others: the content is `The agent run failed before producing a reply.`; `phase`, `text` and the members above go.
    /// ## Example
    /// ```json before
    /// [{"role":"assistant","content":[],"stopReason":"error","errorMessage":"boom"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"The agent run failed before producing a reply."}],"stopReason":"error"}]
    /// ```
    /// ## Never touches
    /// Turns that ended otherwise.
    /// ## Order
    /// Before silent texts are dropped: it tells by them whether anything was said.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 4; vectors `display/filter`.
    pub(crate) static PROJECT_FAILED_TURNS = {
        id: "project-failed-turns",
        summary: "a failed turn shows what was said, or one sentence",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

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

/// A failed assistant turn as people see it, any other row as it is.
pub(in super::super) fn apply(document: &mut Document<'_>, row: Value, profile: Profile) -> Value {
    let is_failed =
        is_role(document, row, "assistant") && document.member_is(row, "stopReason", "error");
    if !is_failed {
        return row;
    }
    let keep = match profile {
        Profile::Compat => keep_content_last,
        Profile::Strict => keep_in_place,
    };
    project(document, row, keep)
}

fn project(
    document: &mut Document<'_>,
    row: Value,
    keep: fn(&mut Document<'_>, Value) -> Value,
) -> Value {
    let has_other = blocks(document, row).any(|block| {
        is_record(document, block)
            && !block::is_text(document, block)
            && !block::is_reasoning(document, block)
    });
    if has_other {
        return keep(document, row);
    }
    let sanitized = shown_row(document, row, false, MAX_SAFE_INTEGER);
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

/// The row with what it says, without reasoning and errors.
fn keep_in_place(document: &mut Document<'_>, row: Value) -> Value {
    let row = edit_elements(document, row, "content", &|document, block| {
        (!block::is_reasoning(document, block)).then_some(block)
    });
    document.without_members(row, &ERROR_MEMBERS)
}

/// The same as far as the first step goes; `content` goes to the end.
fn keep_content_last(document: &mut Document<'_>, row: Value) -> Value {
    let content = document.get(row, "content");
    let bare = document.without_members(row, &["content"]);
    let mut kept = shown_row(document, bare, false, MAX_SAFE_INTEGER);
    if let Some(content) = content {
        kept = document.with_member(kept, "content", content);
    }
    let kept = edit_elements(document, kept, "content", &|document, block| {
        let block = shown_block(document, block, MAX_SAFE_INTEGER, false);
        (!block::is_reasoning(document, block)).then_some(block)
    });
    document.without_members(kept, &ERROR_MEMBERS)
}
