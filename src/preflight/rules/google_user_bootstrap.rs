//! A user turn before a history that begins with the model.

use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::preflight::wire::turn;
use crate::replay::rules::google_user_bootstrap::BOOTSTRAP;
use crate::validate::wire::Speaker;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    if let Some((_, first)) = view.spoken().next()
        && first.speaker != Speaker::User
    {
        let new = turn(view.shape(), Speaker::User, BOOTSTRAP);
        edits.insert(first.place, New::Json(new));
    }
}
