//! Rows that were imported from another program's transcript, put among the session's own.

use crate::order::sort_stably;
use crate::table::{IdMap, IdSet};
use std::collections::BTreeSet;

use crate::display::row::{host, is_role};
use crate::display::value::{elements, finite, join_lines, member_text, trimmed};
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString, inbound_metadata, is_space};

/// Milliseconds between two rows that may still be the same message.
const MAX_SKEW_MS: f64 = 300_000.0;

/// The session's rows and the imported ones that are not among them, by their time.
pub fn merge_imported(document: &Document<'_>, rows: &[Value], imported: &[Value]) -> Vec<Value> {
    if imported.is_empty() {
        return rows.to_vec();
    }
    let mut known = Known::default();
    let mut merged = Vec::with_capacity(rows.len() + imported.len());
    for &row in rows {
        known.add(document, row);
        merged.push(row);
    }
    for &row in imported {
        if !known.has(document, row) {
            known.add(document, row);
            merged.push(row);
        }
    }
    sort_by_time(document, &mut merged);
    merged
}

/// Between the parts of a key; no text holds this byte.
const SEPARATOR: u8 = 0xff;

/// Rows that are there, by what makes another row the same.
#[derive(Default)]
struct Known {
    identities: IdSet,
    times: IdMap<Times>,
}

/// When a message was said.
#[derive(Default)]
struct Times {
    /// At least once at a time that is not known.
    is_undated: bool,
    dated: BTreeSet<i64>,
}

impl Times {
    fn has_near(&self, time: Option<f64>) -> bool {
        let Some(time) = time.filter(|_| !self.is_undated) else {
            return true;
        };
        let near = order_key(time - MAX_SKEW_MS)..=order_key(time + MAX_SKEW_MS);
        self.dated.range(near).next().is_some()
    }
}

/// A number that sorts as the double does.
fn order_key(n: f64) -> i64 {
    let bits = n.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

impl Known {
    fn add(&mut self, document: &Document<'_>, row: Value) {
        if let Some(identity) = identity(document, row) {
            self.identities.add(&identity);
        }
        if let Some(message) = message(document, row) {
            let times = self.times.entry(&message);
            match finite(document, row, "timestamp") {
                Some(time) => times.dated.extend([order_key(time)]),
                None => times.is_undated = true,
            }
        }
    }

    fn has(&self, document: &Document<'_>, row: Value) -> bool {
        let is_known = identity(document, row).is_some_and(|id| self.identities.contains(&id));
        is_known
            || message(document, row)
                .and_then(|message| self.times.get(&message))
                .is_some_and(|times| times.has_near(finite(document, row, "timestamp")))
    }
}

/// Where a row stands in the other program's transcript.
fn identity(document: &Document<'_>, row: Value) -> Option<Vec<u8>> {
    let host = host(document, row)?;
    let mut identity = Vec::new();
    for key in ["externalId", "importedFrom", "cliSessionId"] {
        identity.extend_from_slice(trimmed(document, host, key)?.as_js().as_bytes());
        identity.push(SEPARATOR);
    }
    Some(identity)
}

/// Who says what, white space aside.
fn message(document: &Document<'_>, row: Value) -> Option<Vec<u8>> {
    let role = member_text(document, row, "role")?;
    let own = member_text(document, row, "text");
    let content = member_text(document, row, "content");
    let blocks = elements(document, document.get(row, "content"));
    let texts = own
        .into_iter()
        .chain(content)
        .chain(blocks.filter_map(|block| member_text(document, block, "text")));
    let text = join_lines(texts);
    let text = text.as_js().trim();
    let stripped = match is_role(document, row, "user") {
        true => inbound_metadata::strip(text),
        false => None,
    };
    let text = stripped.as_ref().map_or(text, JsString::as_js);
    let text = collapse_space(text.trim());
    if text.is_empty() {
        return None;
    }
    let mut message = role.into_bytes();
    message.push(SEPARATOR);
    message.extend_from_slice(text.as_bytes());
    Some(message)
}

fn collapse_space(text: JsStr<'_>) -> JsString {
    let mut out = JsString::with_capacity(text.len());
    let mut in_space = false;
    for (_, c) in text.code_points() {
        if !is_space(c) {
            out.push_code_point(c);
        } else if !in_space {
            out.push_str(" ");
        }
        in_space = is_space(c);
    }
    out
}

/// Sorts rows by their time; rows without one keep their places, and no row passes one of them.
fn sort_by_time(document: &Document<'_>, rows: &mut [Value]) {
    let time = |row: &Value| finite(document, *row, "timestamp");
    for run in rows.chunk_by_mut(|a, b| time(a).is_some() && time(b).is_some()) {
        sort_stably(run, |a, b| {
            time(a)
                .unwrap_or_default()
                .total_cmp(&time(b).unwrap_or_default())
        });
    }
}
