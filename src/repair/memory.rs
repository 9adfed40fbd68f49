//! Sessions in memory: the simplest storage that keeps the contract.

use super::storage::{Loaded, Replaced, Storage, StorageError};
use std::collections::BTreeMap;

/// Keeps sessions in memory. Its clock stands still unless it is set.
///
/// ```
/// use transcript_hygiene::repair::{self, MemoryStorage, RepairOptions, Status};
/// let mut storage = MemoryStorage::new();
/// storage.put("s.jsonl", b"{\"type\":\"session\",\"id\":\"s\"}\n{\"cut".to_vec());
/// let outcome = repair::run(&mut storage, "s.jsonl", &RepairOptions::new());
/// assert_eq!(outcome.status, Status::Repaired);
/// assert_eq!(storage.get("s.jsonl"), Some(&b"{\"type\":\"session\",\"id\":\"s\"}\n"[..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    files: BTreeMap<String, (Vec<u8>, u64)>,
    /// Writes so far; each gives its file a version of its own.
    writes: u64,
    given: u64,
    now_ms: f64,
}

impl MemoryStorage {
    /// Nothing stored, and the clock at 1970.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the clock, in milliseconds since 1970.
    pub fn with_now(mut self, now_ms: f64) -> Self {
        self.now_ms = now_ms;
        self
    }

    /// What is stored under a name.
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        self.files.get(key).map(|(bytes, _)| bytes.as_slice())
    }

    /// Stores bytes, whatever was there.
    pub fn put(&mut self, key: &str, bytes: Vec<u8>) {
        self.writes += 1;
        self.files.insert(key.into(), (bytes, self.writes));
    }

    /// Appends to what is stored, as another writer would.
    pub fn append(&mut self, key: &str, bytes: &[u8]) {
        let mut whole = self.get(key).unwrap_or_default().to_vec();
        whole.extend_from_slice(bytes);
        self.put(key, whole);
    }

    /// Every name under which something is stored.
    pub fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    pub(super) fn is_version(&self, key: &str, version: u64) -> bool {
        self.files
            .get(key)
            .is_some_and(|(_, stored)| *stored == version)
    }
}

impl Storage for MemoryStorage {
    type Version = u64;

    fn load(&mut self, key: &str) -> Result<Option<Loaded<u64>>, StorageError> {
        let stored = self.files.get(key).cloned();
        Ok(stored.map(|(bytes, version)| Loaded { bytes, version }))
    }

    fn save_new(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
        if self.files.contains_key(key) {
            return Err(StorageError::Exists);
        }
        self.put(key, bytes.to_vec());
        Ok(())
    }

    fn replace(
        &mut self,
        key: &str,
        bytes: &[u8],
        expected: &u64,
    ) -> Result<Replaced, StorageError> {
        if !self.is_version(key, *expected) {
            return Err(StorageError::Conflict);
        }
        self.put(key, bytes.to_vec());
        Ok(Replaced {
            durable: true,
            appended: Vec::new(),
        })
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.files.remove(key);
        Ok(())
    }

    fn now_ms(&mut self) -> f64 {
        self.now_ms
    }

    fn unique(&mut self) -> String {
        self.given += 1;
        self.given.to_string()
    }
}
