//! Rows from transcript records.

use crate::display::row::{HOST, with_host};
use crate::display::value::{
    finite, is_record, member_text, new_array, new_text, new_text_block, non_blank,
};
use crate::json::{Document, Kind, Value};
use crate::text::parse_timestamp;

/// The rows of transcript records, numbered from 1. A date without a zone is in UTC.
pub fn rows_of_records(document: &mut Document<'_>, records: &[Value], now: f64) -> Vec<Value> {
    let mut rows = Vec::with_capacity(records.len());
    for &record in records {
        let seq = rows.len() as f64 + 1.0;
        let message = document
            .get(record, "message")
            .filter(|&message| document.is_truthy(message));
        if let Some(message) = message {
            rows.push(message_row(document, record, message, seq));
        } else if document.member_is(record, "type", "compaction") {
            rows.push(compaction_row(document, record, seq, now));
        }
    }
    rows
}

fn date(document: &Document<'_>, record: Value) -> Option<f64> {
    let text = member_text(document, record, "timestamp")?;
    parse_timestamp(text.as_js(), 0)
}

fn string_member(document: &Document<'_>, object: Value, key: &str) -> Option<Value> {
    document
        .get(object, key)
        .filter(|&value| document.kind(value) == Kind::String)
}

fn message_row(document: &mut Document<'_>, record: Value, message: Value, seq: f64) -> Value {
    if !is_record(document, message) {
        return message;
    }
    let id = string_member(document, record, "id");
    let key = non_blank(document, message, "idempotencyKey")
        .and_then(|_| document.get(message, "idempotencyKey"));
    let time = date(document, record).or_else(|| finite(document, record, "timestamp"));
    let time = time.map(|time| document.fresh_number(time));
    let notes = [
        ("id", id),
        ("idempotencyKey", key),
        ("recordTimestampMs", time),
    ];
    with_notes(document, message, &notes, seq)
}

/// The row with these notes of the host and its number.
pub(super) fn with_notes(
    document: &mut Document<'_>,
    row: Value,
    notes: &[(&str, Option<Value>)],
    seq: f64,
) -> Value {
    with_host(document, row, |document, host| {
        let mut host = host;
        for &(key, note) in notes {
            if let Some(note) = note {
                host = document.with_member(host, key, note);
            }
        }
        let seq = document.fresh_number(seq);
        document.with_member(host, "seq", seq)
    })
}

fn compaction_row(document: &mut Document<'_>, record: Value, seq: f64, now: f64) -> Value {
    let timestamp = date(document, record).unwrap_or(now);
    let mut notes = vec![("kind", new_text(document, "compaction"))];
    notes.extend(string_member(document, record, "id").map(|id| ("id", id)));
    notes.push(("seq", document.fresh_number(seq)));
    let notes = document.fresh_object(&notes);
    let role = new_text(document, "system");
    let text = new_text_block(document, "Compaction".into());
    let content = new_array(document, &[text]);
    let timestamp = document.fresh_number(timestamp);
    document.fresh_object(&[
        ("role", role),
        ("content", content),
        ("timestamp", timestamp),
        (HOST, notes),
    ])
}
