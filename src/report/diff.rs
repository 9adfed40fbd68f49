//! What changed inside one turn between two steps.

use crate::table::{IdMap, IdSet, NumberMap, NumberSet};

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
    pub(super) stands_for: NumberMap<u32>,
    /// Turns whose content is not that of the input any more: named as a whole.
    pub(super) whole_content: NumberSet,
}

impl Names {
    /// Address of the block of the input that `value` is, or stands for.
    fn of_input(&self, value: Value) -> u32 {
        let address = value.address();
        self.stands_for.get(address).copied().unwrap_or(address)
    }
}

/// Index of each block by its address, so that long content stays linear.
pub(super) fn indexes(blocks: &[Entry]) -> NumberMap<usize> {
    blocks
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.value.address(), index))
        .collect()
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
                block_edits(document, names, source, old, new, after.id)
            }
            _ => None,
        };
        match blocks {
            Some(blocks) => edits.extend(blocks),
            None => {
                if key == "/content" {
                    names.whole_content.add(after.id);
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
    let mut old: IdMap<Value> = document
        .entries(before)
        .map(|entry| (pointer(entry), entry.value))
        .collect();
    let mut seen = IdSet::new();
    let mut members: Vec<(String, Value)> = document
        .entries(after)
        .map(|entry| (pointer(entry), entry.value))
        .collect();
    // Of two members of one name the last one counts.
    members.reverse();
    members.retain(|(key, _)| seen.add(key.as_bytes()));
    members.reverse();
    for (key, value) in members {
        match old.remove(key.as_bytes()) {
            Some(was) if was == value => {}
            was => changes.push((key, was, Some(value))),
        }
    }
    for entry in document.entries(before) {
        let key = pointer(entry);
        if let Some(was) = old.remove(key.as_bytes()) {
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
    old: Value,
    new: Value,
    turn: u32,
) -> Option<Vec<Edit>> {
    if names.whole_content.contains(turn)
        || document.kind(old) != Kind::Array
        || document.kind(new) != Kind::Array
    {
        return None;
    }
    let of_source = indexes(
        source
            .blocks
            .map(|content| document.elements(content))
            .unwrap_or_default(),
    );
    let (old, new) = (document.elements(old), document.elements(new));
    let of_old = indexes(old);
    let mut edits = Vec::new();
    let mut at = 0;
    // How many blocks of a gap still have their counterpart: as many new ones as old ones stand there.
    let mut pairs = 0;
    for (index, entry) in old.iter().enumerate() {
        let was = entry.value;
        let input = format!("/content/{}", of_source.get(names.of_input(was))?);
        let now = new.get(at).map(|now| now.value);
        match now {
            Some(now) if now == was => at += 1,
            Some(now) if now.address() == was.address() => {
                at += 1;
                for (key, before, after) in member_changes(document, was, now) {
                    let input = format!("{input}{key}");
                    edits.push(Edit {
                        input,
                        block: Some(now.address()),
                        inner: key,
                        before,
                        after,
                        dropped: false,
                    });
                }
            }
            other if pairs == 0 && other.is_none_or(|now| of_old.contains(now.address())) => {
                let inner = String::new();
                edits.push(Edit {
                    input,
                    block: None,
                    inner,
                    before: Some(was),
                    after: None,
                    dropped: true,
                });
            }
            // A block that is none of the old ones took the place of one.
            _ => {
                if pairs == 0 {
                    pairs = gap(&of_old, &new[at..], old.len(), index)?;
                }
                pairs -= 1;
                let now = new.get(at)?.value;
                at += 1;
                let address = names.of_input(was);
                names.stands_for.insert(now.address(), address);
                let inner = String::new();
                edits.push(Edit {
                    input,
                    block: Some(now.address()),
                    inner,
                    before: Some(was),
                    after: Some(now),
                    dropped: false,
                });
            }
        }
    }
    (at == new.len()).then_some(edits)
}

/// Length of the gap that begins with `new` and at `index` of the old blocks; none when the sides differ in it.
fn gap(of_old: &NumberMap<usize>, new: &[Entry], old_len: usize, index: usize) -> Option<usize> {
    let anchor = new
        .iter()
        .position(|entry| of_old.contains(entry.value.address()));
    let new_len = anchor.unwrap_or(new.len());
    let end = match anchor {
        Some(at) => *of_old.get(new[at].value.address())?,
        None => old_len,
    };
    (end.checked_sub(index) == Some(new_len)).then_some(new_len)
}
