use super::super::course::Course;
use super::super::heartbeat::{PROMPT, is_boundary, is_prompt_view, is_usual_ack};
use super::super::row::{
    Provenance, View, body, has_displayable_non_text, has_non_text, host, is_blank_text_only, is_cut, is_forwarded_assistant, is_host_row,
    is_role, is_subagent_announcement, row_text, with_host,
};
use super::super::speech::{edit_texts, is_answer, says_nothing};
use super::super::track::Row;
use super::super::value::{array, elements, is_bool, non_blank, text};
use super::merge_speech_supplements::is_supplement;
use crate::json::{Document, Value};
use crate::policy::Profile;
use crate::rule::declare_rule;
use crate::text::{JsStr, inter_session, strip_heartbeat_ends};

declare_rule! {
    /// ## What it does
    /// Hides rows that the host made for the model or for itself, and marks the row that begins a turn when the prompt
    /// that began it is hidden.
    /// ## Who refuses without it
    /// Nobody. People would see heartbeats, empty rows and answers twice.
    /// ## Exact rule
    /// 1. A heartbeat prompt directly before its acknowledgement: both go.
    /// 2. Rows with `display: false`; custom rows of type `openclaw.runtime-context`; announcements of subagents; user rows of
    ///    blank text without media; heartbeat prompts; assistant rows that acknowledge one (the token and at most 300 UTF-16
    ///    units), unless blank.
    /// 3. A `gateway-injected` row that repeats the `acp-runtime` row shown last; a `channel-final` delivery mirror that repeats
    ///    the assistant row before it, when that has a `mirrorIdentity`.
    /// 4. In `strict` an acknowledgement is hidden in the turn of a heartbeat alone; other answers go without the token at their
    ///    ends. A mirror of a delivered answer goes when nothing but speech stands between it and that answer. Reports of
    ///    finished subagents, images, music and videos are hidden by their provenance or the marker at their start.
    /// 5. After a hidden heartbeat prompt the next row that is neither system nor custom gets `__openclaw.turnBoundary`.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":"[OpenClaw heartbeat poll]"},{"role":"assistant","content":"HEARTBEAT_OK"},{"role":"user","content":"hi"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"hi","__openclaw":{"turnBoundary":true}}]
    /// ```
    /// ## Never touches
    /// Rows that another session sent.
    /// ## Order
    /// After forwarded turns have their role; before spoken versions look for the answer they speak.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 8; vectors `display/filter`.
    pub(crate) static HIDE_INTERNAL_ROWS = {
        id: "hide-internal-rows",
        summary: "heartbeats, runtime context, announcements and copies are hidden",
        effects: [Drops, Edits],
        rejects: [],
        since: "0.1.0",
    }
}

/// The visible rows.
pub(in super::super) fn apply(
    document: &mut Document<'_>,
    rows: &[Row],
    course: &mut Course,
    profile: Profile,
) -> Vec<Row> {
    let strict = profile == Profile::Strict;
    let mut visible: Vec<Row> = Vec::with_capacity(rows.len());
    // The row shown last that will not be merged into another one.
    let mut standing: Option<Value> = None;
    let mut index = 0;
    while let Some(&tracked) = rows.get(index) {
        let row = tracked.value;
        let previous = index.checked_sub(1).map(|at| rows[at].value);
        let last = visible.last().map(|row| row.value);
        if tracked.is_plain && !course.turn_boundary_pending {
            course.in_heartbeat &= !is_role(document, row, "user");
            if !course.in_heartbeat {
                visible.push(tracked);
                standing = Some(row);
                index += 1;
                continue;
            }
        }
        let view = View::of(document, row);
        let next = rows.get(index + 1).map(|row| row.value);
        index += 1;
        if view.as_ref().is_some_and(|view| view.is("user")) {
            course.in_heartbeat = is_boundary(document, row);
        }
        if is_answered_heartbeat(document, view.as_ref(), next) {
            course.hide_prompt(tracked.source);
            index += 1;
            continue;
        }
        let shown = match strict {
            false if is_hidden(document, tracked, view.as_ref()) => None,
            false => Some(row),
            true => shown_strictly(document, tracked, view.as_ref(), course.in_heartbeat),
        };
        let Some(row) = shown else {
            if is_boundary(document, row) {
                course.hide_prompt(tracked.source);
            }
            continue;
        };
        // What was cut was found to be another text when it was whole.
        let is_copy = !(strict && is_cut(document, row))
            && (is_injected_copy(document, row, last)
                || is_channel_copy(document, row, previous)
                || (strict && is_adjacent_mirror(document, row, standing)));
        if is_copy {
            continue;
        }
        let begins_turn = view.is_some_and(|view| !view.is("system") && !view.is("custom"));
        let row = match course.turn_boundary_pending && begins_turn {
            true => {
                course.turn_boundary_pending = false;
                mark_turn_boundary(document, row)
            }
            false => row,
        };
        if !is_supplement(document, row) {
            standing = Some(row);
        }
        visible.push(Row {
            in_heartbeat: course.in_heartbeat,
            ..tracked.with(row)
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

fn is_marked_hidden(document: &Document<'_>, row: Value) -> bool {
    is_bool(document, row, "display", false)
        || (is_role(document, row, "custom")
            && document.member_is(row, "customType", "openclaw.runtime-context"))
}

/// Tools whose reports wake the session and are no words of anybody.
const WAKING_TOOLS: [&str; 5] = [
    "subagent_announce",
    "subagent_settle",
    "image_generate",
    "music_generate",
    "video_generate",
];

/// The row as it is shown in `strict`; none when it is hidden. An acknowledgement is one in a heartbeat's turn alone;
/// elsewhere an answer goes without the token.
fn shown_strictly(
    document: &mut Document<'_>,
    Row {
        value: row, is_tame, ..
    }: Row,
    view: Option<&View>,
    in_heartbeat: bool,
) -> Option<Value> {
    if is_marked_hidden(document, row) {
        return None;
    }
    let Some(view) = view.filter(|_| !is_forwarded_assistant(document, row)) else {
        return Some(row);
    };
    if view.is("user") {
        let is_blank = is_blank_text_only(document, body(document, row));
        let is_hidden = is_wake(document, row)
            || (is_blank && !has_media(document, row))
            || is_prompt_view(document, view, PROMPT.into());
        return (!is_hidden).then_some(row);
    }
    if is_tame || !is_answer(document, row) {
        return Some(row);
    }
    let is_blank = is_blank_text_only(document, body(document, row));
    if in_heartbeat && !is_blank && is_usual_ack(document, row) {
        return None;
    }
    let shown = edit_texts(document, row, &strip_heartbeat_ends);
    (shown == row || !says_nothing(document, shown)).then_some(shown)
}

/// True when provenance, or the marker that the text begins with, names a tool that wakes the session.
fn is_wake(document: &Document<'_>, row: Value) -> bool {
    let is_known = |tool: JsStr<'_>| WAKING_TOOLS.iter().any(|known| tool == **known);
    let by_provenance = Provenance::of(document, row).is_some_and(|provenance| {
        provenance.is_inter_session
            && provenance
                .source_tool
                .is_some_and(|tool| is_known(tool.as_js()))
    });
    if by_provenance {
        return true;
    }
    let text = row_text(document, row);
    let Some(rest) = text.as_js().trim_start().strip_prefix(inter_session::MARKER) else {
        return false;
    };
    let line = rest.head(rest.find_byte(b'\n').unwrap_or(rest.len()));
    let tool = line.find("sourceTool=").map(|at| line.tail(at + "sourceTool=".len()));
    tool.is_some_and(|tool| {
        let end = tool.find_byte(b' ').unwrap_or(tool.len());
        is_known(tool.head(end).trim())
    })
}

/// True for the mirror of a delivered answer, given the row before it.
fn is_adjacent_mirror(document: &Document<'_>, row: Value, before: Option<Value>) -> bool {
    before.is_some_and(|before| {
        is_host_row(document, row, "delivery-mirror")
            && is_answer(document, before)
            && !has_displayable_non_text(document, row)
            && say_one_text(document, row, before)
    })
}

fn is_hidden(
    document: &Document<'_>,
    Row {
        value: row, is_tame, ..
    }: Row,
    view: Option<&View>,
) -> bool {
    if is_marked_hidden(document, row) {
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
    view.is("assistant") && !is_tame && !is_blank && is_usual_ack(document, row)
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
    !has_non_text(document, a) && !has_non_text(document, b) && say_one_text(document, a, b)
}

/// True when both rows have the same text, and any at all.
fn say_one_text(document: &Document<'_>, a: Value, b: Value) -> bool {
    let (a, b) = (row_text(document, a), row_text(document, b));
    let (a, b): (JsStr<'_>, JsStr<'_>) = (a.as_js().trim(), b.as_js().trim());
    !a.is_empty() && a == b
}
