//! Rows that people see: without heartbeats, runtime context, announcements and copies.

use super::super::heartbeat::{PROMPT, is_boundary, is_prompt_view, is_usual_ack};
use super::super::row::{
    View, body, has_non_text, host, is_blank_text_only, is_forwarded_assistant, is_host_row,
    is_role, is_subagent_announcement, row_text, with_host,
};
use super::super::value::{array, elements, is_bool, non_blank, text};
use crate::json::{Document, Value};
use crate::text::JsStr;

/// The visible rows. `pending`: a turn's boundary was hidden and waits for the row that begins the turn.
pub(in super::super) fn apply(
    document: &mut Document<'_>,
    rows: &[Value],
    pending: &mut bool,
) -> Vec<Value> {
    let mut visible: Vec<Value> = Vec::with_capacity(rows.len());
    let mut index = 0;
    while let Some(&row) = rows.get(index) {
        let previous = index.checked_sub(1).map(|at| rows[at]);
        let view = View::of(document, row);
        let next = rows.get(index + 1).copied();
        index += 1;
        if is_answered_heartbeat(document, view.as_ref(), next) {
            *pending = true;
            index += 1;
            continue;
        }
        if is_hidden(document, row, view.as_ref()) {
            *pending |= is_boundary(document, row);
            continue;
        }
        if is_injected_copy(document, row, visible.last().copied())
            || is_channel_copy(document, row, previous)
        {
            continue;
        }
        let begins_turn = view.is_some_and(|view| !view.is("system") && !view.is("custom"));
        visible.push(match *pending && begins_turn {
            true => {
                *pending = false;
                mark_turn_boundary(document, row)
            }
            false => row,
        });
    }
    visible
}

/// The row with `turnBoundary: true` in its host's member.
pub(in super::super) fn mark_turn_boundary(document: &mut Document<'_>, row: Value) -> Value {
    let is_marked =
        host(document, row).is_some_and(|host| is_bool(document, host, "turnBoundary", true));
    if is_marked {
        return row;
    }
    with_host(document, row, |document, host| {
        let mark = document.fresh("true");
        document.with_member(host, "turnBoundary", mark)
    })
}

fn is_answered_heartbeat(
    document: &Document<'_>,
    view: Option<&View>,
    next: Option<Value>,
) -> bool {
    view.is_some_and(|view| is_prompt_view(document, view, PROMPT.into()))
        && next.is_some_and(|next| {
            is_usual_ack(document, next) && !is_forwarded_assistant(document, next)
        })
}

fn is_hidden(document: &Document<'_>, row: Value, view: Option<&View>) -> bool {
    if is_bool(document, row, "display", false) {
        return true;
    }
    if is_role(document, row, "custom")
        && document.member_is(row, "customType", "openclaw.runtime-context")
    {
        return true;
    }
    let Some(view) = view.filter(|_| !is_forwarded_assistant(document, row)) else {
        return false;
    };
    let is_blank = is_blank_text_only(document, body(document, row));
    if view.is("user") {
        let text = row_text(document, row);
        return is_subagent_announcement(document, row, text.as_js())
            || (is_blank && !has_media(document, row))
            || is_prompt_view(document, view, PROMPT.into());
    }
    view.is("assistant") && !is_blank && is_usual_ack(document, row)
}

fn has_media(document: &Document<'_>, row: Value) -> bool {
    match array(document, row, "MediaPaths") {
        Some(paths) => elements(document, Some(paths))
            .any(|path| text(document, path).is_some_and(|path| !path.as_js().is_blank())),
        None => non_blank(document, row, "MediaPath").is_some(),
    }
}

/// True when the row repeats what an agent's row right before it said.
fn is_injected_copy(document: &Document<'_>, row: Value, last: Option<Value>) -> bool {
    last.is_some_and(|last| {
        is_host_row(document, row, "gateway-injected")
            && is_host_row(document, last, "acp-runtime")
            && say_the_same(document, row, last)
    })
}

/// True when the row is what a channel was given of the answer right before it.
fn is_channel_copy(document: &Document<'_>, row: Value, previous: Option<Value>) -> bool {
    let Some(previous) = previous.filter(|_| is_host_row(document, row, "delivery-mirror")) else {
        return false;
    };
    let is_final = document
        .get(row, "openclawDeliveryMirror")
        .is_some_and(|mirror| document.member_is(mirror, "kind", "channel-final"));
    let is_mirrored = host(document, previous)
        .is_some_and(|host| non_blank(document, host, "mirrorIdentity").is_some());
    is_final
        && is_mirrored
        && is_role(document, previous, "assistant")
        && !is_host_row(document, previous, "delivery-mirror")
        && !is_forwarded_assistant(document, previous)
        && say_the_same(document, row, previous)
}

fn say_the_same(document: &Document<'_>, a: Value, b: Value) -> bool {
    if has_non_text(document, a) || has_non_text(document, b) {
        return false;
    }
    let (a, b) = (row_text(document, a), row_text(document, b));
    let (a, b): (JsStr<'_>, JsStr<'_>) = (a.as_js().trim(), b.as_js().trim());
    !a.is_empty() && a == b
}
