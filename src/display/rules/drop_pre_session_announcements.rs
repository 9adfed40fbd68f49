//! Announcements of subagents that are older than the session.

use super::super::row::{HOST, is_role, is_subagent_announcement};
use super::super::value::{elements, finite, join_lines, member_text};
use crate::json::{Document, Value};
use crate::text::JsString;

/// The rows without announcements before `session_started_at`, and without the answers to them.
pub(in super::super) fn apply(
    document: &Document<'_>,
    rows: &[Value],
    session_started_at: Option<f64>,
) -> Vec<Value> {
    let Some(start) = session_started_at else {
        return rows.to_vec();
    };
    let is_before = |row: Value| timestamp(document, row).is_some_and(|time| time < start);
    let mut kept = Vec::with_capacity(rows.len());
    let mut rows = rows.iter().copied().peekable();
    while let Some(row) = rows.next() {
        let is_old = is_role(document, row, "user")
            && is_subagent_announcement(document, row, row_text(document, row).as_js())
            && is_before(row);
        if is_old {
            rows.next_if(|&next| is_role(document, next, "assistant") && is_before(next));
        } else {
            kept.push(row);
        }
    }
    kept
}

fn row_text(document: &Document<'_>, row: Value) -> JsString {
    let whole = ["content", "text"]
        .iter()
        .find_map(|key| member_text(document, row, key));
    whole.unwrap_or_else(|| {
        let blocks = elements(document, document.get(row, "content"));
        join_lines(blocks.filter_map(|block| member_text(document, block, "text")))
    })
}

/// When the row was recorded, in milliseconds.
fn timestamp(document: &Document<'_>, row: Value) -> Option<f64> {
    let recorded = document
        .get(row, HOST)
        .and_then(|host| finite(document, host, "recordTimestampMs"));
    recorded.or_else(|| finite(document, row, "timestamp"))
}
