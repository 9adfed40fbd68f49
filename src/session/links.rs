//! Who hangs from whom in a session file: ids as small numbers, and records that only pass a parent on.

use crate::json::{Document, Kind, Value, number_text};
use crate::table::Records;

/// An id of the file.
pub(super) type Node = u32;

/// What is known of one id.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Index of the entry with this id.
    entry: Option<usize>,
    /// Parent of the opaque record with this id.
    opaque: Option<Option<Node>>,
    /// A control of this id that pointed nowhere.
    invalid: bool,
    /// Where a chain of opaque records was seen to end, and when.
    end: (u32, Option<Node>),
    /// Round of the walk that came by last.
    seen: u32,
}

/// The ids of a file and what they name, as far as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    known: Records<Known>,
    /// The id that was asked for last: nearly every record hangs from the one before it.
    last: Option<Node>,
    /// Counts changes after which the ends of chains have to be looked for again.
    epoch: u32,
    rounds: u32,
}

impl Links {
    pub(super) fn new() -> Self {
        Links {
            epoch: 1,
            ..Links::default()
        }
    }

    /// The number of an id. Ids of any type are told apart as JavaScript does: objects by identity.
    pub(super) fn node(&mut self, document: &Document<'_>, id: Value) -> Node {
        let mut name = Vec::new();
        match document.kind(id) {
            Kind::String => {
                name.push(b'"');
                name.extend_from_slice(&document.string(id).unwrap_or_default());
            }
            Kind::Number => {
                let number = document.number(id).unwrap_or_default();
                name.extend_from_slice(number_text(number).as_bytes());
            }
            Kind::Bool(on) => name.push(u8::from(on)),
            Kind::Null => {}
            Kind::Array | Kind::Object => {
                name.push(b'@');
                name.extend_from_slice(&id.address().to_le_bytes());
            }
        }
        let is_last = |last: &Node| self.known.text(*last) == name;
        let node = match self.last.filter(is_last) {
            Some(last) => last,
            None => self.known.number(&name),
        };
        self.last = Some(node);
        node
    }

    /// The number of the id that a member holds; none when it is missing or `null`.
    pub(super) fn member(
        &mut self,
        document: &Document<'_>,
        object: Value,
        key: &str,
    ) -> Option<Node> {
        let id = document.get_non_null(object, key)?;
        Some(self.node(document, id))
    }

    /// The text of an id that is a string.
    pub(super) fn text(&self, node: Node) -> &[u8] {
        self.known
            .text(node)
            .strip_prefix(b"\"")
            .unwrap_or_default()
    }

    /// Index of the entry with this id.
    pub(super) fn entry(&self, node: Node) -> Option<usize> {
        self.known[node].entry
    }

    pub(super) fn set_entry(&mut self, node: Node, at: usize) {
        if self.known[node].opaque.is_some() {
            self.epoch += 1;
        }
        self.known[node].entry = Some(at);
    }

    /// True for an opaque record that is no entry.
    pub(super) fn is_opaque(&self, node: Node) -> bool {
        self.known[node].entry.is_none() && self.known[node].opaque.is_some()
    }

    /// Parent of the opaque record with this id.
    pub(super) fn opaque_parent(&self, node: Node) -> Option<Node> {
        self.known[node].opaque.flatten()
    }

    pub(super) fn set_opaque(&mut self, node: Node, parent: Option<Node>) {
        if self.known[node].opaque.is_some() {
            self.epoch += 1;
        }
        self.known[node].opaque = Some(parent);
    }

    pub(super) fn set_invalid(&mut self, node: Node) {
        self.known[node].invalid = true;
    }

    /// True for the id of an entry or of an opaque record that is no invalid control.
    pub(super) fn is_target(&self, node: Node) -> bool {
        let known = &self.known[node];
        known.entry.is_some() || known.opaque.is_some() && !known.invalid
    }

    /// True for an id that some record has.
    pub(super) fn is_known(&self, node: Node) -> bool {
        self.known[node].entry.is_some() || self.known[node].opaque.is_some()
    }

    /// The entry at the end of a chain of opaque records.
    pub(super) fn resolve(&mut self, from: Option<Node>) -> Option<Node> {
        self.end(from)
            .filter(|node| self.known[*node].entry.is_some())
    }

    /// Where a chain of opaque records ends: an entry, an id that no record has, or nothing; also for a circle.
    ///
    /// Remembers the end for every link of the chain, so that a chain is walked once.
    pub(super) fn end(&mut self, from: Option<Node>) -> Option<Node> {
        self.rounds += 1;
        let (round, epoch) = (self.rounds, self.epoch);
        let mut passed: Vec<Node> = Vec::new();
        let mut at = from;
        while let Some(node) = at {
            let known = &mut self.known[node];
            let Some(parent) = known.opaque.filter(|_| known.entry.is_none()) else {
                break;
            };
            if known.seen == round {
                at = None;
                break;
            }
            known.seen = round;
            passed.push(node);
            at = match known.end {
                (when, end) if when == epoch => end,
                _ => parent,
            };
        }
        for node in passed {
            self.known[node].end = (epoch, at);
        }
        at
    }
}
