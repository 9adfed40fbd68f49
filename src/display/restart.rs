//! Where a projection can be taken up again when rows are appended.

use super::row::{View, is_forwarded_assistant, is_forwarded_user, is_role, row_text};
use super::tool_replies::tool_replies;
use super::value::{is_bool, is_record};
use super::{Projection, row};
use crate::json::{Document, Value};

/// A row from which the projection of what follows does not depend on what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Its index among the rows of the input.
    pub raw: usize,
    /// Its index among the rows that are shown.
    pub shown: usize,
}

/// The word by which a heartbeat's prompt is told, in any wording.
const HEARTBEAT: &str = "heartbeat";

/// The last row that is shown as a person or the model wrote it, outside the turns of heartbeats, while no reply of a
/// `message` tool may be waiting for its result; none when there is no such row.
///
/// Speech that belongs to an answer before that row is the one thing that reaches over it.
pub fn restart(
    document: &Document<'_>,
    rows: &[Value],
    projection: &Projection,
) -> Option<Restart> {
    let mut shown = projection.sources.iter().enumerate().peekable();
    let mut found = None;
    let mut is_settled = true;
    for (raw, &value) in rows.iter().enumerate() {
        if is_record(document, value) {
            if View::of(document, value).is_some_and(|view| view.is("user"))
                && !is_forwarded_user(document, value)
            {
                let text = row_text(document, value);
                is_settled = text.as_js().find_ignore_case(HEARTBEAT).is_none();
            }
            is_settled &= tool_replies(document, value).is_empty();
        }
        while shown.next_if(|(_, source)| source.is_none()).is_some() {}
        let Some((at, _)) = shown.next_if(|(_, source)| **source == Some(raw)) else {
            continue;
        };
        if is_settled && is_plain(document, value) && !is_boundary(document, projection.rows[at]) {
            found = Some(Restart { raw, shown: at });
        }
    }
    found
}

/// A row that a person or a model of this session wrote.
fn is_plain(document: &Document<'_>, row: Value) -> bool {
    let is_person = is_role(document, row, "user") && !is_forwarded_user(document, row);
    let is_model = is_role(document, row, "assistant")
        && !is_forwarded_assistant(document, row)
        && !document.member_is(row, "provider", "openclaw");
    is_person || is_model
}

fn is_boundary(document: &Document<'_>, row: Value) -> bool {
    row::host(document, row).is_some_and(|host| is_bool(document, host, "turnBoundary", true))
}
