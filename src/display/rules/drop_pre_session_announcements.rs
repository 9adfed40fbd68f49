use super::super::row::{HOST, is_role, is_subagent_announcement};
use super::super::value::{elements, finite, join_lines, member_text};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::JsString;

declare_rule! {
    /// ## What it does
    /// Drops announcements of subagents that are older than the session, with the answers to them.
    /// ## Who refuses without it
    /// Nobody. A new session would begin with the end of an old one.
    /// ## Exact rule
    /// With a session start: a user row that announces a subagent's result and has a time (`__openclaw.recordTimestampMs`, else
    /// `timestamp`) before it goes, and the row behind it too when that is of role `assistant` and as old.
    /// ## Example
    /// ```json target
    /// {"sessionStartedAt":10}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"done","timestamp":1,"provenance":{"kind":"inter_session","sourceTool":"subagent_announce"}},{"role":"assistant","content":"I see","timestamp":2},{"role":"user","content":"hi","timestamp":11}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"hi","timestamp":11}]
    /// ```
    /// ## Never touches
    /// Rows without a time.
    /// ## Order
    /// On raw rows, before a page is projected.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, history pages; vectors `display/filter`.
    pub(crate) static DROP_PRE_SESSION_ANNOUNCEMENTS = {
        id: "drop-pre-session-announcements",
        summary: "announcements from before the session go",
        effects: [Drops],
        rejects: [],
        since: "0.1.0",
    }
}

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
