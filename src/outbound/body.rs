//! Reading and rebuilding the lists of a request body.

use crate::json::{Document, Entry, Kind, Value};
use crate::transcript::Fate;

/// The member `key`, if it is an array.
pub(super) fn list(document: &Document<'_>, holder: Value, key: &str) -> Option<Value> {
    let list = document.get(holder, key)?;
    (document.kind(list) == Kind::Array).then_some(list)
}

/// The elements of the member `key`; none when it is no array.
pub(super) fn elements(document: &Document<'_>, holder: Value, key: &str) -> Vec<Entry> {
    list(document, holder, key).map_or(Vec::new(), |list| document.entries(list).collect())
}

/// Asks for each element of the array `key` what becomes of it; gives the holder as it is then.
pub(super) fn map_list<'s>(
    document: &mut Document<'s>,
    holder: Value,
    key: &str,
    mut fate: impl FnMut(&mut Document<'s>, Value) -> Fate,
) -> Value {
    let elements = elements(document, holder, key);
    let mut kept = Vec::with_capacity(elements.len());
    let mut changed = false;
    for entry in elements {
        match fate(document, entry.value) {
            Fate::Keep => kept.push(entry),
            Fate::Drop => changed = true,
            Fate::Replace(value) => {
                changed = true;
                kept.push(Entry::element(value, entry.mark()));
            }
        }
    }
    match changed {
        true => with_list(document, holder, key, &kept),
        false => holder,
    }
}

/// The holder with other elements in the array `key`.
pub(super) fn with_list(
    document: &mut Document<'_>,
    holder: Value,
    key: &str,
    elements: &[Entry],
) -> Value {
    match list(document, holder, key) {
        Some(list) => {
            let list = document.with_elements(list, elements);
            document.with_member(holder, key, list)
        }
        None => holder,
    }
}

/// True for a message of the assistant.
pub(super) fn is_assistant(document: &Document<'_>, message: Value) -> bool {
    document.member_is(message, "role", "assistant")
}

/// What becomes of an element that was edited, or not.
pub(super) fn replaced(before: Value, after: Value) -> Fate {
    match before == after {
        true => Fate::Keep,
        false => Fate::Replace(after),
    }
}
