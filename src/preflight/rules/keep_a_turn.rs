//! A user turn in a history without any.

use crate::json::Kind;
use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::preflight::wire::turn;
use crate::replay::rules::keep_a_turn::OMITTED;
use crate::validate::wire::{Place, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let list = view.document.get(view.root, view.shape().list_key());
    if view.is_kind(list, Kind::Array) && view.spoken().next().is_none() {
        let new = turn(view.shape(), Speaker::User, OMITTED);
        edits.insert(Place::turn(view.turns.len()), New::Json(new));
    }
}
