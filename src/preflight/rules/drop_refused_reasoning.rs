//! Reasoning that the server refuses, of every message.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::REASONING_FIELDS;
use crate::validate::wire::{PartKind, Turn};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        drop_reasoning(view, edits, turn);
    }
}

/// Drops the reasoning of a message.
pub(super) fn drop_reasoning(view: &View<'_>, edits: &mut Edits, turn: &Turn<'_>) {
    if !turn.has(PartKind::Thinking) {
        return;
    }
    for key in REASONING_FIELDS {
        if view.document.get(turn.value, key).is_some() {
            edits.unset(turn.place, key);
        }
    }
}
