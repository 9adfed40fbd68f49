//! The first page of a session's history, as a client gets it.

use super::budget::{
    DEFAULT_MAX_PAGE_BYTES, DEFAULT_MAX_ROW_BYTES, cap_bytes, final_budget, replace_oversized,
};
use super::compaction::with_compaction_metrics;
use crate::display::rules::{
    ATTACH_CANVAS_PREVIEWS, DROP_PRE_SESSION_ANNOUNCEMENTS, attach_canvas_previews,
    drop_pre_session_announcements,
};
use crate::display::value::elements;
use crate::display::{DisplayOptions, Fate, RowReport, project_rows};
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
    /// For each row, which row of the input it shows; none for a row that was made.
    pub sources: Vec<Option<usize>>,
    /// What became of each row of the input, when asked for.
    pub report: Option<Vec<RowReport>>,
    /// A turn's boundary was hidden and no row after it shows it yet.
    pub turn_boundary_pending: bool,
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
    let session_started_at = options
        .session_started_at
        .filter(|_| display.runs(&DROP_PRE_SESSION_ANNOUNCEMENTS));
    let kept = drop_pre_session_announcements::apply(document, rows, session_started_at);
    let projection = project_rows(document, &kept, display);
    let places = places_of(rows, &kept);
    let mut sources: Vec<Option<usize>> = projection
        .sources
        .iter()
        .map(|source| source.map(|at| places[at]))
        .collect();
    let mut report = projection.report.map(|reports| {
        let mut all = vec![
            RowReport {
                fate: Fate::Hidden,
                rules: vec![DROP_PRE_SESSION_ANNOUNCEMENTS.id],
                removed: Vec::new(),
            };
            rows.len()
        ];
        for (place, report) in places.iter().zip(reports) {
            all[*place] = report;
        }
        all
    });
    let mut rows = projection.rows;
    if display.runs(&ATTACH_CANVAS_PREVIEWS) {
        rows = attach_canvas_previews::apply(document, &rows);
    }
    let checkpoints: Vec<Value> = elements(document, options.compaction_checkpoints).collect();
    let rows = with_compaction_metrics(document, &rows, &checkpoints);
    let max_row_bytes = options.max_row_bytes.min(options.max_page_bytes);
    let (fitted, replaced) = replace_oversized(document, &rows, max_row_bytes, options.now);
    let (shown, _) = cap_bytes(document, &fitted, options.max_page_bytes);
    let shown = final_budget(document, &shown, options.max_page_bytes, options.now);
    let mut kept: Vec<u32> = shown.iter().map(|row| row.address()).collect();
    kept.sort_unstable();
    let is_kept = |row: &&Value| kept.binary_search(&row.address()).is_ok();
    let omitted = rows.iter().filter(|row| !is_kept(row));
    let omitted = omitted.count();
    // What is shown ends with the last row, cut or not.
    let first = sources.len().saturating_sub(shown.len());
    if let Some(report) = &mut report {
        for (at, source) in sources.iter().enumerate() {
            let Some(row) = source.and_then(|source| report.get_mut(source)) else {
                continue;
            };
            if at < first {
                row.fate = Fate::Hidden;
            } else if shown[at - first] != rows[at] {
                row.fate = Fate::Cut;
            }
        }
    }
    sources.drain(..first);
    sources.resize(shown.len(), None);
    Page {
        omitted,
        replaced,
        sources,
        report,
        turn_boundary_pending: projection.turn_boundary_pending,
        rows: shown,
    }
}

/// Where the kept rows stand among all rows.
fn places_of(all: &[Value], kept: &[Value]) -> Vec<usize> {
    let mut kept = kept.iter().peekable();
    let is_kept = |(_, row): &(usize, &Value)| kept.next_if(|next| next == row).is_some();
    let places = all.iter().enumerate().filter(is_kept);
    places.map(|(place, _)| place).collect()
}
