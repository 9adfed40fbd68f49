//! One row as people should see it, in `strict`: tokens of any kind and number go, cuts are marked on the row, and what
//! would only be copied stays the same.

use std::cell::Cell;

use super::block;
use super::numbers::is_shown_usage;
use super::row::{
    UPSTREAM_TEXT, blocks, host, is_control, is_cut, is_role, signature_phase, with_host,
};
use super::shown_block::{REPLAY_MEMBERS, without_details};
use super::shown_row::{
    with_details_view, with_final_texts, with_numbers, without_commentary_mark,
};
use super::speech::{Speaker, edit_texts, is_answer, says_nothing, texts};
use super::value::{array, edit_elements, edit_long_text, new_array, new_text, new_text_block};
use crate::json::{Document, Value, write};
use crate::text::{
    JsStr, JsString, Phase, TRUNCATION_MARK, strip_all_control_tokens, truncate_marked,
    truncate_utf16,
};

/// What only the provider reads, in rows and in blocks.
const PROVIDER_MEMBERS: [&str; 3] = [REPLAY_MEMBERS[0], REPLAY_MEMBERS[1], "providerReplay"];

/// Why a row is marked as cut.
const CUT_REASON: &str = "display-cap";

/// True for an answer that is a control reply, even when its token is split over texts.
pub(super) fn is_silent(document: &Document<'_>, row: Value) -> bool {
    if !is_answer(document, row) {
        return false;
    }
    let mut whole = JsString::new();
    let mut parts = 0;
    for text in texts(document, row) {
        whole.push(text.as_js());
        parts += 1;
    }
    parts > 1 && is_control(whole.as_js()) && !super::row::has_displayable_non_text(document, row)
}

/// One row as people should see it, the row itself when nothing changes; none when nothing is left to see. `is_tame`: no
/// token can be in its texts.
pub(super) fn answer_row(
    document: &mut Document<'_>,
    row: Value,
    is_tame: bool,
    max_chars: f64,
) -> Option<Value> {
    let row = unless_equal(document, row, |document| {
        let row = with_details_view(document, row, max_chars);
        match has_shown_usage(document, row) {
            true => row,
            false => with_numbers(document, row),
        }
    });
    let row = without_internal_members(document, row);
    let row = match !is_tame && is_answer(document, row) {
        true => without_control(document, row)?,
        false => row,
    };
    let row = match is_role(document, row, "assistant") {
        true => with_answer_blocks(document, row),
        false => row,
    };
    Some(cut(document, row, max_chars))
}

/// True for an answer with usage that is shown as it is, and no other numbers.
fn has_shown_usage(document: &Document<'_>, row: Value) -> bool {
    let usage = document.get(row, "usage");
    usage.is_some_and(|usage| is_shown_usage(document, usage))
        && document.get(row, "cost").is_none()
        && is_role(document, row, "assistant")
}

fn without_internal_members(document: &mut Document<'_>, row: Value) -> Value {
    let row = document.without_members(row, &PROVIDER_MEMBERS);
    match host(document, row).filter(|&host| document.get(host, UPSTREAM_TEXT).is_some()) {
        Some(_) => with_host(document, row, |document, host| {
            document.without_members(host, &[UPSTREAM_TEXT])
        }),
        None => row,
    }
}

/// What `edit` makes of the row, unless it says the same.
fn unless_equal<'s>(
    document: &mut Document<'s>,
    row: Value,
    edit: impl FnOnce(&mut Document<'s>) -> Value,
) -> Value {
    let edited = edit(document);
    let is_equal = edited == row
        || ["details", "usage", "cost"].iter().all(|key| {
            match (document.get(edited, key), document.get(row, key)) {
                (Some(new), Some(old)) => {
                    new == old || write(document, new) == write(document, old)
                }
                (new, old) => new == old,
            }
        });
    if is_equal { row } else { edited }
}

/// The answer without control tokens at the end of its texts, and without texts that were nothing else; none when it
/// said nothing else.
fn without_control(document: &mut Document<'_>, row: Value) -> Option<Value> {
    let stripped = edit_texts(document, row, &strip_all_control_tokens);
    if stripped == row {
        return Some(row);
    }
    if says_nothing(document, stripped) {
        return None;
    }
    let kept = edit_elements(document, stripped, "content", &|document, block| {
        let is_empty = block::spoken_text(document, block).is_some_and(|text| text.is_empty());
        (!is_empty).then_some(block)
    });
    Some(kept)
}

/// An answer without what only led to it: with tools its texts and media stay; else, of signed texts, the final answer.
fn with_answer_blocks(document: &mut Document<'_>, row: Value) -> Value {
    if array(document, row, "content").is_none() {
        return row;
    }
    let is_final = |document: &Document<'_>, block: Value| {
        signature_phase(document, block) == Some(Phase::FinalAnswer)
    };
    let plain = |document: &Document<'_>, block: Value| block::is_plain_text(document, block);
    let has_tool = blocks(document, row).any(|block| block::is_tool(document, block));
    let has_text = blocks(document, row).any(|block| {
        plain(document, block)
            && block::spoken_text(document, block).is_some_and(|text| !text.as_js().is_blank())
    });
    let has_final =
        blocks(document, row).any(|block| plain(document, block) && is_final(document, block));
    if has_tool && has_text {
        let shown: Vec<Value> = blocks(document, row)
            .filter(|&block| {
                !block::is_tool(document, block)
                    && !block::is_reasoning(document, block)
                    && (!plain(document, block) || !has_final || is_final(document, block))
            })
            .collect();
        let shown: Vec<Value> = shown
            .into_iter()
            .map(|block| match block::spoken_text(document, block) {
                // Without its signature, by which commentary would be taken for no answer.
                Some(text) if !has_final => new_text_block(document, text.as_js()),
                _ => block,
            })
            .collect();
        let content = new_array(document, &shown);
        let row = document.with_member(row, "content", content);
        return without_commentary_mark(document, row);
    }
    with_final_texts(document, row)
}

/// The row with its texts cut, and marked if any was.
fn cut(document: &mut Document<'_>, row: Value, max_chars: f64) -> Value {
    let was_cut = Cell::new(false);
    let noted = |text: Option<JsString>| {
        was_cut.set(was_cut.get() || text.is_some());
        text
    };
    let marked = |text: JsStr<'_>| noted(cut_marked(text, max_chars));
    let bare = |text: JsStr<'_>| noted(cut_bare(text, max_chars));
    let is_tool_row = Speaker::of(document, row) == Speaker::Other
        && super::row::has_role(document, row, &super::shown_row::TOOL_ROLES);
    let of_row: &dyn Fn(JsStr<'_>) -> Option<JsString> = match is_tool_row {
        true => &bare,
        false => &marked,
    };
    let row = edit_long_text(document, row, "content", max_chars, of_row);
    let row = edit_elements(document, row, "content", &|document, block| {
        let is_tool = is_tool_row || block::is_tool(document, block);
        let of_block: &dyn Fn(JsStr<'_>) -> Option<JsString> = match is_tool {
            true => &bare,
            false => &marked,
        };
        let mut block = without_details(document, block, max_chars);
        for key in ["text", "content", "partialJson", "arguments"] {
            block = edit_long_text(document, block, key, max_chars, of_block);
        }
        block = edit_long_text(document, block, "thinking", max_chars, &marked);
        Some(document.without_members(block, &PROVIDER_MEMBERS))
    });
    let row = edit_long_text(document, row, "text", max_chars, of_row);
    if !was_cut.get() || is_cut(document, row) {
        return row;
    }
    with_host(document, row, |document, host| {
        let mark = document.fresh("true");
        let host = document.with_member(host, "truncated", mark);
        if document.get(host, "reason").is_some() {
            return host;
        }
        let reason = new_text(document, CUT_REASON);
        document.with_member(host, "reason", reason)
    })
}

/// The text cut, with the mark behind it. A mark that stands there from before does not count.
fn cut_marked(text: JsStr<'_>, max_chars: f64) -> Option<JsString> {
    if text.len() as f64 <= max_chars {
        return None;
    }
    let body = match text.ends_with(TRUNCATION_MARK) {
        true => text.head(text.len() - TRUNCATION_MARK.len()),
        false => text,
    };
    truncate_marked(body, max_chars)
}

/// A tool's text cut, with nothing behind it that could be taken for a part of it.
fn cut_bare(text: JsStr<'_>, max_chars: f64) -> Option<JsString> {
    let kept = truncate_utf16(text, max_chars);
    (kept.len() < text.len()).then(|| kept.to_owned())
}
