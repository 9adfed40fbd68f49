//! What is known of each id.

use super::Records;

/// A value for each id, in the order in which the ids were first seen. Finding one is the same code whatever the value
/// is: a map of the standard library is a copy of all of it for each type, and a module pays for each copy.
#[derive(Clone, Debug)]
pub(crate) struct IdMap<V> {
    values: Records<Option<V>>,
    /// How many have a value.
    len: usize,
}

impl<V> Default for IdMap<V> {
    fn default() -> Self {
        IdMap {
            values: Records::default(),
            len: 0,
        }
    }
}

impl<V> IdMap<V> {
    pub(crate) fn new() -> Self {
        IdMap::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn get(&self, id: &[u8]) -> Option<&V> {
        self.values[self.values.find(id)?].as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: &[u8]) -> Option<&mut V> {
        let number = self.values.find(id)?;
        self.values[number].as_mut()
    }

    pub(crate) fn contains(&self, id: &[u8]) -> bool {
        self.get(id).is_some()
    }

    /// Gives the value that the id had.
    pub(crate) fn insert(&mut self, id: &[u8], value: V) -> Option<V> {
        let number = self.values.number(id);
        let before = self.values[number].replace(value);
        self.len += usize::from(before.is_none());
        before
    }

    pub(crate) fn remove(&mut self, id: &[u8]) -> Option<V> {
        let number = self.values.find(id)?;
        let value = self.values[number].take()?;
        self.len -= 1;
        Some(value)
    }

    /// All that have a value, in the order in which their ids were first seen.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &V)> {
        let slots = self.values.iter();
        slots.filter_map(|(id, value)| Some((id, value.as_ref()?)))
    }
}

impl<V: Default> IdMap<V> {
    /// The value of an id, which is the default one when it had none.
    pub(crate) fn entry(&mut self, id: &[u8]) -> &mut V {
        let number = self.values.number(id);
        let slot = &mut self.values[number];
        self.len += usize::from(slot.is_none());
        slot.get_or_insert_default()
    }
}

impl<I: AsRef<[u8]>, V> FromIterator<(I, V)> for IdMap<V> {
    fn from_iter<T: IntoIterator<Item = (I, V)>>(pairs: T) -> Self {
        let mut map = IdMap::new();
        for (id, value) in pairs {
            map.insert(id.as_ref(), value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_replaced_and_taken_by_its_id() {
        let mut map = IdMap::new();
        assert_eq!(map.insert(b"a", 1), None);
        assert_eq!(map.insert(b"", 2), None);
        assert_eq!(map.insert(b"a", 3), Some(1));
        assert_eq!((map.get(b"a"), map.get(b"b")), (Some(&3), None));
        *map.entry(b"b") += 7;
        assert_eq!(map.remove(b""), Some(2));
        assert_eq!((map.remove(b""), map.contains(b"")), (None, false));
        assert!(!map.is_empty() && IdMap::<()>::new().is_empty());
        let all: Vec<(&[u8], &i32)> = map.iter().collect();
        assert_eq!(all, [(&b"a"[..], &3), (b"b", &7)]);
    }
}
