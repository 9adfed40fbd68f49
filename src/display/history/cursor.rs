//! Parts of a list of rows that keep rows of one record together.
//!
//! Rows of one record have the same `__openclaw.seq`.

use super::budget::json_bytes;
use crate::display::row::host;
use crate::display::value::{member_text, positive_integer};
use crate::json::{Document, Value};
use crate::text::JsStr;

/// The number of the record that a row is from.
pub(super) fn seq(document: &Document<'_>, row: Value) -> Option<f64> {
    positive_integer(document, host(document, row)?, "seq")
}

fn same_record(document: &Document<'_>, a: Value, b: Value) -> bool {
    seq(document, a).is_some_and(|number| seq(document, b) == Some(number))
}

/// The last `max` rows, and those before them that are of the same record as the first.
pub fn cap_offset(document: &Document<'_>, rows: &[Value], max: usize) -> Vec<Value> {
    let mut start = rows.len().saturating_sub(max);
    while start > 0 && start < rows.len() && same_record(document, rows[start - 1], rows[start]) {
        start -= 1;
    }
    rows[start..].to_vec()
}

/// How much may be given.
#[derive(Clone, Copy, Debug)]
pub enum Room {
    /// So many rows.
    Rows(f64),
    /// So many bytes of JSON.
    Bytes(f64),
}

impl Room {
    /// What a row takes.
    fn cost(self, document: &Document<'_>, row: Value) -> usize {
        match self {
            Room::Rows(_) => 1,
            // With the comma behind it.
            Room::Bytes(_) => json_bytes(document, row) + 1,
        }
    }

    fn has_room_for(self, cost: usize) -> bool {
        match self {
            Room::Rows(max) => cost as f64 <= max,
            // Two brackets, and no comma behind the last row.
            Room::Bytes(max) => (cost + 1) as f64 <= max,
        }
    }
}

/// The rows around the one with this id, records on both sides in turn while they fit; none when it is not there.
pub fn cap_around(
    document: &Document<'_>,
    rows: &[Value],
    id: JsStr<'_>,
    room: Room,
) -> Option<Vec<Value>> {
    let anchor = rows.iter().position(|&row| {
        host(document, row)
            .and_then(|host| member_text(document, host, "id"))
            .is_some_and(|found| found.as_js() == id)
    })?;
    let first_of = |mut at: usize| {
        while at > 0 && same_record(document, rows[at - 1], rows[at]) {
            at -= 1;
        }
        at
    };
    let end_of = |mut at: usize| {
        while at + 1 < rows.len() && same_record(document, rows[at], rows[at + 1]) {
            at += 1;
        }
        at + 1
    };
    let cost_of = |from: usize, to: usize| -> usize {
        rows[from..to]
            .iter()
            .map(|&row| room.cost(document, row))
            .sum()
    };
    let (mut start, mut end) = (first_of(anchor), end_of(anchor));
    let mut cost = cost_of(start, end);
    if !room.has_room_for(cost) {
        return Some(vec![rows[anchor]]);
    }
    let (mut is_older_open, mut is_newer_open) = (true, true);
    while is_older_open || is_newer_open {
        is_older_open = is_older_open && start > 0;
        if is_older_open {
            let first = first_of(start - 1);
            let more = cost + cost_of(first, start);
            is_older_open = room.has_room_for(more);
            if is_older_open {
                (start, cost) = (first, more);
            }
        }
        is_newer_open = is_newer_open && end < rows.len();
        if is_newer_open {
            let last = end_of(end);
            let more = cost + cost_of(end, last);
            is_newer_open = room.has_room_for(more);
            if is_newer_open {
                (end, cost) = (last, more);
            }
        }
    }
    Some(rows[start..end].to_vec())
}

/// Where the page before a page of raw rows begins.
#[derive(Clone, Copy, Debug)]
pub struct RawPage {
    /// Raw rows in all.
    pub total: f64,
    /// Raw rows after the page.
    pub offset: f64,
    /// Raw rows that were read for the page.
    pub count: f64,
}

/// Raw rows after the page before this one. The oldest record is read again when not all of its rows were given.
pub fn next_offset(
    document: &Document<'_>,
    given: &[Value],
    projected: &[Value],
    page: RawPage,
) -> f64 {
    let Some(oldest) = given.iter().find_map(|&row| seq(document, row)) else {
        return page.offset + page.count;
    };
    let count = |rows: &[Value]| {
        let of_oldest = |row: &&Value| seq(document, **row) == Some(oldest);
        rows.iter().filter(of_oldest).count()
    };
    let reached = page.total - oldest + 1.0;
    let is_cut = count(given) < count(projected);
    if is_cut && reached - 1.0 > page.offset {
        return reached - 1.0;
    }
    reached.max(page.offset + 1.0)
}
