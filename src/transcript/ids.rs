//! Tool calls and the ids by which results name them.

use super::{KindSet, Transcript, Turn};
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString};

/// Keys under which a tool result names its call, in the order in which they are tried.
pub const RESULT_ID_KEYS: [&str; 6] = [
    "toolCallId",
    "toolUseId",
    "tool_call_id",
    "tool_use_id",
    "callId",
    "call_id",
];

/// A call of an assistant turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The id as written: not empty, not trimmed.
    pub id: JsString,
    /// The name, when it is a string.
    pub name: Option<JsString>,
    /// The block.
    pub block: Value,
}

/// Calls of a turn, in order: blocks of a canonical call type with a non-empty string `id`.
pub fn calls(transcript: &Transcript<'_>, turn: Turn) -> Vec<Call> {
    if !turn.has(KindSet::CALLS) {
        return Vec::new();
    }
    let document = &transcript.document;
    transcript
        .blocks(turn)
        .filter(|block| block.is_in(KindSet::CALLS))
        .filter_map(|block| {
            let id = document
                .get_string(block.value, "id")
                .filter(|id| !id.is_empty())?;
            let name = document
                .get_string(block.value, "name")
                .map(|name| JsStr::from_wtf8(&name).to_owned());
            Some(Call {
                id: JsStr::from_wtf8(&id).to_owned(),
                name,
                block: block.value,
            })
        })
        .collect()
}

/// Whether a turn has any [`calls`].
pub fn has_calls(transcript: &Transcript<'_>, turn: Turn) -> bool {
    let document = &transcript.document;
    turn.has(KindSet::CALLS)
        && transcript.blocks(turn).any(|block| {
            block.is_in(KindSet::CALLS)
                && document
                    .get_string(block.value, "id")
                    .is_some_and(|id| !id.is_empty())
        })
}

/// Distinct ids that a result names, trimmed and not empty, in the order of [`RESULT_ID_KEYS`].
pub fn result_ids(document: &Document<'_>, result: Value) -> Vec<JsString> {
    let mut ids: Vec<JsString> = Vec::new();
    for key in RESULT_ID_KEYS {
        if let Some(id) = trimmed_id(document, result, key)
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}

/// The id that a result answers: the first of [`result_ids`].
pub fn result_id(document: &Document<'_>, result: Value) -> Option<JsString> {
    RESULT_ID_KEYS
        .iter()
        .find_map(|key| trimmed_id(document, result, key))
}

/// A string member, trimmed, unless it is blank.
pub fn trimmed_id(document: &Document<'_>, object: Value, key: &str) -> Option<JsString> {
    let text = document.get_string(object, key)?;
    let trimmed = JsStr::from_wtf8(&text).trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}
