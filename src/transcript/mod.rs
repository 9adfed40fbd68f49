//! Typed views over the document: turns, blocks, tool calls and results.
//!
//! Knows the message model and no policy. A [`Turn`] is a value with the facts that nearly every rule asks for; an
//! edit makes a new one. The turns that no rule touched keep the very value they were read with.

mod block;
mod ids;
mod turn;

pub use block::{Block, BlockKind, Fate, KindSet, text_block};
pub use ids::{Call, RESULT_ID_KEYS, calls, has_calls, result_id, result_ids, trimmed_id};
pub use turn::{Role, Turn};

use crate::json::{Document, Entry, Kind, Length, Value, write_whole};
use crate::text::JsStr;
use crate::{Error, ErrorKind, Limits};

/// Levels that are listed when a transcript is read: the list, its turns, their content, its blocks.
const LISTED_LEVELS: usize = 4;

/// An ordered list of turns over the text it was read from.
#[derive(Clone, Debug)]
pub struct Transcript<'s> {
    /// The text and all values.
    pub document: Document<'s>,
    /// The turns as they are now.
    pub turns: Vec<Turn>,
    source: Vec<Turn>,
    next_id: u32,
    /// Turns whose content went into another one: (the one that is gone, the one that took it).
    merged: Vec<(u32, u32)>,
}

impl<'s> Transcript<'s> {
    /// Reads a JSON array of turns. Its members may be anything.
    ///
    /// # Errors
    /// `invalid-json`, `limit-exceeded`, and `not-a-transcript` when the text is something else than an array.
    pub fn parse(text: &'s [u8], limits: &Limits) -> Result<Self, Error> {
        Transcript::of(Document::parse(text, LISTED_LEVELS, limits)?, limits)
    }

    /// The same for text that an encoder just wrote: see [`Document::parse_encoded`].
    ///
    /// # Errors
    /// Those of [`Transcript::parse`].
    pub fn parse_encoded(text: &'s [u8], limits: &Limits) -> Result<Self, Error> {
        Transcript::of(
            Document::parse_encoded(text, LISTED_LEVELS, limits)?,
            limits,
        )
    }

    fn of(document: Document<'s>, limits: &Limits) -> Result<Self, Error> {
        let root = document.root();
        let found = match document.kind(root) {
            Kind::Array => return Self::of_list(document, limits),
            other => other.described(),
        };
        Err(Error::new(
            ErrorKind::NotATranscript,
            format!("expected an array of turns, found {found}"),
        )
        .at_pointer("")
        .at_offset(root.address() as usize))
    }

    fn of_list(mut document: Document<'s>, limits: &Limits) -> Result<Self, Error> {
        let count = document.elements(document.root()).len();
        if count > limits.turns {
            let first_over = document.elements(document.root())[limits.turns].value;
            return Err(Error::new(
                ErrorKind::LimitExceeded,
                format!(
                    "the transcript has {count} turns, the limit `turns` is {}",
                    limits.turns
                ),
            )
            .at_pointer(format!("/{}", limits.turns))
            .at_offset(first_over.address() as usize)
            .at_limit("turns"));
        }
        let mut turns = Vec::with_capacity(count);
        for id in 0..count {
            let value = document.elements(document.root())[id].value;
            turns.push(Turn::read(&mut document, value, id as u32));
        }
        Ok(Transcript {
            document,
            source: turns.clone(),
            turns,
            next_id: count as u32,
            merged: Vec::new(),
        })
    }

    /// The turns as they were read.
    pub fn source(&self) -> &[Turn] {
        &self.source
    }

    /// True when the turns are as they were read.
    pub fn is_unchanged(&self) -> bool {
        self.turns.len() == self.source.len()
            && self
                .turns
                .iter()
                .zip(&self.source)
                .all(|(a, b)| a.value == b.value)
    }

    /// A turn that the input does not hold.
    pub fn new_turn(&mut self, value: Value) -> Turn {
        let id = self.next_id;
        self.next_id += 1;
        Turn::read(&mut self.document, value, id)
    }

    /// Gives the turn at `index` another value.
    pub fn replace(&mut self, index: usize, value: Value) {
        let turn = self.turns[index];
        if turn.value != value {
            self.turns[index] = Turn::read(&mut self.document, value, turn.id);
        }
    }

    /// The same turn with another value.
    pub fn with_value(&mut self, turn: Turn, value: Value) -> Turn {
        Turn::read(&mut self.document, value, turn.id)
    }

    /// Sets a member of the turn at `index`.
    pub fn set_member(&mut self, index: usize, key: &str, value: Value) {
        let edited = self
            .document
            .with_member(self.turns[index].value, key, value);
        self.replace(index, edited);
    }

    /// Gives the turn at `index` other blocks.
    pub fn set_blocks(&mut self, index: usize, blocks: &[Entry]) {
        let turn = self.with_blocks(self.turns[index], blocks);
        self.turns[index] = turn;
    }

    /// The same turn with other blocks.
    pub fn with_blocks(&mut self, turn: Turn, blocks: &[Entry]) -> Turn {
        let content = match turn.blocks {
            Some(content) => self.document.with_elements(content, blocks),
            None => self.document.fresh_array(blocks),
        };
        let value = self.document.with_member(turn.value, "content", content);
        self.with_value(turn, value)
    }

    /// Sets a member of one block of the turn at `index`.
    pub fn set_block_member(&mut self, index: usize, block: usize, key: &str, value: Value) {
        let turn = self.turns[index];
        let mut blocks = self.entries(turn).to_vec();
        if let Some(entry) = blocks.get_mut(block) {
            entry.value = self.document.with_member(entry.value, key, value);
            self.set_blocks(index, &blocks);
        }
    }

    /// Gives the turn at `index` one text block as its whole content.
    pub fn set_text(&mut self, index: usize, text: JsStr<'_>) {
        let turn = self.with_text(self.turns[index], text);
        self.turns[index] = turn;
    }

    /// The same turn with one text block as its whole content.
    pub fn with_text(&mut self, turn: Turn, text: JsStr<'_>) -> Turn {
        let block = self.text_block(text);
        let content = self.document.fresh_array(&[block]);
        let value = self.document.with_member(turn.value, "content", content);
        self.with_value(turn, value)
    }

    /// A new text block.
    pub fn text_block(&mut self, text: JsStr<'_>) -> Entry {
        block::text_block(&mut self.document, text)
    }

    /// The blocks of a turn with array content, else none.
    pub fn blocks(&self, turn: Turn) -> impl Iterator<Item = Block> + '_ {
        self.entries(turn).iter().map(|entry| Block::of(*entry))
    }

    /// The content elements of a turn with array content, else none.
    pub fn entries(&self, turn: Turn) -> &[Entry] {
        turn.blocks
            .map_or(&[], |content| self.document.elements(content))
    }

    /// Asks for each block of a turn what becomes of it; none when nothing changes.
    pub fn map_blocks(
        &mut self,
        turn: Turn,
        mut fate: impl FnMut(&mut Document<'s>, Block) -> Fate,
    ) -> Option<Vec<Entry>> {
        let content = turn.blocks?;
        let count = self.document.elements(content).len();
        let mut changed: Option<Vec<Entry>> = None;
        for at in 0..count {
            let entry = self.document.elements(content)[at];
            let fate = fate(&mut self.document, Block::of(entry));
            if changed.is_none() && !matches!(fate, Fate::Keep) {
                changed = Some(self.document.elements(content)[..at].to_vec());
            }
            if let Some(changed) = &mut changed {
                match fate {
                    Fate::Keep => changed.push(entry),
                    Fate::Drop => {}
                    Fate::Replace(value) => {
                        changed.push(Entry::element(
                            value,
                            BlockKind::of(&self.document, value).mark(),
                        ));
                    }
                }
            }
        }
        changed
    }

    /// Notes that the content of one turn went into another.
    pub fn note_merge(&mut self, gone: Turn, into: Turn) {
        self.merged.push((gone.id, into.id));
    }

    /// Takes the merges noted since the last call.
    pub fn take_merges(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.merged)
    }

    /// The transcript as text. Turns that nobody touched are the same bytes.
    pub fn to_text(&mut self) -> Vec<u8> {
        let root = self.root();
        let mut length = Length::default();
        write_whole(&self.document, root, &mut length);
        let mut out = Vec::with_capacity(length.0);
        write_whole(&self.document, root, &mut out);
        out
    }

    /// The list of the turns as they are now.
    pub(crate) fn root(&mut self) -> Value {
        let turns: Vec<Entry> = self
            .turns
            .iter()
            .map(|turn| Entry::element(turn.value, 0))
            .collect();
        self.document.with_elements(self.document.root(), &turns)
    }
}
