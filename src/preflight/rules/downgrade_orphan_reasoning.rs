//! Reasoning items that nothing follows.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    // Of several in a row the last one goes, and then nothing follows those before it.
    let mut followed = false;
    for turn in view.turns.iter().rev() {
        let is_orphan = turn.parts.iter().any(|item| {
            item.kind == PartKind::Thinking && item.item.is_some() && !followed
        });
        match is_orphan {
            true => edits.drop(turn.place),
            false => followed = turn.speaker == Speaker::Assistant,
        }
    }
}
