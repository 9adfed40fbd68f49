//! Item ids of calls whose reasoning item is not there.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    if view.parts(PartKind::Thinking).next().is_none() {
        return;
    }
    // The reasoning that the items of this answer came from is there.
    let mut reasoned = false;
    for turn in &view.turns {
        reasoned &= turn.speaker == Speaker::Assistant;
        for item in &turn.parts {
            let is_bound = || item.item.as_deref().is_some_and(|id| id.starts_with(b"fc_"));
            match item.kind {
                PartKind::Thinking => reasoned = true,
                PartKind::Call if !reasoned && is_bound() => edits.unset(turn.place, "id"),
                _ => {}
            }
        }
    }
}
