//! Results that report an error and hold more than text.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::text;
use crate::replay::rules::keep_error_results_text::{BLOCK_NOTE, IMAGE_NOTE};
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for result in view.parts(PartKind::Result).filter(|result| result.failed) {
        for inner in result.inner.iter().filter(|inner| inner.kind != PartKind::Text) {
            let note = if inner.kind == PartKind::Image { IMAGE_NOTE } else { BLOCK_NOTE };
            edits.replace(inner.place, text(view.shape(), Speaker::User, note.into()));
        }
    }
}
