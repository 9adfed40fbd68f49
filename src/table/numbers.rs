//! What is known of each number.

use super::IdMap;

/// [`IdMap`] for numbers that say nothing of how many there are: addresses, ids of turns.
#[derive(Clone, Debug)]
pub(crate) struct NumberMap<V>(IdMap<V>);

/// Numbers that were seen.
pub(crate) type NumberSet = NumberMap<()>;

impl<V> Default for NumberMap<V> {
    fn default() -> Self {
        NumberMap(IdMap::new())
    }
}

impl<V> NumberMap<V> {
    pub(crate) fn get(&self, number: u32) -> Option<&V> {
        self.0.get(&number.to_le_bytes())
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        self.get(number).is_some()
    }

    pub(crate) fn insert(&mut self, number: u32, value: V) {
        self.0.insert(&number.to_le_bytes(), value);
    }
}

impl NumberSet {
    pub(crate) fn add(&mut self, number: u32) {
        self.insert(number, ());
    }
}

impl<V> FromIterator<(u32, V)> for NumberMap<V> {
    fn from_iter<T: IntoIterator<Item = (u32, V)>>(pairs: T) -> Self {
        let mut map = NumberMap::default();
        for (number, value) in pairs {
            map.insert(number, value);
        }
        map
    }
}
