//! Operations on pages, cursors and the live stream.

use super::super::attach_canvas_previews;
use super::super::history::*;
use super::super::value::{elements, positive_integer};
use super::Request;
use crate::json::{Kind, Value};
use crate::text::JsString;

pub(super) fn answer(request: &mut Request<'_, '_>, operation: &str) -> Option<Value> {
    let rows = request.rows("messages");
    listed(request, operation, &rows)
        .or_else(|| counted(request, operation, &rows))
        .or_else(|| lived(request, operation, &rows))
}

fn listed(request: &mut Request<'_, '_>, operation: &str, rows: &[Value]) -> Option<Value> {
    let limit = |key| request.option_number(key).unwrap_or(f64::INFINITY);
    let now = request.now;
    let rows = match operation {
        "messages.augment_canvas" => attach_canvas_previews(request.document, rows),
        "messages.compaction_metrics" => {
            let checkpoints = request.option("compactionCheckpoints");
            let checkpoints: Vec<Value> = elements(request.document, checkpoints).collect();
            with_compaction_metrics(request.document, rows, &checkpoints)
        }
        "messages.final_budget" => {
            let max_bytes = limit("maxBytes");
            final_budget(request.document, rows, max_bytes, now)
        }
        "messages.cap_offset" => cap_offset(request.document, rows, limit("max") as usize),
        "messages.cap_around" => {
            let id = request.option_text("messageId").unwrap_or_default();
            let room = match request.option_number("maxMessages") {
                Some(max) => Room::Rows(max),
                None => Room::Bytes(limit("maxBytes")),
            };
            let Some(rows) = cap_around(request.document, rows, id.as_js(), room) else {
                return Some(request.single("messages", None));
            };
            rows
        }
        "messages.merge_imported" => {
            let imported = request.rows("imported");
            merge_imported(request.document, rows, &imported)
        }
        "records.to_messages" => {
            let records = request.rows("records");
            rows_of_records(request.document, &records, now)
        }
        _ => return None,
    };
    let rows = request.array(&rows);
    Some(request.object(&[("messages", rows)]))
}

fn counted(request: &mut Request<'_, '_>, operation: &str, rows: &[Value]) -> Option<Value> {
    let now = request.now;
    let number = |key| request.option_number(key).unwrap_or_default();
    match operation {
        "value.json_bytes" => {
            let value = request.get("value")?;
            let bytes = request.number(json_bytes(request.document, value) as f64);
            Some(request.object(&[("value", bytes)]))
        }
        "messages.replace_oversized" => {
            let max = number("maxSingleMessageBytes");
            let (rows, replaced) = replace_oversized(request.document, rows, max, now);
            let rows = request.array(&rows);
            let replaced = request.number(replaced as f64);
            Some(request.object(&[("messages", rows), ("replacedCount", replaced)]))
        }
        "messages.cap_bytes" => {
            let (rows, bytes) = cap_bytes(request.document, rows, number("maxBytes"));
            let rows = request.array(&rows);
            let bytes = request.number(bytes as f64);
            Some(request.object(&[("messages", rows), ("bytes", bytes)]))
        }
        "messages.next_offset" => {
            let raw = RawPage {
                total: number("totalMessages"),
                offset: number("offset"),
                count: number("rawPageMessages"),
            };
            let projected = request.rows("projected");
            let offset = next_offset(request.document, rows, &projected, raw);
            let offset = request.number(offset);
            Some(request.object(&[("value", offset)]))
        }
        _ => None,
    }
}

fn lived(request: &mut Request<'_, '_>, operation: &str, rows: &[Value]) -> Option<Value> {
    match operation {
        "history.page" => {
            let limit = |key, default| request.option_number(key).unwrap_or(default);
            let options = PageOptions::new(request.now)
                .with_session_started_at(request.option_number("sessionStartedAt"))
                .with_compaction_checkpoints(request.option("compactionCheckpoints"))
                .with_max_row_bytes(limit("maxSingleMessageBytes", DEFAULT_MAX_ROW_BYTES))
                .with_max_page_bytes(limit("maxHistoryBytes", DEFAULT_MAX_PAGE_BYTES));
            let display = request.display_options();
            let page = page(request.document, rows, &display, &options);
            let rows = request.array(&page.rows);
            let replaced = request.number(page.replaced as f64);
            let omitted = request.number(page.omitted as f64);
            Some(request.object(&[
                ("messages", rows),
                ("replacedCount", replaced),
                ("omittedCount", omitted),
            ]))
        }
        "history.snapshot" => {
            let options = snapshot_options(request);
            let snapshot = snapshot(request.document, rows, &options);
            Some(snapshot_answer(request, &snapshot))
        }
        "history.stream" => Some(stream_answer(request, rows)),
        _ => None,
    }
}

fn snapshot_options(request: &Request<'_, '_>) -> SnapshotOptions {
    let cursor = request.option_text("cursor");
    SnapshotOptions::new(request.display_options())
        .with_limit(request.option_number("limit"))
        .with_cursor(cursor.as_ref().map(JsString::as_js))
        .with_raw_seq(request.option_number("rawTranscriptSeq"))
        .with_total_raw(request.option_number("totalRawMessages"))
}

fn snapshot_answer(request: &mut Request<'_, '_>, snapshot: &Snapshot) -> Value {
    let rows = request.array(&snapshot.rows);
    let has_more = request.bool(snapshot.has_more);
    let mut history = vec![("items", rows), ("messages", rows), ("hasMore", has_more)];
    if let Some(cursor) = snapshot.next_cursor {
        let cursor = crate::json::number_text(cursor);
        history.push(("nextCursor", request.string(cursor.as_str().into())));
    }
    let history = request.object(&history);
    let seq = request.number(snapshot.raw_seq);
    let pending = request.bool(snapshot.turn_boundary_pending);
    request.object(&[
        ("history", history),
        ("rawTranscriptSeq", seq),
        ("turnBoundaryPending", pending),
    ])
}

fn stream_answer(request: &mut Request<'_, '_>, rows: &[Value]) -> Value {
    let options = snapshot_options(request);
    let start = snapshot(request.document, rows, &options);
    let mut stream = Stream::new(start, &options);
    let mut events = Vec::new();
    for update in request.rows("updates") {
        let document = &mut *request.document;
        let id = document.get(update, "messageId");
        let Some(message) = document.get(update, "message") else {
            continue;
        };
        let update = Update {
            message,
            id: id.filter(|&id| document.kind(id) == Kind::String),
            seq: positive_integer(document, update, "messageSeq"),
        };
        events.push(match stream.update(document, update) {
            None => document.fresh("null"),
            Some(Event::Refresh) => {
                let refresh = request.bool(true);
                request.object(&[("shouldRefresh", refresh)])
            }
            Some(Event::Row(row, seq)) => {
                let seq = request.number(seq);
                request.object(&[("message", row), ("messageSeq", seq)])
            }
        });
    }
    let events = request.array(&events);
    let rows = request.array(&stream.rows);
    let pending = request.bool(stream.turn_boundary_pending);
    let seq = request.number(stream.raw_seq);
    request.object(&[
        ("events", events),
        ("final", rows),
        ("turnBoundaryPending", pending),
        ("rawTranscriptSeq", seq),
    ])
}
