//! Optional ids of items that are too long, or do not begin as their type asks for.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::text::JsStr;
use crate::validate::wire::{Part, PartKind, Speaker};
use crate::validate::{MAX_ITEM_ID, item_id_prefix};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        for item in &turn.parts {
            let Some(id) = item.item.as_deref() else { continue };
            let is_long = JsStr::from_wtf8(id).utf16_len() > MAX_ITEM_ID;
            if !is_long && (turn.speaker != Speaker::Assistant || begins_right(item, id)) {
                continue;
            }
            match item.kind {
                PartKind::Reference => edits.drop(turn.place),
                _ => edits.unset(turn.place, "id"),
            }
        }
    }
}

fn begins_right(item: &Part<'_>, id: &[u8]) -> bool {
    item_id_prefix(item).is_none_or(|prefix| id.starts_with(prefix))
}
