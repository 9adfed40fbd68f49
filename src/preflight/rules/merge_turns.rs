//! Neighbouring turns of one side, where they are refused. The records are those of two rules, one for each side.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::Shape;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn assistant(view: &View<'_>, edits: &mut Edits) {
    run(view, edits, Speaker::Assistant);
}

pub(in crate::preflight) fn user(view: &View<'_>, edits: &mut Edits) {
    run(view, edits, Speaker::User);
}

fn run(view: &View<'_>, edits: &mut Edits, speaker: Speaker) {
    for pair in view.turns.windows(2) {
        let (before, turn) = (&pair[0], &pair[1]);
        let refused = match view.shape() {
            Shape::Converse => true,
            // Only a call has to come right after the user.
            Shape::Gemini => speaker == Speaker::Assistant && turn.has(PartKind::Call),
            Shape::Anthropic | Shape::Chat => view.lint().strict_alternation,
            Shape::Responses => false,
        };
        if refused && before.speaker == speaker && turn.speaker == speaker {
            edits.merge(turn.place);
        }
    }
}
