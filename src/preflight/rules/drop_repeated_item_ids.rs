//! Ids that an earlier item has.

use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::validate::wire::PartKind;
use hashbrown::HashSet;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let mut seen: HashSet<&[u8]> = HashSet::new();
    for item in view.turns.iter().flat_map(|turn| &turn.parts) {
        let Some(id) = item.item.as_deref() else { continue };
        if seen.insert(id) {
            continue;
        }
        match item.kind {
            PartKind::Reference => edits.drop(item.place),
            _ => edits.unset(item.place, "id"),
        }
    }
}
