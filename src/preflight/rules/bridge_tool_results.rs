//! An assistant turn between results and what the user says.

use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::preflight::wire::turn as new_turn;
use crate::replay::rules::bridge_tool_results::BRIDGE;
use crate::validate::Shape;
use crate::validate::wire::{PartKind, Place, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    match view.shape() {
        Shape::Chat => between_turns(view, edits),
        Shape::Converse => inside_turns(view, edits),
        _ => {}
    }
}

fn bridge(view: &View<'_>) -> New {
    New::Json(new_turn(view.shape(), Speaker::Assistant, BRIDGE))
}

fn between_turns(view: &View<'_>, edits: &mut Edits) {
    for (at, turn) in view.spoken().filter(|(_, turn)| turn.speaker == Speaker::User) {
        if view.before(at).is_some_and(|(_, before)| before.speaker == Speaker::Tool) {
            edits.insert(turn.place, bridge(view));
        }
    }
}

/// What stands beside results goes into a turn of its own.
fn inside_turns(view: &View<'_>, edits: &mut Edits) {
    for (at, turn) in view.turns.iter().enumerate() {
        let is_other = |kind| !matches!(kind, PartKind::Result | PartKind::Other);
        if !turn.has(PartKind::Result) || !turn.parts.iter().any(|part| is_other(part.kind)) {
            continue;
        }
        let mut moved = Vec::new();
        for part in turn.parts.iter().filter(|part| part.kind != PartKind::Result) {
            edits.take(part.place);
            moved.push(New::Moved(part.value));
        }
        edits.insert(Place::turn(at + 1), bridge(view));
        edits.insert(Place::turn(at + 1), New::Turn(moved));
    }
}
