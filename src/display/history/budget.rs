//! How many bytes rows take as JSON, and what is left out when they are too many.

use crate::display::row::host;
use crate::display::value::{finite, is_bool, member_text, new_array, new_text, new_text_block};
use crate::json::{Document, Entry, Kind, Value, number_text, write_string};
use crate::text::JsStr;

/// Bytes of one row, unless the caller says otherwise.
pub const DEFAULT_MAX_ROW_BYTES: f64 = 131_072.0;
/// Bytes of a page, unless the caller says otherwise.
pub const DEFAULT_MAX_PAGE_BYTES: f64 = 6_291_456.0;

const OVERSIZED: &str = "[chat.history omitted: message too large]";
const UNAVAILABLE: &str = "[chat.history unavailable: transcript too large to display; the full history is preserved on \
    disk]";

/// UTF-8 bytes of the compact JSON text that JavaScript writes for a value.
pub fn json_bytes(document: &Document<'_>, value: Value) -> usize {
    let mut bytes = own_bytes(document, value);
    let mut open = vec![value];
    while let Some(container) = open.pop() {
        let is_object = document.kind(container) == Kind::Object;
        for entry in document.entries(container) {
            if is_object {
                bytes += key_bytes(document, entry);
            }
            bytes += own_bytes(document, entry.value);
            if document.is_object_like(entry.value) {
                open.push(entry.value);
            }
        }
    }
    bytes
}

/// Bytes of a scalar; of a container, those of its brackets and commas, and of the colons in it.
fn own_bytes(document: &Document<'_>, value: Value) -> usize {
    match document.kind(value) {
        Kind::Null | Kind::Bool(true) => 4,
        Kind::Bool(false) => 5,
        Kind::Number => document.number(value).map_or(0, |n| number_text(n).len()),
        Kind::String => document
            .string(value)
            .map_or(0, |text| string_bytes(JsStr::from_wtf8(&text))),
        Kind::Array => 2 + document.entries(value).count().saturating_sub(1),
        Kind::Object => {
            let members = document.entries(value).count();
            2 + members.saturating_sub(1) + members
        }
    }
}

fn key_bytes(document: &Document<'_>, entry: Entry) -> usize {
    string_bytes(JsStr::from_wtf8(&document.key(entry)))
}

fn string_bytes(text: JsStr<'_>) -> usize {
    let is_plain = |&b: &u8| b >= 0x20 && b != b'"' && b != b'\\' && b != 0xED;
    match text.as_bytes().iter().all(is_plain) {
        true => text.len() + 2,
        false => {
            let mut out = Vec::with_capacity(text.len() + 2);
            write_string(&mut out, text);
            out.len()
        }
    }
}

/// Bytes of a list of rows of these sizes: the rows, brackets and commas.
fn list_bytes(rows: usize, bytes: usize) -> usize {
    2 + bytes + rows.saturating_sub(1)
}

/// Bytes of a list of rows.
pub(super) fn rows_bytes(document: &Document<'_>, rows: &[Value]) -> usize {
    let bytes = rows.iter().map(|&row| json_bytes(document, row)).sum();
    list_bytes(rows.len(), bytes)
}

fn placeholder(
    document: &mut Document<'_>,
    row: Option<Value>,
    now: f64,
    text: &str,
) -> Vec<(&'static str, Value)> {
    let role = row.and_then(|row| member_text(document, row, "role"));
    let role = match role {
        Some(role) => document.fresh_string(role.as_js()),
        None => new_text(document, "assistant"),
    };
    let timestamp = row.and_then(|row| document.get(row, "timestamp"));
    let timestamp = timestamp.filter(|&value| document.kind(value) == Kind::Number);
    let timestamp = timestamp.unwrap_or_else(|| document.fresh_number(now));
    let block = new_text_block(document, text.into());
    let content = new_array(document, &[block]);
    vec![
        ("role", role),
        ("timestamp", timestamp),
        ("content", content),
    ]
}

/// What stands in for a row that is too large.
fn oversized_placeholder(document: &mut Document<'_>, row: Value, now: f64) -> Value {
    let mut members = placeholder(document, Some(row), now, OVERSIZED);
    let mut notes = Vec::new();
    if let Some(host) = host(document, row) {
        let named = |key| {
            member_text(document, host, key)
                .filter(|text| !text.is_empty())
                .and_then(|_| Some((key, document.get(host, key)?)))
        };
        let numbered =
            |key| finite(document, host, key).and_then(|_| Some((key, document.get(host, key)?)));
        let marked = |key| {
            is_bool(document, host, key, true)
                .then(|| document.get(host, key))
                .flatten()
                .map(|value| (key, value))
        };
        notes.extend(named("id"));
        notes.extend(numbered("seq"));
        notes.extend(named("idempotencyKey"));
        notes.extend(marked("turnBoundary"));
    }
    notes.push(("truncated", document.fresh("true")));
    notes.push(("reason", new_text(document, "oversized")));
    let notes = document.fresh_object(&notes);
    members.push((crate::display::row::HOST, notes));
    document.fresh_object(&members)
}

/// The rows, with a placeholder for each of more than `max_bytes`, and how many those are.
pub fn replace_oversized(
    document: &mut Document<'_>,
    rows: &[Value],
    max_bytes: f64,
    now: f64,
) -> (Vec<Value>, usize) {
    let mut replaced = 0;
    let rows = rows.iter().map(|&row| {
        if json_bytes(document, row) as f64 <= max_bytes {
            return row;
        }
        replaced += 1;
        oversized_placeholder(document, row, now)
    });
    (rows.collect(), replaced)
}

/// The last rows that fit into `max_bytes`, at least one, and the bytes they take.
pub fn cap_bytes(document: &Document<'_>, rows: &[Value], max_bytes: f64) -> (Vec<Value>, usize) {
    let sizes: Vec<usize> = rows.iter().map(|&row| json_bytes(document, row)).collect();
    let mut bytes = list_bytes(rows.len(), sizes.iter().sum());
    let mut first = 0;
    while bytes as f64 > max_bytes && first + 1 < rows.len() {
        bytes -= sizes[first] + 1;
        first += 1;
    }
    (rows[first..].to_vec(), bytes)
}

/// The rows if they fit into `max_bytes`; else the last one, else its placeholder, else a sentence.
pub fn final_budget(
    document: &mut Document<'_>,
    rows: &[Value],
    max_bytes: f64,
    now: f64,
) -> Vec<Value> {
    let fits =
        |document: &Document<'_>, rows: &[Value]| rows_bytes(document, rows) as f64 <= max_bytes;
    let Some(&last) = rows.last() else {
        return Vec::new();
    };
    if fits(document, rows) {
        return rows.to_vec();
    }
    if document.is_truthy(last) && fits(document, &[last]) {
        return vec![last];
    }
    let stand_in = oversized_placeholder(document, last, now);
    if fits(document, &[stand_in]) {
        return vec![stand_in];
    }
    let members = placeholder(document, None, now, UNAVAILABLE);
    vec![document.fresh_object(&members)]
}
