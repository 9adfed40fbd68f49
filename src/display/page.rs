//! The first page of a session's history, as a client gets it.

use std::collections::BTreeSet;

use super::budget::{
    DEFAULT_MAX_PAGE_BYTES, DEFAULT_MAX_ROW_BYTES, cap_bytes, final_budget, replace_oversized,
};
use super::compaction::with_metrics;
use super::rules::{attach_canvas_previews, drop_pre_session_announcements};
use super::value::{array, elements, finite};
use super::{DisplayOptions, project_rows};
use crate::json::{Document, Value};

/// Limits of a page, and what is known of its session.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageOptions {
    pub(super) session_started_at: Option<f64>,
    pub(super) compaction_checkpoints: Option<Value>,
    pub(super) max_row_bytes: f64,
    pub(super) max_page_bytes: f64,
    /// The clock, in milliseconds.
    pub(super) now: f64,
}

impl PageOptions {
    /// Reads the options from an object.
    pub(super) fn read(document: &Document<'_>, options: Value, now: f64) -> Self {
        let limit = |key, default| finite(document, options, key).unwrap_or(default);
        PageOptions {
            session_started_at: finite(document, options, "sessionStartedAt"),
            compaction_checkpoints: array(document, options, "compactionCheckpoints"),
            max_row_bytes: limit("maxSingleMessageBytes", DEFAULT_MAX_ROW_BYTES),
            max_page_bytes: limit("maxHistoryBytes", DEFAULT_MAX_PAGE_BYTES),
            now,
        }
    }
}

/// A page.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) rows: Vec<Value>,
    /// Rows that a placeholder stands for.
    pub(super) replaced: usize,
    /// Rows that the byte limits left out or replaced.
    pub(super) omitted: usize,
}

/// Projects the last rows of a session and keeps them within the byte limits.
pub(super) fn page(
    document: &mut Document<'_>,
    rows: &[Value],
    display: &DisplayOptions,
    options: &PageOptions,
) -> Page {
    let rows = drop_pre_session_announcements::apply(document, rows, options.session_started_at);
    let rows = project_rows(document, &rows, display).rows;
    let rows = attach_canvas_previews::apply(document, &rows);
    let checkpoints: Vec<Value> = elements(document, options.compaction_checkpoints).collect();
    let rows = with_metrics(document, &rows, &checkpoints);
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
