//! A live history: what a client that has a snapshot must be told of each new message.

use super::cursor::seq;
use super::records::with_notes;
use super::snapshot::{Snapshot, SnapshotOptions};
use crate::display::row::with_host;
use crate::display::rules::filter_visible::mark_turn_boundary;
use crate::display::value::{non_blank, record};
use crate::display::{DisplayOptions, project_rows};
use crate::json::{Document, Value};

/// What a client is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// Read the history again.
    Refresh,
    /// One row came behind the others, of the record of this number.
    Row(Value, f64),
}

/// A message that came.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    /// The message.
    pub message: Value,
    /// The message's id, if it is a string.
    pub id: Option<Value>,
    /// The number of its record.
    pub seq: Option<f64>,
}

/// What a client has.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The rows that the client has.
    pub rows: Vec<Value>,
    /// Number of the last record.
    pub raw_seq: f64,
    /// A turn's boundary was hidden and no row shows it yet.
    pub turn_boundary_pending: bool,
    display: DisplayOptions,
    /// Only part of the history was asked for, which nothing new belongs to.
    is_part: bool,
}

impl Stream {
    /// Goes on from a snapshot that was taken with these options.
    pub fn new(snapshot: Snapshot, options: &SnapshotOptions) -> Self {
        Stream {
            rows: snapshot.rows,
            raw_seq: snapshot.raw_seq,
            turn_boundary_pending: snapshot.turn_boundary_pending,
            display: options.display.clone(),
            is_part: options.limit.is_some() || options.has_cursor,
        }
    }

    /// Takes a message; gives what the client must be told, if anything.
    pub fn update(&mut self, document: &mut Document<'_>, update: Update) -> Option<Event> {
        if self.is_part {
            return None;
        }
        match update.seq {
            Some(seq) if seq <= self.raw_seq => return Some(Event::Refresh),
            Some(seq) => self.raw_seq = seq,
            None => self.raw_seq += 1.0,
        }
        let next = self.noted(document, update);
        let was_pending = self.turn_boundary_pending;
        let options = self.display.clone().with_turn_boundary_pending(was_pending);
        let alone = project_rows(document, &[next], &options);
        self.turn_boundary_pending = alone.turn_boundary_pending;
        let mut raw = self.rows.clone();
        raw.push(next);
        let mut shown = project_rows(document, &raw, &self.display).rows;
        let sent = self.rows.len();
        if shown.len() > sent {
            if was_pending && !self.turn_boundary_pending {
                shown[sent] = mark_turn_boundary(document, shown[sent]);
            }
            if shown.len() == sent + 1 {
                let row = self.numbered(document, shown[sent]);
                self.rows.push(row);
                return Some(Event::Row(row, self.raw_seq));
            }
        } else if alone.rows.is_empty() && shown.len() == sent {
            return None;
        }
        self.rows = shown;
        Some(Event::Refresh)
    }

    /// The message with what the host knows of it.
    fn noted(&self, document: &mut Document<'_>, update: Update) -> Value {
        let key = non_blank(document, update.message, "idempotencyKey")
            .and_then(|_| document.get(update.message, "idempotencyKey"));
        let notes = [("id", update.id), ("idempotencyKey", key)];
        match crate::display::value::is_record(document, update.message) {
            true => with_notes(document, update.message, &notes, self.raw_seq),
            false => update.message,
        }
    }

    /// The row with a number: its own, unless it mirrors a tool's reply.
    fn numbered(&self, document: &mut Document<'_>, row: Value) -> Value {
        let is_mirror = record(document, row, "openclawMessageToolMirror").is_some();
        if !is_mirror && seq(document, row).is_some() {
            return row;
        }
        with_host(document, row, |document, host| {
            let seq = document.fresh_number(self.raw_seq);
            document.with_member(host, "seq", seq)
        })
    }
}
