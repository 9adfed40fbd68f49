//! Calls that cannot be called: without a name, or from the wrong side.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::Shape;
use crate::validate::wire::{Part, PartKind, Speaker, Turn};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        let goes = |call: &Part<'_>| {
            view.is_blank(call.name)
                || view.shape() == Shape::Gemini && turn.speaker != Speaker::Assistant
        };
        if view.shape() == Shape::Chat && empties(turn, goes) {
            // An empty list of calls is refused, too.
            edits.unset(turn.place, "tool_calls");
            continue;
        }
        for call in turn.of(PartKind::Call).filter(|call| goes(call)) {
            edits.drop(call.place);
        }
    }
}

/// True when a turn has calls of tools, and all of them go.
fn empties(turn: &Turn<'_>, goes: impl Fn(&Part<'_>) -> bool) -> bool {
    let is_other_call = |part: &&Part<'_>| part.kind == PartKind::Other && part.id.is_some();
    turn.has(PartKind::Call)
        && turn.of(PartKind::Call).all(goes)
        && !turn.parts.iter().any(|part| is_other_call(&part))
}
