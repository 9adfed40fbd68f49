//! What a rule asks for: edits by place.
//!
//! A rule reads the view and says edits; it changes nothing. All edits of a step are made at once, and they are what the
//! report tells, so that nothing can change without being told.

use crate::json::Value;
use crate::validate::wire::Place;

/// Keys on the way to a member.
pub(super) type Path = &'static [&'static str];

/// What a value becomes.
#[derive(Clone, Debug)]
pub(super) enum New {
    /// JSON text.
    Json(String),
    /// A value of the body that stood elsewhere.
    Moved(Value),
    /// A turn of the user's with these parts.
    Turn(Vec<New>),
}

/// What happens at a place.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// It goes.
    Drop,
    /// It goes, since it is put elsewhere.
    Take,
    /// It becomes something else.
    Replace(New),
    /// Something is put before it.
    Insert(New),
    /// The turn goes into the one before it.
    Merge,
    /// A member of it becomes something else.
    Set(Path, New),
    /// A member of it goes.
    Unset(String),
}

/// An edit in its place.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) place: Place,
    /// Edits of one place are made in the order in which they were asked for.
    order: u32,
    pub(super) edit: Edit,
}

/// The edits of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    list: Vec<Planned>,
    /// Members of the body itself.
    pub(super) top: Vec<(Path, String)>,
}

impl Edits {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.top.is_empty()
    }

    fn push(&mut self, place: Place, edit: Edit) {
        let order = self.list.len() as u32;
        self.list.push(Planned { place, order, edit });
    }

    pub(super) fn drop(&mut self, place: Place) {
        self.push(place, Edit::Drop);
    }

    pub(super) fn take(&mut self, place: Place) {
        self.push(place, Edit::Take);
    }

    pub(super) fn replace(&mut self, place: Place, json: String) {
        self.push(place, Edit::Replace(New::Json(json)));
    }

    pub(super) fn insert(&mut self, place: Place, new: New) {
        self.push(place, Edit::Insert(new));
    }

    pub(super) fn merge(&mut self, place: Place) {
        self.push(place, Edit::Merge);
    }

    pub(super) fn set(&mut self, place: Place, path: Path, json: String) {
        self.push(place, Edit::Set(path, New::Json(json)));
    }

    pub(super) fn unset(&mut self, place: Place, key: impl Into<String>) {
        self.push(place, Edit::Unset(key.into()));
    }

    pub(super) fn set_top(&mut self, path: Path, json: String) {
        self.top.push((path, json));
    }

    /// The edits by place: a turn before its parts, a part before what is in it.
    pub(super) fn sorted(&mut self) -> &[Planned] {
        self.list
            .sort_unstable_by_key(|Planned { place, order, .. }| {
                (place.turn, place.part, place.inner, *order)
            });
        &self.list
    }
}
