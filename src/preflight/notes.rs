//! Notes of what was edited, and the changes that they become when the last edit is made.

use super::context::Context;
use super::view::View;
use crate::json::{Document, Value, push_token, quoted, write};
use crate::report::{Change, ChangeKind};
use crate::rule::Rule;
use crate::table::{IdMap, NumberMap, NumberSet};
use crate::text::{JsStr, sha256_hex_prefix};
use crate::validate::wire::{Part, Place};

/// Hexadecimal digits of a digest.
const DIGEST: usize = 16;

/// One edit. Turns and parts are known by their addresses, which edits inside them keep.
struct Note {
    rule: &'static Rule,
    kind: ChangeKind,
    /// What it was before, if anything.
    input: Option<u32>,
    /// What it is now, if anything.
    output: Option<u32>,
    /// Pointer inside of it.
    inner: String,
    before: Option<Spelled>,
    after: Option<Spelled>,
}

/// A value as it is spelled: how long, its digest, and itself where that is asked for.
struct Spelled {
    bytes: usize,
    digest: String,
    text: Option<String>,
}

/// Notes of one run.
pub(super) struct Notes {
    include_text: bool,
    list: Vec<Note>,
    /// What stands in the place of something: the new address, and the one of the input.
    stands_for: NumberMap<u32>,
}

impl Notes {
    pub(super) fn new(include_text: bool) -> Notes {
        Notes {
            include_text,
            list: Vec::new(),
            stands_for: NumberMap::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn spelled(&self, json: &[u8]) -> Spelled {
        Spelled {
            bytes: json.len(),
            digest: sha256_hex_prefix(JsStr::from_wtf8(json), DIGEST),
            text: self
                .include_text
                .then(|| String::from_utf8_lossy(json).into_owned()),
        }
    }

    fn of_input(&self, value: Value) -> u32 {
        let address = value.address();
        self.stands_for.get(address).copied().unwrap_or(address)
    }

    /// A turn or a part as a whole.
    pub(super) fn whole(
        &mut self,
        rule: &'static Rule,
        kind: ChangeKind,
        document: &Document<'_>,
        before: Option<Value>,
        after: Option<Value>,
    ) {
        let input = before.or(after.filter(|_| kind == ChangeKind::Moved));
        let input = input.map(|value| self.of_input(value));
        if let (Some(input), Some(after)) = (input, after)
            && kind == ChangeKind::Edited
        {
            self.stands_for.insert(after.address(), input);
        }
        let note = Note {
            rule,
            kind,
            input,
            output: after.map(Value::address),
            inner: String::new(),
            before: before.map(|value| self.spelled(&write(document, value))),
            after: after.map(|value| self.spelled(&write(document, value))),
        };
        self.list.push(note);
    }

    /// A turn that goes into another one.
    pub(super) fn merged(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        from: Value,
        into: Value,
    ) {
        let note = Note {
            rule,
            kind: ChangeKind::Merged,
            input: Some(self.of_input(from)),
            output: Some(into.address()),
            inner: String::new(),
            before: Some(self.spelled(&write(document, from))),
            after: None,
        };
        self.list.push(note);
    }

    /// A member of a turn, of a part or of the body.
    pub(super) fn member(
        &mut self,
        rule: &'static Rule,
        document: &Document<'_>,
        holder: Value,
        path: &[&str],
        before: Option<Value>,
        after: Option<Value>,
    ) {
        let mut inner = String::new();
        for key in path {
            push_token(&mut inner, quoted(key).as_bytes());
        }
        let spelled = |value| self.spelled(&write(document, value));
        let note = Note {
            rule,
            kind: ChangeKind::Edited,
            input: Some(self.of_input(holder)),
            output: Some(holder.address()),
            inner,
            before: before.map(spelled),
            after: after.map(spelled),
        };
        self.list.push(note);
    }

    /// A string somewhere inside a turn, a part or the body, whose new text replaced the old one before all else.
    pub(super) fn string(
        &mut self,
        rule: &'static Rule,
        holder: u32,
        inner: &str,
        before: &[u8],
        after: &[u8],
    ) {
        let note = Note {
            rule,
            kind: ChangeKind::Edited,
            input: Some(holder),
            output: Some(holder),
            inner: inner.to_owned(),
            before: Some(self.spelled(before)),
            after: Some(self.spelled(after)),
        };
        self.list.push(note);
    }

    /// The changes, with their places in the body as it was and as it is.
    pub(super) fn changes(
        self,
        document: &Document<'_>,
        body: Value,
        context: &Context,
    ) -> Vec<Change> {
        let mut wanted = NumberSet::default();
        for note in &self.list {
            for address in [note.input, note.output].into_iter().flatten() {
                wanted.add(address);
            }
        }
        let input = Pointers::of(document, document.root(), context, &wanted);
        let output = Pointers::of(document, body, context, &wanted);
        let mut changes = Vec::with_capacity(self.list.len());
        for note in self.list {
            let place = |pointers: &Pointers, address: Option<u32>| {
                Some(format!("{}{}", pointers.get(address?)?, note.inner))
            };
            let (input, output) = (place(&input, note.input), place(&output, note.output));
            // What was put in and taken out again never was.
            if input.is_none() && output.is_none() {
                continue;
            }
            let (bytes_before, digest_before, before) = parts(note.before);
            let (bytes_after, digest_after, after) = parts(note.after);
            changes.push(Change {
                rule: note.rule,
                kind: note.kind,
                input,
                output,
                bytes_before,
                bytes_after,
                digest_before,
                digest_after,
                before,
                after,
            });
        }
        changes
    }
}

fn parts(spelled: Option<Spelled>) -> (usize, Option<String>, Option<String>) {
    match spelled {
        Some(Spelled {
            bytes,
            digest,
            text,
        }) => (bytes, Some(digest), text),
        None => (0, None, None),
    }
}

/// Where some turns and parts stand, by their addresses.
struct Pointers(NumberMap<String>);

impl Pointers {
    fn of(document: &Document<'_>, body: Value, context: &Context, wanted: &NumberSet) -> Pointers {
        let list = context.shape.body_list();
        let mut pointers = NumberMap::default();
        each_place(document, body, context, &mut |address, place| {
            if wanted.contains(address) {
                pointers.insert(address, pointer(list, place));
            }
        });
        Pointers(pointers)
    }

    fn get(&self, address: u32) -> Option<&str> {
        self.0.get(address).map(String::as_str)
    }
}

/// The addresses of the body, of its turns and of their parts, by their pointers.
pub(super) fn addresses(document: &Document<'_>, context: &Context) -> IdMap<u32> {
    let list = context.shape.body_list();
    let mut addresses = IdMap::new();
    each_place(document, document.root(), context, &mut |address, place| {
        addresses.insert(pointer(list, place).as_bytes(), address);
    });
    addresses
}

fn pointer(list: &str, place: Option<Place>) -> String {
    place.map_or(String::new(), |place| place.pointer(list, ""))
}

/// Tells the address and the place of the body, which has none, of each turn and of each part.
fn each_place(
    document: &Document<'_>,
    body: Value,
    context: &Context,
    tell: &mut dyn FnMut(u32, Option<Place>),
) {
    tell(body.address(), None);
    let turns = View::read(document, body, context).map_or(Vec::new(), |view| view.turns);
    for turn in &turns {
        tell(turn.value.address(), Some(turn.place));
        let parts = turn
            .parts
            .iter()
            .flat_map(|part| std::iter::once(part).chain(&part.inner));
        // What stands for the turn has no place of its own.
        let is_apart = |part: &&Part<'_>| part.place != turn.place && part.value != turn.value;
        for part in parts.filter(is_apart) {
            tell(part.value.address(), Some(part.place));
        }
    }
}
