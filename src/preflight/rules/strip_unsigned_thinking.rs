//! Thinking without a signature, or without the text or data that a signature is for.

use super::drop_thinking;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::{Part, PartKind};
use crate::validate::Shape;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        drop_thinking(view, edits, turn, |part| is_unsigned(view, part));
    }
}

fn is_unsigned(view: &View<'_>, part: &Part<'_>) -> bool {
    match (view.shape(), part.kind) {
        (Shape::Anthropic, PartKind::Redacted) => view.is_blank(part.payload),
        (Shape::Anthropic, _) => view.string(part.payload).is_none() || view.is_blank(part.signature),
        // Only Claude signs, and the models that take no mixed turns are others.
        (_, PartKind::Thinking) => !view.lint().no_mixed && view.is_blank(part.signature),
        _ => false,
    }
}
