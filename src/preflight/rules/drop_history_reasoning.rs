//! Reasoning of a chat stays in the running tool turn, where the policy of the model says so.

use super::drop_refused_reasoning::drop_reasoning;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let running = running_tool_turn(view);
    for (at, turn) in view.turns.iter().enumerate() {
        if Some(at) != running {
            drop_reasoning(view, edits, turn);
        }
    }
}

/// The first assistant message behind the last of the user's, when it calls tools and a result comes after it.
fn running_tool_turn(view: &View<'_>) -> Option<usize> {
    let user = view.turns.iter().rposition(|turn| turn.speaker == Speaker::User);
    let from = user.map_or(0, |user| user + 1);
    let is_assistant = |at: &usize| view.turns[*at].speaker == Speaker::Assistant;
    let first = (from..view.turns.len()).find(is_assistant)?;
    let answered = view.turns[first + 1..].iter().any(|turn| turn.speaker == Speaker::Tool);
    (answered && view.turns[first].has(PartKind::Call)).then_some(first)
}
