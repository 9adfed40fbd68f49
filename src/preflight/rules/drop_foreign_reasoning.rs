//! Thinking with a signature that the platform cannot have issued.

use super::drop_thinking;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::text::JsStr;
use crate::validate::wire::PartKind;
use crate::validate::{Shape, is_opaque_signature};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    if view.shape() == Shape::Converse && view.lint().no_mixed {
        return;
    }
    for turn in &view.turns {
        drop_thinking(view, edits, turn, |part| {
            let signature = view.string(part.signature).unwrap_or_default();
            part.kind == PartKind::Thinking && !is_opaque_signature(JsStr::from_wtf8(&signature))
        });
    }
}
