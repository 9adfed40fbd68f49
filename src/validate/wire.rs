//! One view of all bodies: turns and parts that point into the text.

use crate::json::{Document, Value};
use std::borrow::Cow;
use std::fmt::Write;

/// Where something stands: a turn, a part of it, a part of that part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) turn: u32,
    pub(crate) part: Option<(&'static str, u32)>,
    pub(crate) inner: Option<(&'static str, u32)>,
}

impl Place {
    pub(crate) fn turn(turn: usize) -> Place {
        Place {
            turn: turn as u32,
            part: None,
            inner: None,
        }
    }

    pub(crate) fn part(self, list: &'static str, at: usize) -> Place {
        Place {
            part: Some((list, at as u32)),
            ..self
        }
    }

    pub(crate) fn inner(self, list: &'static str, at: usize) -> Place {
        Place {
            inner: Some((list, at as u32)),
            ..self
        }
    }

    /// JSON pointer of a member there.
    pub(crate) fn pointer(self, list: &str, member: &str) -> String {
        let mut pointer = String::from(list);
        // Writing to a string cannot fail.
        let _ = write!(pointer, "/{}", self.turn);
        for (list, at) in [self.part, self.inner].into_iter().flatten() {
            let _ = write!(pointer, "{list}/{at}");
        }
        pointer.push_str(member);
        pointer
    }
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    User,
    Assistant,
    /// Results on a wire that gives them a role of their own.
    Tool,
    System,
    /// A role that the wire does not know.
    Unknown,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Text,
    Image,
    Call,
    Result,
    Thinking,
    Redacted,
    ServerCall,
    ServerResult,
    /// Known to the wire, nothing to check in it.
    Other,
    /// A reference to what the server keeps.
    Reference,
    /// Not known to the wire.
    Unknown,
    /// No payload, or more than one.
    Malformed,
}

/// An image: what it says it is, and its base64 text.
#[derive(Clone, Debug)]
pub(crate) struct Image<'d> {
    pub(crate) media: Cow<'d, [u8]>,
    pub(crate) data: Option<Cow<'d, [u8]>>,
}

/// A part of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Part<'d> {
    pub(crate) place: Place,
    pub(crate) kind: PartKind,
    pub(crate) value: Value,
    /// The text, the thinking, the arguments, the data.
    pub(crate) payload: Option<Value>,
    /// Id of the call, or of the call that a result answers.
    pub(crate) id: Option<Cow<'d, [u8]>>,
    /// The optional id of an item.
    pub(crate) item: Option<Cow<'d, [u8]>>,
    pub(crate) name: Option<Value>,
    pub(crate) signature: Option<Value>,
    /// A result that reports an error.
    pub(crate) failed: bool,
    pub(crate) inner: Vec<Part<'d>>,
    pub(crate) image: Option<Image<'d>>,
}

impl<'d> Part<'d> {
    pub(crate) fn new(place: Place, kind: PartKind, value: Value) -> Part<'d> {
        Part {
            place,
            kind,
            value,
            payload: None,
            id: None,
            item: None,
            name: None,
            signature: None,
            failed: false,
            inner: Vec::new(),
            image: None,
        }
    }

    /// Parts of a result, of one kind.
    pub(crate) fn of_inner(&self, kind: PartKind) -> impl Iterator<Item = &Part<'d>> {
        self.inner.iter().filter(move |part| part.kind == kind)
    }

    /// The same with the member `key` as its payload.
    pub(crate) fn payload(mut self, document: &Document<'_>, key: &str) -> Self {
        self.payload = document.get(self.value, key);
        self
    }
}

/// A turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn<'d> {
    pub(crate) speaker: Speaker,
    pub(crate) place: Place,
    pub(crate) parts: Vec<Part<'d>>,
    pub(crate) value: Value,
    /// Results that the conversion put into a user turn: not a turn of the user's own.
    pub(crate) made_of_results: bool,
    /// Where a turn of the same speaker that was put into this one began.
    pub(crate) joined: Vec<Place>,
}

impl<'d> Turn<'d> {
    pub(crate) fn new(speaker: Speaker, place: Place, value: Value) -> Turn<'d> {
        Turn {
            speaker,
            place,
            parts: Vec::new(),
            value,
            made_of_results: false,
            joined: Vec::new(),
        }
    }

    /// Its parts of one kind.
    pub(crate) fn of(&self, kind: PartKind) -> impl Iterator<Item = &Part<'d>> {
        self.parts.iter().filter(move |part| part.kind == kind)
    }

    /// True when it has a part of the kind.
    pub(crate) fn has(&self, kind: PartKind) -> bool {
        self.of(kind).next().is_some()
    }

    /// Puts a later turn into this one.
    pub(crate) fn join(&mut self, later: Turn<'d>) {
        if !self.made_of_results && !later.made_of_results {
            self.joined.push(later.place);
        }
        self.made_of_results = later.made_of_results;
        self.parts.extend(later.parts);
        self.joined.extend(later.joined);
    }
}
