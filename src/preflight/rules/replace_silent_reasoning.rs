//! Assistant messages of nothing but reasoning.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{content, parts_path};
use crate::replay::rules::REASONING_OMITTED;
use crate::validate::wire::{PartKind, Speaker};
use crate::validate::says;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in view.turns.iter().filter(|turn| turn.speaker == Speaker::Assistant) {
        if turn.has(PartKind::Thinking) && !says(view.document, turn, false) {
            let shape = view.shape();
            edits.set(turn.place, parts_path(shape), content(shape, turn.speaker, REASONING_OMITTED.into()));
        }
    }
}
