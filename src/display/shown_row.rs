//! One row as people see it: without directives, control tokens, payloads and the host's notes, and cut to a length.

use super::block;
use super::details::{conflict_view, details_view};
use super::numbers::{cost_view, usage_view};
use super::row::{
    blocks, has_displayable_non_text, has_role, is_control, is_forwarded_assistant, is_role,
    signature_phase,
};
use super::shown_block::{shown_block, shown_text};
use super::value::{
    array, edit_elements, edit_text, elements, has_string, is_record, member_text, new_array,
    new_text_block, text,
};
use crate::json::{Document, Kind, Value};
use crate::text::{JsStr, JsString, Phase, strip_control_tokens};

pub(super) const TOOL_ROLES: [&str; 4] = ["toolresult", "tool_result", "tool", "function"];
pub(super) const TOOL_KEYS: [&str; 4] = ["toolName", "tool_name", "toolCallId", "tool_call_id"];
const RESULT_IDS: [&str; 4] = ["toolCallId", "tool_call_id", "toolUseId", "tool_use_id"];
const RESULT_NAMES: [&str; 2] = ["toolName", "tool_name"];

/// One row as people see it; the row itself when nothing changes. `is_tame`: no token can be in its texts.
pub(super) fn shown_row(
    document: &mut Document<'_>,
    row: Value,
    is_tame: bool,
    max_chars: f64,
) -> Value {
    if !is_record(document, row) {
        return row;
    }
    let is_exact = has_role(document, row, &TOOL_ROLES) || has_string(document, row, &TOOL_KEYS);
    let strips_control =
        !is_tame && has_role(document, row, &["assistant"]) && !keeps_control_texts(document, row);
    let row = with_details_view(document, row, max_chars);
    let row = with_numbers(document, row);
    let edit = |text: JsStr<'_>| {
        let shown = shown_text(text, f64::INFINITY);
        let current = shown.as_ref().map_or(text, JsString::as_js);
        let spoken = match strips_control {
            true => strip_control_tokens(current),
            false => current,
        };
        let cut = match is_exact {
            true => None,
            false => crate::text::truncate_marked(spoken, max_chars),
        };
        cut.or_else(|| Some(spoken.to_owned()))
    };
    let row = edit_text(document, row, "content", &edit);
    let row = edit_elements(document, row, "content", &|document, block| {
        let block = shown_block(document, block, max_chars, is_exact);
        Some(match strips_control && block::is_text(document, block) {
            true => edit_text(document, block, "text", &|text| {
                Some(strip_control_tokens(text).to_owned())
            }),
            false => block,
        })
    });
    let row = match is_role(document, row, "assistant") {
        true => with_answer_blocks(document, row, max_chars),
        false => row,
    };
    edit_text(document, row, "text", &edit)
}

/// True for a row of nothing but bare texts, which are all that a second look could change.
pub(super) fn is_bare(document: &Document<'_>, row: Value) -> bool {
    let is_bare_text = |block: Value| {
        block::is_plain_text(document, block)
            && has_string(document, block, &["text"])
            && document.elements(block).len() == 2
    };
    document.get(row, "details").is_none()
        && document
            .get(row, "content")
            .is_some_and(|content| match document.kind(content) {
                Kind::String => true,
                Kind::Array => elements(document, Some(content)).all(is_bare_text),
                _ => false,
            })
}

/// True for a row whose control replies go with something to see, or that another session sent.
fn keeps_control_texts(document: &Document<'_>, row: Value) -> bool {
    if is_forwarded_assistant(document, row) {
        return true;
    }
    let whole = document
        .get_non_null(row, "text")
        .or_else(|| document.get_non_null(row, "content"))
        .and_then(|value| text(document, value));
    let texts: Vec<JsString> = match whole {
        Some(text) => vec![text],
        None => blocks(document, row)
            .filter_map(|block| block::spoken_text(document, block))
            .collect(),
    };
    !texts.is_empty()
        && texts.iter().all(|text| is_control(text.as_js()))
        && has_displayable_non_text(document, row)
}

pub(super) fn with_details_view(document: &mut Document<'_>, row: Value, max_chars: f64) -> Value {
    let Some(details) = document.get(row, "details") else {
        return row;
    };
    let view = match conflict_view(document, row) {
        Some(view) => Some(view),
        None if is_result(document, row) && is_record(document, details) => {
            details_view(document, details, max_chars)
        }
        None => None,
    };
    match view {
        Some(view) => document.with_member(row, "details", view),
        None => document.without_members(row, &["details"]),
    }
}

/// True for a row with the shape of a tool's result.
fn is_result(document: &Document<'_>, row: Value) -> bool {
    has_role(document, row, &TOOL_ROLES)
        || blocks(document, row).any(|block| block::is_result(document, block))
        || (has_string(document, row, &RESULT_IDS)
            && has_string(document, row, &RESULT_NAMES)
            && !blocks(document, row).any(|block| block::is_call(document, block)))
}

pub(super) fn with_numbers(document: &mut Document<'_>, row: Value) -> Value {
    let is_assistant = is_role(document, row, "assistant");
    type NumberView = fn(&mut Document<'_>, Value) -> Option<Value>;
    let views: [(&str, NumberView); 2] = [("usage", usage_view), ("cost", cost_view)];
    views.into_iter().fold(row, |row, (key, view)| {
        let Some(numbers) = document.get(row, key) else {
            return row;
        };
        match is_assistant.then(|| view(document, numbers)).flatten() {
            Some(view) => document.with_member(row, key, view),
            None => document.without_members(row, &[key]),
        }
    })
}

/// An assistant row without what only led to its answer: with tools its texts alone stay; else, of signed texts, the
/// final answer.
fn with_answer_blocks(document: &mut Document<'_>, row: Value, max_chars: f64) -> Value {
    if array(document, row, "content").is_none() {
        return row;
    }
    if blocks(document, row).any(|block| block::is_tool(document, block)) {
        let texts = plain_texts(document, row, max_chars);
        if !texts.is_empty() {
            let texts: Vec<Value> = texts
                .iter()
                .map(|text| new_text_block(document, text.as_js()))
                .collect();
            let content = new_array(document, &texts);
            let row = document.with_member(row, "content", content);
            return without_commentary_mark(document, row);
        }
    }
    with_final_texts(document, row)
}

/// The row, which says something now, without the mark of commentary.
pub(super) fn without_commentary_mark(document: &mut Document<'_>, row: Value) -> Value {
    match document.member_is(row, "phase", Phase::Commentary.name()) {
        true => document.without_members(row, &["phase"]),
        false => row,
    }
}

/// The row with the final answer alone where its texts are signed.
pub(super) fn with_final_texts(document: &mut Document<'_>, row: Value) -> Value {
    let is_signed = blocks(document, row).any(|block| {
        block::is_plain_text(document, block) && signature_phase(document, block).is_some()
    });
    if !is_signed {
        return row;
    }
    edit_elements(document, row, "content", &|document, block| {
        let goes = block::is_plain_text(document, block)
            && signature_phase(document, block) != Some(Phase::FinalAnswer);
        (!goes).then_some(block)
    })
}

/// The texts of a row that are not blank, cut.
fn plain_texts(document: &Document<'_>, row: Value, max_chars: f64) -> Vec<JsString> {
    let plain = blocks(document, row).filter(|&block| block::is_plain_text(document, block));
    plain
        .filter_map(|block| member_text(document, block, "text"))
        .filter(|text| !text.as_js().is_blank())
        .map(|text| shown_text(text.as_js(), max_chars).unwrap_or(text))
        .filter(|text| !text.as_js().is_blank())
        .collect()
}
