//! Ids that were seen.

use super::IdMap;

/// A set of ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdSet(IdMap<()>);

impl IdSet {
    pub(crate) fn new() -> Self {
        IdSet::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, id: &[u8]) -> bool {
        self.0.contains(id)
    }

    /// True when the id was not there.
    pub(crate) fn add(&mut self, id: &[u8]) -> bool {
        self.0.insert(id, ()).is_none()
    }

    /// True when the id was there.
    pub(crate) fn remove(&mut self, id: &[u8]) -> bool {
        self.0.remove(id).is_some()
    }
}

impl<I: AsRef<[u8]>> Extend<I> for IdSet {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.add(id.as_ref());
        }
    }
}

impl<I: AsRef<[u8]>> FromIterator<I> for IdSet {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = IdSet::new();
        set.extend(ids);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_takes_an_id_once_until_it_is_removed() {
        let mut set = IdSet::from_iter(["a"]);
        assert!(!set.add(b"a"));
        assert!(set.remove(b"a") && !set.remove(b"a"));
        assert!(set.add(b"a") && set.contains(b"a"));
    }
}
