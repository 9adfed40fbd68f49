//! Calls of the running turn without a thought signature.

use crate::json::quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::{PartKind, Speaker, Turn};
use crate::validate::SKIP_SENTINEL;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let wrote = |turn: &Turn<'_>| {
        turn.speaker == Speaker::User && turn.parts.iter().any(|part| part.kind != PartKind::Result)
    };
    // Earlier steps are not checked, and what is not refused stays as it is.
    let since = view.turns.iter().rposition(wrote).map_or(0, |at| at + 1);
    for turn in &view.turns[since..] {
        if let Some(call) = turn.of(PartKind::Call).next()
            && call.signature.is_none()
        {
            edits.set(call.place, &["thoughtSignature"], quoted(SKIP_SENTINEL));
        }
    }
}
