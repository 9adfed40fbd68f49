//! A history as it stands, from which a live stream goes on.

use super::cursor::seq;
use super::row::records;
use super::{DisplayOptions, project_rows};
use crate::json::{Document, Value};
use crate::text::JsStr;

/// Which part of a history is asked for, and what is known of the whole.
#[derive(Clone, Debug, Default)]
pub(super) struct SnapshotOptions {
    pub(super) display: DisplayOptions,
    /// How many rows.
    pub(super) limit: Option<f64>,
    /// Rows before the record of this number.
    pub(super) cursor: Option<f64>,
    /// A cursor was given, whether or not it can be read.
    pub(super) has_cursor: bool,
    /// Number of the last record.
    pub(super) raw_seq: Option<f64>,
    /// Raw rows in all.
    pub(super) total_raw: Option<f64>,
}

/// Part of a history.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) rows: Vec<Value>,
    /// There are rows before these.
    pub(super) has_more: bool,
    /// Where those end.
    pub(super) next_cursor: Option<f64>,
    /// Number of the last record.
    pub(super) raw_seq: f64,
    /// A turn's boundary was hidden and no row shows it yet.
    pub(super) turn_boundary_pending: bool,
}

/// Reads a cursor: `seq:N` or `N`.
pub(super) fn read_cursor(text: JsStr<'_>) -> Option<f64> {
    let digits = text.strip_prefix("seq:").unwrap_or(text).to_str()?;
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse::<f64>().ok().filter(|_| is_number)?;
    (number > 0.0 && super::value::is_safe_integer(number)).then_some(number)
}

/// Takes a snapshot of raw rows.
pub(super) fn snapshot(
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
