//! What a value of a session file is.

use crate::json::{Document, Kind, Value};

/// Types of records that are entries of the tree.
const ENTRY_TYPES: [&str; 10] = [
    "message",
    "thinking_level_change",
    "model_change",
    "compaction",
    "reset",
    "branch_summary",
    "custom",
    "custom_message",
    "label",
    "session_info",
];

/// The part that a value plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The first header.
    Header,
    /// An entry.
    Entry,
    /// Anything else; kept in its place, and it may link entries.
    Opaque,
}

/// A value of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) value: Value,
    pub(super) part: Part,
}

pub(super) fn is_object(document: &Document<'_>, value: Value) -> bool {
    document.kind(value) == Kind::Object
}

/// True for a record of this type.
pub(super) fn is_type(document: &Document<'_>, value: Value, name: &str) -> bool {
    is_object(document, value) && document.member_is(value, "type", name)
}

/// True for a record of a type that is known.
pub(super) fn is_known(document: &Document<'_>, value: Value) -> bool {
    ENTRY_TYPES
        .iter()
        .any(|name| is_type(document, value, name))
}

/// True for a `session` record with a string `id`, empty or not.
pub(super) fn is_header(document: &Document<'_>, value: Value) -> bool {
    is_type(document, value, "session") && document.get_string(value, "id").is_some()
}

/// True when a navigation control, or an entry, stands beside the main line.
pub(super) fn is_side(document: &Document<'_>, value: Value) -> bool {
    document.member_is(value, "appendMode", "side")
}

/// The version that a header tells: 1 without one, and for `null`.
pub(super) fn version(document: &Document<'_>, header: Option<Value>) -> f64 {
    let version = header.and_then(|header| document.get_non_null(header, "version"));
    match version {
        None => 1.0,
        // What is no number compares with none.
        Some(version) => document.number(version).unwrap_or(f64::INFINITY),
    }
}

/// Says what each value is, as the tree builder sees it.
pub(super) fn partition(document: &Document<'_>, values: &[Value]) -> Vec<Item> {
    let header = values.iter().position(|value| is_header(document, *value));
    let version = version(document, header.map(|at| values[at]));
    let part = |at: usize, value: Value| {
        if Some(at) == header {
            return Part::Header;
        }
        let has_id = || {
            document
                .get_string(value, "id")
                .is_some_and(|id| !id.is_empty())
        };
        match is_known(document, value) && (version < 2.0 || has_id()) {
            true => Part::Entry,
            false => Part::Opaque,
        }
    };
    values
        .iter()
        .enumerate()
        .map(|(at, &value)| Item {
            value,
            part: part(at, value),
        })
        .collect()
}
