//! Where a projection can be taken up again when rows are appended.

use super::row::{host, is_forwarded_assistant, is_forwarded_user, is_role};
use super::rules::merge_speech_supplements::{is_marked, is_supplement};
use super::tool_replies::tool_replies;
use super::value::{is_bool, is_record};
use super::{DisplayOptions, Projection};
use crate::json::{Document, Value};

/// What has to be projected again, and how, so that rows before it need not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Index of the last row that is shown as a person or a model of this session wrote it. It is given first.
    pub context: usize,
    /// All rows from this index on are given behind it; rows between the two are hidden, and mean nothing to others.
    pub from: usize,
    /// Index of the first row among those that are shown.
    pub shown: usize,
    /// How many rows from `from` on are hidden.
    pub hidden: usize,
    /// For [`DisplayOptions::with_turn_boundary_pending`].
    pub turn_boundary_pending: bool,
    /// For [`DisplayOptions::with_in_heartbeat`].
    pub in_heartbeat: bool,
}

/// Where to take up the projection of these rows; none when no row lends itself to it.
///
/// The first row must be shown, for rows behind it may repeat what was shown last, while no reply of a `message` tool
/// waits for its result. Behind it a hidden prompt of the heartbeat says all that hidden rows before it could.
/// Speech that belongs to an earlier answer is the one thing that reaches over it: see [`has_loose_speech`].
pub fn restart(
    document: &Document<'_>,
    rows: &[Value],
    projection: &Projection,
) -> Option<Restart> {
    let mut shown = projection.sources.iter().enumerate().peekable();
    let mut prompts = projection.hidden_prompts.iter().peekable();
    let mut found: Option<Restart> = None;
    let mut is_settled = true;
    // Speech may be part of the row that is given first.
    let mut is_spoken = false;
    for (raw, &value) in rows.iter().enumerate() {
        if is_record(document, value) {
            is_settled |= ends_tool_replies(document, value);
            is_settled &= tool_replies(document, value).is_empty();
            is_spoken |= is_marked(document, value);
        }
        if prompts.next_if(|&&prompt| prompt == raw).is_some()
            && is_settled
            && !is_spoken
            && let Some(found) = &mut found
        {
            let is_next = match shown.peek() {
                Some((at, source)) => *at == found.shown + 1 && source.is_some(),
                None => projection.rows.len() == found.shown + 1,
            };
            if is_next {
                found.from = raw;
            }
        }
        while shown.next_if(|(_, source)| source.is_none()).is_some() {}
        let Some((at, _)) = shown.next_if(|(_, source)| **source == Some(raw)) else {
            continue;
        };
        if is_settled && is_said_here(document, value) {
            is_spoken = false;
            found = Some(Restart {
                context: raw,
                from: raw + 1,
                shown: at,
                hidden: 0,
                turn_boundary_pending: is_boundary(document, projection.rows[at])
                    && !is_boundary(document, value),
                in_heartbeat: projection.in_heartbeat.get(at).is_some_and(|is| *is),
            });
        }
    }
    let mut found = found?;
    let shown = projection.sources.iter().flatten();
    let shown = shown.filter(|&&source| source >= found.from).count();
    found.hidden = (rows.len() - found.from).saturating_sub(shown);
    Some(found)
}

/// True when speech is left whose answer stands before these rows, if anywhere.
pub fn has_loose_speech(document: &Document<'_>, projection: &Projection) -> bool {
    let mut rows = projection.rows.iter();
    rows.any(|&row| is_supplement(document, row))
}

/// A row behind which no earlier reply of the `message` tool is waited for.
fn ends_tool_replies(document: &Document<'_>, row: Value) -> bool {
    is_role(document, row, "user") && !is_forwarded_user(document, row)
}

/// A row that a person or a model of this session wrote.
fn is_said_here(document: &Document<'_>, row: Value) -> bool {
    let is_person = ends_tool_replies(document, row);
    let is_model = is_role(document, row, "assistant")
        && !is_forwarded_assistant(document, row)
        && !document.member_is(row, "provider", "openclaw");
    is_person || is_model
}

fn is_boundary(document: &Document<'_>, row: Value) -> bool {
    host(document, row).is_some_and(|host| is_bool(document, host, "turnBoundary", true))
}

impl DisplayOptions {
    /// The options with which the rows of a restart are projected.
    pub fn resumed(self, restart: &Restart) -> Self {
        self.with_turn_boundary_pending(restart.turn_boundary_pending)
            .with_in_heartbeat(restart.in_heartbeat)
    }
}
