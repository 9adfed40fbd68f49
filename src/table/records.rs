//! A record for each id.

use super::IdTable;
use std::ops::{Index, IndexMut};

/// What is known of each id, by its number. An id that is new has the default record.
#[derive(Clone, Debug)]
pub(crate) struct Records<R> {
    ids: IdTable,
    records: Vec<R>,
}

impl<R> Default for Records<R> {
    fn default() -> Self {
        Records {
            ids: IdTable::new(),
            records: Vec::new(),
        }
    }
}

impl<R: Default> Records<R> {
    /// The number of an id, which is a new one when it was not seen before.
    pub(crate) fn number(&mut self, id: &[u8]) -> u32 {
        let number = self.ids.number(id);
        if number as usize == self.records.len() {
            self.records.push(R::default());
        }
        number
    }
}

impl<R> Records<R> {
    /// The number of an id that was seen before.
    pub(crate) fn find(&self, id: &[u8]) -> Option<u32> {
        self.ids.find(id)
    }

    /// The id of a number.
    pub(crate) fn text(&self, number: u32) -> &[u8] {
        self.ids.text(number)
    }

    /// Ids and their records, in the order in which the ids were first seen.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &R)> {
        let ids = (0u32..).map(|number| self.ids.text(number));
        self.records
            .iter()
            .zip(ids)
            .map(|(record, id)| (id, record))
    }
}

impl<R> Index<u32> for Records<R> {
    type Output = R;

    fn index(&self, number: u32) -> &R {
        &self.records[number as usize]
    }
}

impl<R> IndexMut<u32> for Records<R> {
    fn index_mut(&mut self, number: u32) -> &mut R {
        &mut self.records[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_record_which_begins_as_the_default() {
        let mut records: Records<u8> = Records::default();
        let (a, b) = (records.number(b"a"), records.number(b"b"));
        records[a] += 2;
        assert_eq!((records.number(b"a"), records.find(b"c")), (a, None));
        let all: Vec<(&[u8], &u8)> = records.iter().collect();
        assert_eq!(all, [(&b"a"[..], &2), (b"b", &0)]);
        assert_eq!(records.text(b), b"b");
    }
}
