//! Makes the edits of a step.

use super::edits::{Edit, Edits, New, Path, Planned};
use super::notes::Notes;
use super::wire::{parts_key, role};
use crate::json::{Document, Entry, Kind, Value};
use crate::report::ChangeKind;
use crate::rule::Rule;
use crate::text::JsStr;
use crate::validate::Shape;
use crate::validate::wire::Speaker;

/// Lists of a turn that a merge puts together, beside its parts.
const CALLS: &str = "tool_calls";

/// Members that a turn takes over from one that goes into it, where it has none itself.
const TAKEN_OVER: [&str; 2] = ["reasoning_content", "reasoning"];

/// Which lists of a turn are meant: those of its parts, or those inside a part.
#[derive(Clone, Copy)]
enum Level {
    Parts,
    Inner,
}

impl Level {
    /// The list, and the place in it, that an edit is for.
    fn place(self, edit: &Planned) -> Option<(&'static str, u32)> {
        match self {
            Level::Parts => edit.place.part,
            Level::Inner => edit.place.inner,
        }
    }

    /// True when the edit is for an element as a whole.
    fn is_whole(self, edit: &Planned) -> bool {
        match self {
            Level::Parts => edit.place.inner.is_none(),
            Level::Inner => true,
        }
    }
}

/// Makes edits for one rule.
pub(super) struct Editor<'e, 's> {
    pub(super) document: &'e mut Document<'s>,
    pub(super) notes: &'e mut Notes,
    pub(super) rule: &'static Rule,
    pub(super) shape: Shape,
}

impl Editor<'_, '_> {
    /// The body with the edits made.
    pub(super) fn apply(&mut self, body: Value, mut edits: Edits) -> Value {
        let mut body = body;
        let key = self.shape.list_key();
        let planned = edits.sorted();
        let list = self.document.get(body, key).filter(|_| !planned.is_empty());
        if let Some(list) = list.filter(|list| self.document.kind(*list) == Kind::Array) {
            let list = self.turns(list, planned);
            body = self.document.with_member(body, key, list);
        }
        for (path, json) in edits.top {
            body = self.set(body, path, New::Json(json));
        }
        body
    }

    fn turns(&mut self, list: Value, edits: &[Planned]) -> Value {
        let turns: Vec<Entry> = self.document.entries(list).collect();
        let mut out: Vec<Entry> = Vec::with_capacity(turns.len());
        let mut rest = edits;
        for at in 0..=turns.len() {
            let (here, later) = rest.split_at(count(rest, |edit| edit.place.turn as usize <= at));
            rest = later;
            let whole = count(here, |edit| edit.place.part.is_none());
            for edit in &here[..whole] {
                if let Edit::Insert(new) = &edit.edit {
                    out.push(self.inserted(new));
                }
            }
            let Some(&turn) = turns.get(at) else { break };
            if let Some(turn) = self.turn(turn, here, whole, &mut out) {
                out.push(turn);
            }
        }
        self.document.with_elements(list, &out)
    }

    /// What becomes of a turn, given its edits, of which the first are for it as a whole.
    fn turn(
        &mut self,
        turn: Entry,
        edits: &[Planned],
        whole: usize,
        out: &mut [Entry],
    ) -> Option<Entry> {
        let mut turn = turn;
        turn.value = self.lists(turn.value, &edits[whole..], Level::Parts);
        for edit in &edits[..whole] {
            match &edit.edit {
                Edit::Merge => {
                    let Some(into) = out.last_mut() else { continue };
                    self.notes
                        .merged(self.rule, self.document, turn.value, into.value);
                    into.value = self.merged(into.value, turn.value);
                    return None;
                }
                edit => turn.value = self.edited(turn.value, edit)?,
            }
        }
        Some(turn)
    }

    /// A holder with its lists edited.
    fn lists(&mut self, holder: Value, edits: &[Planned], level: Level) -> Value {
        let mut holder = holder;
        let mut rest = edits;
        while let Some((list, _)) = rest.first().and_then(|edit| level.place(edit)) {
            let is_same = |edit: &Planned| level.place(edit).is_some_and(|(name, _)| name == list);
            let (here, later) = rest.split_at(count(rest, is_same));
            rest = later;
            holder = self.list(holder, list, here, level);
        }
        holder
    }

    fn list(&mut self, holder: Value, list: &str, edits: &[Planned], level: Level) -> Value {
        let keys: Vec<&str> = list.split('/').skip(1).collect();
        let found = keys
            .iter()
            .try_fold(holder, |value, key| self.document.get(value, key));
        let entries = self.elements(found);
        let mut out: Vec<Entry> = Vec::with_capacity(entries.len());
        let mut rest = edits;
        for at in 0..=entries.len() {
            let is_here = |edit: &Planned| {
                level
                    .place(edit)
                    .is_some_and(|(_, index)| index as usize <= at)
            };
            let (here, later) = rest.split_at(count(rest, is_here));
            rest = later;
            let whole = count(here, |edit| level.is_whole(edit));
            for edit in &here[..whole] {
                if let Edit::Insert(new) = &edit.edit {
                    out.push(self.inserted(new));
                }
            }
            let Some(&part) = entries.get(at) else { break };
            let mut value = Some(self.lists(part.value, &here[whole..], Level::Inner));
            for edit in &here[..whole] {
                value = value.and_then(|value| self.edited(value, &edit.edit));
            }
            if let Some(value) = value {
                out.push(Entry::element(value, part.mark()));
            }
        }
        let array = found.filter(|list| self.document.kind(*list) == Kind::Array);
        let list = match array {
            Some(array) => self.document.with_elements(array, &out),
            None => {
                let made = self.document.fresh_array(&out);
                self.notes
                    .member(self.rule, self.document, holder, &keys, found, Some(made));
                made
            }
        };
        with_path(self.document, holder, &keys, list)
    }

    /// The elements of a list. Content that is a string is one text part.
    fn elements(&mut self, list: Option<Value>) -> Vec<Entry> {
        let Some(list) = list else { return Vec::new() };
        if self.document.kind(list) == Kind::String {
            return vec![self.text_part(list)];
        }
        self.document.entries(list).collect()
    }

    fn text_part(&mut self, string: Value) -> Entry {
        let part = match self.shape {
            Shape::Gemini | Shape::Converse => self.document.fresh_object(&[("text", string)]),
            _ => {
                let name = self.document.fresh_string("text".into());
                self.document
                    .fresh_object(&[("type", name), ("text", string)])
            }
        };
        Entry::element(part, 0)
    }

    /// The value after an edit; none when it is gone.
    fn edited(&mut self, value: Value, edit: &Edit) -> Option<Value> {
        match edit {
            Edit::Drop => {
                self.notes.whole(
                    self.rule,
                    ChangeKind::Dropped,
                    self.document,
                    Some(value),
                    None,
                );
                None
            }
            Edit::Take => None,
            Edit::Replace(new) => {
                let new = self.made(new);
                self.notes.whole(
                    self.rule,
                    ChangeKind::Edited,
                    self.document,
                    Some(value),
                    Some(new),
                );
                Some(new)
            }
            Edit::Insert(_) | Edit::Merge => Some(value),
            Edit::Set(path, new) => Some(self.set(value, path, new.clone())),
            Edit::Unset(key) => {
                let before = self.document.get(value, key)?;
                self.notes
                    .member(self.rule, self.document, value, &[key], Some(before), None);
                Some(self.document.without_members(value, &[key]))
            }
        }
    }

    fn set(&mut self, value: Value, path: Path, new: New) -> Value {
        let before = path
            .iter()
            .try_fold(value, |value, key| self.document.get(value, key));
        let new = self.made(&new);
        self.notes
            .member(self.rule, self.document, value, path, before, Some(new));
        with_path(self.document, value, path, new)
    }

    fn inserted(&mut self, new: &New) -> Entry {
        let value = self.made(new);
        let kind = match new {
            New::Moved(_) => ChangeKind::Moved,
            New::Json(_) | New::Turn(_) => ChangeKind::Inserted,
        };
        self.notes
            .whole(self.rule, kind, self.document, None, Some(value));
        Entry::element(value, 0)
    }

    fn made(&mut self, new: &New) -> Value {
        match new {
            New::Json(json) => self.document.fresh(json),
            New::Moved(value) => *value,
            New::Turn(parts) => {
                let mut entries = Vec::with_capacity(parts.len());
                for part in parts {
                    let value = match part {
                        New::Json(json) => self.document.fresh(json),
                        New::Moved(value) => {
                            let kind = ChangeKind::Moved;
                            self.notes
                                .whole(self.rule, kind, self.document, None, Some(*value));
                            *value
                        }
                        New::Turn(_) => continue,
                    };
                    entries.push(Entry::element(value, 0));
                }
                let role = self
                    .document
                    .fresh_string(role(self.shape, Speaker::User).into());
                let parts = self.document.fresh_array(&entries);
                self.document
                    .fresh_object(&[("role", role), (parts_key(self.shape), parts)])
            }
        }
    }

    /// A turn with what another one says behind it.
    fn merged(&mut self, into: Value, from: Value) -> Value {
        let mut into = into;
        for key in [parts_key(self.shape), CALLS] {
            let non_null = |holder| self.document.get_non_null(holder, key);
            let both = match (non_null(into), non_null(from)) {
                (_, None) => continue,
                (None, Some(from)) => from,
                (Some(first), Some(second)) => self.joined(first, second),
            };
            into = self.document.with_member(into, key, both);
        }
        for key in TAKEN_OVER {
            if self.document.get_non_null(into, key).is_none()
                && let Some(value) = self.document.get_non_null(from, key)
            {
                into = self.document.with_member(into, key, value);
            }
        }
        into
    }

    fn joined(&mut self, first: Value, second: Value) -> Value {
        if self.shape == Shape::Chat
            && let Some(text) = self.document.string(first)
            && let Some(more) = self.document.string(second)
        {
            let mut both = JsStr::from_wtf8(&text).to_owned();
            both.push_str("\n\n");
            both.push(JsStr::from_wtf8(&more));
            drop((text, more));
            return self.document.fresh_string(both.as_js());
        }
        let mut parts = self.elements(Some(first));
        parts.extend(self.elements(Some(second)));
        match self.document.kind(first) {
            Kind::Array => self.document.with_elements(first, &parts),
            _ => self.document.fresh_array(&parts),
        }
    }
}

/// How many of the first edits are so.
fn count(edits: &[Planned], is_so: impl Fn(&Planned) -> bool) -> usize {
    edits.iter().take_while(|edit| is_so(edit)).count()
}

/// A value with the member at the end of a path set. What is no object on the way becomes one.
fn with_path(document: &mut Document<'_>, value: Value, path: &[&str], new: Value) -> Value {
    let mut holders = Vec::with_capacity(path.len());
    let mut next = Some(value);
    for key in path {
        let object = next.filter(|value| document.kind(*value) == Kind::Object);
        let holder = object.unwrap_or_else(|| document.fresh_object(&[]));
        holders.push(holder);
        next = document.get(holder, key);
    }
    let mut value = new;
    for (holder, key) in holders.into_iter().zip(path).rev() {
        value = document.with_member(holder, key, value);
    }
    value
}
