//! Turns that another session sent: shown as what that session's agent says.

use super::super::row::{Provenance, is_forwarded_user, row_text};
use super::super::value::{edit_elements, edit_text, is_record, new_text};
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString, agent_session_key, inter_session, is_space};

/// All rows, forwarded user turns as assistant rows with a label.
pub(in super::super) fn apply(document: &mut Document<'_>, rows: &[Value]) -> Vec<Value> {
    rows.iter()
        .map(|&row| match is_forwarded_user(document, row) {
            true => project(document, row),
            false => row,
        })
        .collect()
}

fn project(document: &mut Document<'_>, row: Value) -> Value {
    let label = label(document, row);
    let role = new_text(document, "assistant");
    let row = document.with_member(row, "role", role);
    let label = document.fresh_string(label.as_js());
    let row = document.with_member(row, "senderLabel", label);
    let strip = |text: JsStr<'_>| inter_session::strip_first(text);
    let row = edit_text(document, row, "content", &strip);
    let row = edit_elements(document, row, "content", &|document, block| {
        Some(match is_record(document, block) {
            true => edit_text(document, block, "text", &strip),
            false => block,
        })
    });
    edit_text(document, row, "text", &strip)
}

fn label(document: &Document<'_>, row: Value) -> JsString {
    let key = Provenance::of(document, row).and_then(|provenance| provenance.source_session);
    let key = key.or_else(|| source_session(row_text(document, row).as_js()));
    match key.and_then(|key| agent_session_key(key.as_js())) {
        Some(key) => {
            let mut label = JsString::from("Forwarded from ");
            label.push(key.agent_id.as_js());
            label
        }
        None => "Forwarded agent message".into(),
    }
}

/// The field `sourceSession` of the first marker's line.
fn source_session(text: JsStr<'_>) -> Option<JsString> {
    let marked = text.tail(text.find(inter_session::MARKER)?);
    let line = marked.head(marked.find_byte(b'\n').unwrap_or(marked.len()));
    let mut at = 0;
    while let Some(found) = line.find_from("sourceSession=", at) {
        at = found + "sourceSession=".len();
        let value = line.tail(at);
        let end = value
            .code_points()
            .find(|&(_, c)| is_space(c))
            .map_or(value.len(), |(at, _)| at);
        if line.head(found).ends_with_space() && end > 0 {
            return Some(value.head(end).to_owned());
        }
    }
    None
}
