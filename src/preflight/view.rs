//! What a rule sees: the body as the validator reads it.

use super::context::Context;
use crate::json::{Document, Kind, Value, write};
use crate::validate::wire::{Part, PartKind, Speaker, Turn};
use crate::validate::{LintOptions, Shape, read_body};
use std::borrow::Cow;

/// The body as it is before a rule.
pub(super) struct View<'v> {
    pub(super) document: &'v Document<'v>,
    pub(super) root: Value,
    pub(super) context: &'v Context,
    pub(super) turns: Vec<Turn<'v>>,
}

impl<'v> View<'v> {
    /// Reads the body; none when it has no list of turns.
    pub(super) fn read(
        document: &'v Document<'v>,
        root: Value,
        context: &'v Context,
    ) -> Option<View<'v>> {
        Some(View {
            document,
            root,
            context,
            turns: read_body(document, root, context.shape)?,
        })
    }

    pub(super) fn shape(&self) -> Shape {
        self.context.shape
    }

    pub(super) fn lint(&self) -> &LintOptions {
        &self.context.lint
    }

    /// The text of a string; none for what is no string.
    pub(super) fn string(&self, value: Option<Value>) -> Option<Cow<'_, [u8]>> {
        self.document.string(value?)
    }

    /// True for a string of nothing but white space. What is no string is blank too: it has no text.
    pub(super) fn is_blank(&self, text: Option<Value>) -> bool {
        text.is_none_or(|text| {
            self.document.kind(text) != Kind::String || self.document.is_blank_string(text)
        })
    }

    pub(super) fn is_kind(&self, value: Option<Value>, kind: Kind) -> bool {
        value.is_some_and(|value| self.document.kind(value) == kind)
    }

    /// A value as it is spelled.
    pub(super) fn json(&self, value: Value) -> String {
        String::from_utf8_lossy(&write(self.document, value)).into_owned()
    }

    /// The turns that are the provider's to answer, each with its index: system text stands apart.
    pub(super) fn spoken(&self) -> impl DoubleEndedIterator<Item = (usize, &Turn<'v>)> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|(_, turn)| turn.speaker != Speaker::System)
    }

    /// The turn that is spoken right before this one.
    pub(super) fn before(&self, at: usize) -> Option<(usize, &Turn<'v>)> {
        let turns = self.turns[..at].iter().enumerate();
        turns
            .rev()
            .find(|(_, turn)| turn.speaker != Speaker::System)
    }

    /// Every part of a kind, in order.
    pub(super) fn parts(&self, kind: PartKind) -> impl Iterator<Item = &Part<'v>> {
        self.turns.iter().flat_map(move |turn| turn.of(kind))
    }
}

/// A part of a list of its own, not what stands for the turn as a whole.
pub(super) fn is_listed(part: &Part<'_>) -> bool {
    part.place.part.is_some()
}
