//! Blocks that the wire does not know, or that hold nothing.

use crate::json::Kind;
use crate::preflight::edits::Edits;
use crate::preflight::view::{View, is_listed};
use crate::preflight::wire::text;
use crate::replay::rules::drop_unknown_blocks::note_text;
use crate::text::JsStr;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        let unknown = turn.parts.iter().filter(|part| {
            is_listed(part) && matches!(part.kind, PartKind::Unknown | PartKind::Malformed)
        });
        for part in unknown {
            // A string among the blocks is text.
            let said = view.string(Some(part.value)).filter(|said| !JsStr::from_wtf8(said).is_blank());
            let is_object = view.is_kind(Some(part.value), Kind::Object);
            match said {
                Some(said) => edits.replace(part.place, text(view.shape(), turn.speaker, JsStr::from_wtf8(&said))),
                None if turn.speaker != Speaker::Assistant && is_object => {
                    let note = note_text(view.document, part.value);
                    edits.replace(part.place, text(view.shape(), turn.speaker, note.as_js()));
                }
                None => edits.drop(part.place),
            }
        }
    }
}
