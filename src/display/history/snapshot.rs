//! A history as it stands, from which a live stream goes on.

use super::cursor::seq;
use crate::display::row::records;
use crate::display::{DisplayOptions, project_rows};
use crate::json::{Document, Value, parse_number};
use crate::text::JsStr;

/// Which part of a history is asked for, and what is known of the whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SnapshotOptions {
    pub(super) display: DisplayOptions,
    pub(super) limit: Option<f64>,
    pub(super) has_cursor: bool,
    cursor: Option<f64>,
    raw_seq: Option<f64>,
    total_raw: Option<f64>,
}

impl SnapshotOptions {
    /// All rows, projected with these options.
    pub fn new(display: DisplayOptions) -> Self {
        SnapshotOptions {
            display,
            ..SnapshotOptions::default()
        }
    }

    /// How many rows. Default: all.
    pub fn with_limit(mut self, limit: Option<f64>) -> Self {
        self.limit = limit;
        self
    }

    /// Rows before the record that the cursor names, `seq:N` or `N`. A cursor that cannot be read names the end.
    pub fn with_cursor(mut self, cursor: Option<JsStr<'_>>) -> Self {
        self.has_cursor = cursor.is_some();
        self.cursor = cursor.and_then(read_cursor);
        self
    }

    /// Number of the last record. Default: that of the last row, else the number of rows.
    pub fn with_raw_seq(mut self, seq: Option<f64>) -> Self {
        self.raw_seq = seq;
        self
    }

    /// Raw rows in all, when only the last of them are given. Default: those that are given.
    pub fn with_total_raw(mut self, total: Option<f64>) -> Self {
        self.total_raw = total;
        self
    }
}

/// Part of a history.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The rows.
    pub rows: Vec<Value>,
    /// There are rows before these.
    pub has_more: bool,
    /// Where those end.
    pub next_cursor: Option<f64>,
    /// Number of the last record.
    pub raw_seq: f64,
    /// A turn's boundary was hidden and no row shows it yet.
    pub turn_boundary_pending: bool,
}

/// Reads a cursor: `seq:N` or `N`.
fn read_cursor(text: JsStr<'_>) -> Option<f64> {
    let digits = text.strip_prefix("seq:").unwrap_or(text).as_bytes();
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = parse_number(digits);
    (number > 0.0 && crate::display::value::is_safe_integer(number)).then_some(number)
}

/// Takes a snapshot of raw rows.
pub fn snapshot(
    document: &mut Document<'_>,
    rows: &[Value],
    options: &SnapshotOptions,
) -> Snapshot {
    let projection = project_rows(document, rows, &options.display);
    let shown = projection.rows;
    let is_past = |(index, &row): (usize, &Value), cursor: f64| {
        seq(document, row).unwrap_or(index as f64 + 1.0) >= cursor
    };
    let end = options
        .cursor
        .and_then(|cursor| {
            shown
                .iter()
                .enumerate()
                .position(|row| is_past(row, cursor))
        })
        .unwrap_or(shown.len());
    let limit = options.limit.filter(|&limit| limit > 0.0);
    let start = limit.map_or(0, |limit| end.saturating_sub(limit as usize));
    let rows_given = shown[start..end].to_vec();
    let is_beyond = options
        .total_raw
        .is_some_and(|total| total > rows.len() as f64);
    let has_more = start > 0 || (!options.has_cursor && is_beyond && !rows_given.is_empty());
    let first = rows_given.first().filter(|_| has_more);
    let raw = records(document, rows);
    let last = raw.last().and_then(|&row| seq(document, row));
    Snapshot {
        next_cursor: first.and_then(|&row| seq(document, row)),
        raw_seq: options.raw_seq.or(last).unwrap_or(raw.len() as f64),
        rows: rows_given,
        has_more,
        turn_boundary_pending: projection.turn_boundary_pending,
    }
}
