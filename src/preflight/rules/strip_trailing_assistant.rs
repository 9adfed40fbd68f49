//! Assistant turns at the end, where they are not taken as a beginning to go on from.

use crate::json::Kind;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::Shape;
use crate::validate::wire::{PartKind, Speaker, Turn};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let lint = view.lint();
    let refused = match view.shape() {
        Shape::Anthropic => lint.no_prefill || lint.thinking_enabled,
        Shape::Converse => lint.no_prefill,
        Shape::Chat => lint.no_trailing_assistant,
        Shape::Gemini => lint.no_trailing_model,
        Shape::Responses => false,
    };
    if !refused {
        return;
    }
    for (_, turn) in view.spoken().rev() {
        if turn.speaker != Speaker::Assistant || turn.has(PartKind::Call) || is_prefix(view, turn) {
            break;
        }
        edits.drop(turn.place);
    }
}

/// A message that asks to be continued, which Mistral takes at the end.
pub(super) fn is_prefix(view: &View<'_>, turn: &Turn<'_>) -> bool {
    view.shape() == Shape::Chat
        && view.is_kind(view.document.get(turn.value, "prefix"), Kind::Bool(true))
}
