//! Ids as numbers.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// A number for each id, in the order in which they were first seen. The text of all of them stands in one place, so
/// that twenty thousand ids are three allocations.
#[derive(Clone, Debug, Default)]
pub struct IdTable {
    text: Vec<u8>,
    /// Where the text of each id ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl IdTable {
    /// An empty table.
    pub fn new() -> Self {
        IdTable::default()
    }

    /// The number of an id, which is a new one when it was not seen before.
    pub fn number(&mut self, id: &[u8]) -> u32 {
        if let Some(number) = self.find(id) {
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
        numbers.insert_unique(hash(&number), number, hash);
        number
    }

    /// The number of an id that was seen before.
    pub fn find(&self, id: &[u8]) -> Option<u32> {
        let is_id = |number: &u32| self.text(*number) == id;
        self.numbers.find(self.hasher.hash_one(id), is_id).copied()
    }

    /// The id of a number.
    pub fn text(&self, number: u32) -> &[u8] {
        text_of(&self.text, &self.ends, number)
    }
}

fn text_of<'t>(text: &'t [u8], ends: &[usize], number: u32) -> &'t [u8] {
    let at = number as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] };
    &text[start..ends[at]]
}

/// Ends of a queue in [`Queues`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Queue {
    /// Place of the first one; places count from one, and zero is none.
    first: u32,
    last: u32,
}

/// Queues of numbers in one vector: nearly all of them hold one number, and each would be an allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    /// Each number with the place of the next one in its queue.
    places: Vec<(u32, u32)>,
}

impl Queues {
    pub(crate) fn push(&mut self, queue: &mut Queue, number: u32) {
        self.places.push((number, 0));
        let place = self.places.len() as u32;
        match queue.first {
            0 => queue.first = place,
            _ => self.places[queue.last as usize - 1].1 = place,
        }
        queue.last = place;
    }

    pub(crate) fn pop(&self, queue: &mut Queue) -> Option<u32> {
        let (number, next) = *self.places.get((queue.first as usize).checked_sub(1)?)?;
        queue.first = next;
        Some(number)
    }
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

    #[test]
    fn queues_give_what_they_took_in_its_order() {
        let mut queues = Queues::default();
        let (mut a, mut b) = (Queue::default(), Queue::default());
        queues.push(&mut a, 1);
        queues.push(&mut b, 7);
        queues.push(&mut a, 2);
        assert_eq!(
            [queues.pop(&mut a), queues.pop(&mut a), queues.pop(&mut a)],
            [Some(1), Some(2), None]
        );
        queues.push(&mut a, 3);
        assert_eq!(
            [queues.pop(&mut a), queues.pop(&mut b), queues.pop(&mut b)],
            [Some(3), Some(7), None]
        );
    }
}
