//! Ids as numbers.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// A number for each id, in the order in which they were first seen. The text of all of them stands in one place, so
/// that twenty thousand ids are three allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    text: Vec<u8>,
    /// Where the text of each id ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl IdTable {
    /// An empty table.
    pub(crate) fn new() -> Self {
        IdTable::default()
    }

    /// The number of an id, which is a new one when it was not seen before.
    pub(crate) fn number(&mut self, id: &[u8]) -> u32 {
        let id_hash = self.hasher.hash_one(id);
        if let Some(number) = self.find_hashed(id, id_hash) {
            return number;
        }
        let number = self.ends.len() as u32;
        self.text.extend_from_slice(id);
        self.ends.push(self.text.len());
        let IdTable {
            text,
            ends,
            numbers,
            hasher,
        } = self;
        let hash = |number: &u32| hasher.hash_one(text_of(text, ends, *number));
        numbers.insert_unique(id_hash, number, hash);
        number
    }

    /// The number of an id that was seen before.
    pub(crate) fn find(&self, id: &[u8]) -> Option<u32> {
        self.find_hashed(id, self.hasher.hash_one(id))
    }

    fn find_hashed(&self, id: &[u8], hash: u64) -> Option<u32> {
        let is_id = |number: &u32| self.text(*number) == id;
        self.numbers.find(hash, is_id).copied()
    }

    /// The id of a number.
    pub(crate) fn text(&self, number: u32) -> &[u8] {
        text_of(&self.text, &self.ends, number)
    }
}

fn text_of<'t>(text: &'t [u8], ends: &[usize], number: u32) -> &'t [u8] {
    let at = number as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] };
    &text[start..ends[at]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_number_and_its_text_back() {
        let mut ids = IdTable::new();
        let seen: Vec<u32> = [&b"a"[..], b"", b"a", b"toolu_1", b""]
            .map(|id| ids.number(id))
            .to_vec();
        assert_eq!(seen, [0, 1, 0, 2, 1]);
        assert_eq!(
            [0, 1, 2].map(|number| ids.text(number).to_vec()),
            [&b"a"[..], b"", b"toolu_1"]
        );
        assert_eq!((ids.find(b"toolu_1"), ids.find(b"toolu_")), (Some(2), None));
    }
}
