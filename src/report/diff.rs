//! What changed inside one turn between two steps.

use std::collections::{HashMap, HashSet};

use crate::json::{Document, Entry, Kind, Value, push_token};
use crate::transcript::Turn;

/// A part of a turn that is another one now.
pub(super) struct Edit {
    /// Pointer inside the turn, by the indexes of the input.
    pub(super) input: String,
    /// Address of the block the place is in, if it is in one; it tells where in the output it is.
    pub(super) block: Option<u32>,
    /// Pointer inside that block, or inside the turn.
    pub(super) inner: String,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    /// The block is gone.
    pub(super) dropped: bool,
}

/// What is known of the turns so far: which of them can be named part by part.
#[derive(Default)]
pub(super) struct Names {
    /// For a block that took the place of one of the input: the address of that one.
    pub(super) stands_for: HashMap<u32, u32>,
    /// Turns whose content is not that of the input any more: named as a whole.
    pub(super) whole_content: HashMap<u32, bool>,
}

impl Names {
    /// Index in the input's content of the block that `value` is, or stands for.
    fn input_index(&self, source: &[Entry], value: Value) -> Option<usize> {
        let address = self
            .stands_for
            .get(&value.address())
            .copied()
            .unwrap_or(value.address());
        source
            .iter()
            .position(|entry| entry.value.address() == address)
    }
}

/// The parts of a turn that differ between `before` and `after`; `source` is the turn as it was read.
pub(super) fn edits(
    document: &Document<'_>,
    names: &mut Names,
    source: Turn,
    before: Turn,
    after: Turn,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (key, old, new) in member_changes(document, before.value, after.value) {
        let blocks = match (old, new) {
            (Some(old), Some(new)) if key == "/content" => {
                block_edits(document, names, source, Some(old), Some(new), after.id)
            }
            _ => None,
        };
        match blocks {
            Some(blocks) => edits.extend(blocks),
            None => {
                if key == "/content" {
                    names.whole_content.insert(after.id, true);
                }
                edits.push(Edit {
                    input: key.clone(),
                    block: None,
                    inner: key,
                    before: old,
                    after: new,
                    dropped: false,
                });
            }
        }
    }
    edits
}

/// Members that differ: pointer, value before, value after.
pub(super) fn member_changes(
    document: &Document<'_>,
    before: Value,
    after: Value,
) -> Vec<(String, Option<Value>, Option<Value>)> {
    let mut changes = Vec::new();
    let pointer = |entry: Entry| {
        let mut pointer = String::new();
        push_token(&mut pointer, document.key_text(entry));
        pointer
    };
    let mut old: HashMap<String, Value> = document
        .entries(before)
        .map(|entry| (pointer(entry), entry.value))
        .collect();
    let mut seen: HashSet<String> = HashSet::new();
    let mut members: Vec<(String, Value)> = document
        .entries(after)
        .map(|entry| (pointer(entry), entry.value))
        .collect();
    // Of two members of one name the last one counts.
    members.reverse();
    members.retain(|(key, _)| seen.insert(key.clone()));
    members.reverse();
    for (key, value) in members {
        match old.remove(&key) {
            Some(was) if was == value => {}
            was => changes.push((key, was, Some(value))),
        }
    }
    for entry in document.entries(before) {
        let key = pointer(entry);
        if let Some(was) = old.remove(&key) {
            changes.push((key, Some(was), None));
        }
    }
    changes
}

/// Edits block by block; none when the content has to be named as a whole.
fn block_edits(
    document: &Document<'_>,
    names: &mut Names,
    source: Turn,
    old: Option<Value>,
    new: Option<Value>,
    turn: u32,
) -> Option<Vec<Edit>> {
    if names.whole_content.contains_key(&turn) {
        return None;
    }
    let (old, new) = (old?, new?);
    if document.kind(old) != Kind::Array || document.kind(new) != Kind::Array {
        return None;
    }
    let source_blocks = source
        .blocks
        .map(|content| document.elements(content))
        .unwrap_or_default();
    let (old, new) = (document.elements(old), document.elements(new));
    let mut edits = Vec::new();
    let mut at = 0;
    for (index, entry) in old.iter().enumerate() {
        let input = format!(
            "/content/{}",
            names.input_index(source_blocks, entry.value)?
        );
        let left_old = old.len() - index;
        let left_new = new.len() - at;
        match new.get(at) {
            Some(now) if now.value == entry.value => at += 1,
            Some(now) if now.value.address() == entry.value.address() => {
                at += 1;
                for (key, before, after) in member_changes(document, entry.value, now.value) {
                    edits.push(Edit {
                        input: format!("{input}{key}"),
                        block: Some(now.value.address()),
                        inner: key,
                        before,
                        after,
                        dropped: false,
                    });
                }
            }
            // As many are left on both sides, and this one is none of the old: it took this one's place.
            Some(now)
                if left_old == left_new
                    && !old[index..]
                        .iter()
                        .any(|e| e.value.address() == now.value.address()) =>
            {
                at += 1;
                let address = names.stands_for.get(&entry.value.address()).copied();
                names.stands_for.insert(
                    now.value.address(),
                    address.unwrap_or(entry.value.address()),
                );
                edits.push(Edit {
                    input,
                    block: Some(now.value.address()),
                    inner: String::new(),
                    before: Some(entry.value),
                    after: Some(now.value),
                    dropped: false,
                });
            }
            _ => edits.push(Edit {
                input,
                block: Some(entry.value.address()),
                inner: String::new(),
                before: Some(entry.value),
                after: None,
                dropped: true,
            }),
        }
    }
    (at == new.len()).then_some(edits)
}
