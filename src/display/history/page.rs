//! The first page of a session's history, as a client gets it.

use std::collections::BTreeSet;

use super::budget::{
    DEFAULT_MAX_PAGE_BYTES, DEFAULT_MAX_ROW_BYTES, cap_bytes, final_budget, replace_oversized,
};
use super::compaction::with_compaction_metrics;
use crate::display::rules::{attach_canvas_previews, drop_pre_session_announcements};
use crate::display::value::elements;
use crate::display::{DisplayOptions, project_rows};
use crate::json::{Document, Value};

/// Limits of a page, and what is known of its session.
#[derive(Clone, Debug, PartialEq)]
pub struct PageOptions {
    session_started_at: Option<f64>,
    compaction_checkpoints: Option<Value>,
    max_row_bytes: f64,
    max_page_bytes: f64,
    now: f64,
}

impl PageOptions {
    /// The usual limits, and nothing known. `now`: the clock in milliseconds, for rows that stand in for others.
    pub fn new(now: f64) -> Self {
        PageOptions {
            session_started_at: None,
            compaction_checkpoints: None,
            max_row_bytes: DEFAULT_MAX_ROW_BYTES,
            max_page_bytes: DEFAULT_MAX_PAGE_BYTES,
            now,
        }
    }

    /// When the session started, in milliseconds: older announcements of subagents go. Default: not known.
    pub fn with_session_started_at(mut self, time: Option<f64>) -> Self {
        self.session_started_at = time;
        self
    }

    /// An array of what was kept of each compaction. Default: none.
    pub fn with_compaction_checkpoints(mut self, checkpoints: Option<Value>) -> Self {
        self.compaction_checkpoints = checkpoints;
        self
    }

    /// Bytes of one row as JSON. Default: [`DEFAULT_MAX_ROW_BYTES`].
    pub fn with_max_row_bytes(mut self, bytes: f64) -> Self {
        self.max_row_bytes = bytes;
        self
    }

    /// Bytes of the whole page as JSON. Default: [`DEFAULT_MAX_PAGE_BYTES`].
    pub fn with_max_page_bytes(mut self, bytes: f64) -> Self {
        self.max_page_bytes = bytes;
        self
    }
}

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The rows.
    pub rows: Vec<Value>,
    /// Rows that a placeholder stands for.
    pub replaced: usize,
    /// Rows that the byte limits left out or replaced.
    pub omitted: usize,
}

/// Projects the last rows of a session and keeps them within the byte limits.
pub fn page(
    document: &mut Document<'_>,
    rows: &[Value],
    display: &DisplayOptions,
    options: &PageOptions,
) -> Page {
    let rows = drop_pre_session_announcements::apply(document, rows, options.session_started_at);
    let rows = project_rows(document, &rows, display).rows;
    let rows = attach_canvas_previews::apply(document, &rows);
    let checkpoints: Vec<Value> = elements(document, options.compaction_checkpoints).collect();
    let rows = with_compaction_metrics(document, &rows, &checkpoints);
    let max_row_bytes = options.max_row_bytes.min(options.max_page_bytes);
    let (shown, replaced) = replace_oversized(document, &rows, max_row_bytes, options.now);
    let (shown, _) = cap_bytes(document, &shown, options.max_page_bytes);
    let shown = final_budget(document, &shown, options.max_page_bytes, options.now);
    let kept: BTreeSet<u32> = shown.iter().map(|row| row.address()).collect();
    let omitted = rows.iter().filter(|row| !kept.contains(&row.address()));
    Page {
        omitted: omitted.count(),
        replaced,
        rows: shown,
    }
}
