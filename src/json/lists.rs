//! Where the child lists of a document live.

use super::document::Entry;

/// Entries of a full chunk: 1 MiB.
const CHUNK: usize = 1 << 16;

/// Child lists, never changed once made. They live in chunks that are never moved: a vector that doubles would hold
/// everything twice while it moves, and memory that was once taken in wasm is never given back.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    chunks: Vec<Vec<Entry>>,
    /// For each list where it begins (number of the chunk, place in it) and its length.
    lists: Vec<(u32, u32)>,
}

impl Lists {
    /// With room for about this many entries.
    pub(super) fn with_capacity(entries: usize) -> Self {
        Lists {
            chunks: vec![Vec::with_capacity(entries.min(CHUNK))],
            lists: Vec::with_capacity(entries / 4),
        }
    }

    /// Forgets every list; memory of the first chunk stays for those to come.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.chunks.truncate(1);
        self.chunks[0].clear();
    }

    /// Number of lists.
    pub(super) fn len(&self) -> usize {
        self.lists.len()
    }

    /// Adds a list; gives its number.
    pub(super) fn push(&mut self, children: impl ExactSizeIterator<Item = Entry>) -> u32 {
        let count = children.len();
        let filled = self.chunks.last().map_or(0, Vec::len);
        // A list longer than a chunk has one to itself.
        if filled > 0 && (filled >= CHUNK || filled + count > CHUNK) {
            self.chunks.push(Vec::with_capacity(count.max(CHUNK)));
        }
        let chunk = self.chunks.len() - 1;
        let first = chunk * CHUNK + self.chunks[chunk].len();
        self.chunks[chunk].extend(children);
        self.lists.push((first as u32, count as u32));
        (self.lists.len() - 1) as u32
    }

    /// The children of a list.
    #[inline]
    pub(super) fn get(&self, list: u32) -> &[Entry] {
        let (first, count) = self.lists[list as usize];
        let at = first as usize % CHUNK;
        &self.chunks[first as usize / CHUNK][at..at + count as usize]
    }

    /// One child of a list, to set its mark.
    pub(super) fn get_mut(&mut self, list: u32, index: usize) -> &mut Entry {
        let first = self.lists[list as usize].0 as usize;
        &mut self.chunks[first / CHUNK][first % CHUNK + index]
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Value;
    use super::*;

    #[test]
    fn lists_of_every_length_are_found_again() {
        let entries = |count: usize, mark: u32| {
            (0..count as u32).map(move |at| Entry::element(Value::new(at, at, 0), mark))
        };
        let mut lists = Lists::with_capacity(0);
        let counts = [
            0,
            3,
            CHUNK,
            0,
            1,
            CHUNK - 1,
            2,
            3 * CHUNK + 5,
            7,
            0,
            CHUNK + 1,
        ];
        for (number, count) in counts.into_iter().enumerate() {
            assert_eq!(lists.push(entries(count, number as u32)), number as u32);
        }
        for (number, count) in counts.into_iter().enumerate() {
            let found = lists.get(number as u32);
            assert_eq!(found.len(), count);
            assert!(found.iter().enumerate().all(|(at, entry)| {
                entry.mark() == number as u32 && entry.value.address() == at as u32
            }));
        }
        lists.get_mut(7, 3 * CHUNK).value = Value::new(9, 9, 9);
        assert_eq!(lists.get(7)[3 * CHUNK].value.address(), 9);
    }
}
