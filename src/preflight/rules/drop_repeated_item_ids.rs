//! Ids that an earlier item has.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::table::IdSet;
use crate::validate::wire::PartKind;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let mut seen = IdSet::new();
    for item in view.turns.iter().flat_map(|turn| &turn.parts) {
        let Some(id) = item.item.as_deref() else { continue };
        if seen.add(id) {
            continue;
        }
        match item.kind {
            PartKind::Reference => edits.drop(item.place),
            _ => edits.unset(item.place, "id"),
        }
    }
}
