//! What repair asks of a place where sessions are kept. The documentation of [`Storage`] is the contract.

use std::fmt;

/// A place where sessions are kept under names.
///
/// # What an implementation promises
///
/// 1. **Whole.** A reader sees the bytes of one write, never a mixture. After a crash the session is what it was, or what
///    [`replace`](Storage::replace) was given, in full.
/// 2. **Conditional.** [`replace`](Storage::replace) takes effect only when the stored bytes are still those that
///    [`load`](Storage::load) gave with `expected`. When somebody wrote, appended or removed in between, it answers
///    [`StorageError::Conflict`] and has no effect; what was removed stays removed.
/// 3. **Durable.** [`save_new`](Storage::save_new) and [`replace`](Storage::replace) return when the bytes survive a power
///    loss. A host that cannot confirm this for a replacement says so in [`Replaced::durable`]; the backup then stays.
/// 4. **Create-only.** [`save_new`](Storage::save_new) never overwrites: it answers [`StorageError::Exists`], and what is
///    there stays.
/// 5. **Same place.** A name that is a link stands for what it links to, which is replaced in its own place. New files have
///    the mode of the session; folders are left as they are.
/// 6. **Nothing left behind.** What the host makes on the way (a temporary file) is gone after a success and, as far as
///    possible, after an error.
///
/// An error other than `Conflict` and `Exists` says nothing about what happened; repair loads again and finds out.
///
/// Hosts with a native conditional write need nothing more. On a plain file system, where the check and the rename are
/// two calls, the backup is a hard link to the session: what a late writer appends then lands in the backup, and `replace`
/// appends it to the new file and reports it in [`Replaced::appended`]. Where links are refused, a lock is held instead.
///
/// Repairs of one name within one process are made one after the other; two processes may race, and one gets `Conflict`.
///
/// `transcript_hygiene::repair::conformance` (feature `testing`) checks an implementation.
pub trait Storage {
    /// Changes whenever the stored bytes change. Nobody but the storage looks into it.
    type Version;

    /// The bytes under a name with their version, which belong together; `None` when there is nothing.
    fn load(&mut self, key: &str) -> Result<Option<Loaded<Self::Version>>, StorageError>;

    /// Stores bytes under a name that nothing is stored under yet.
    fn save_new(&mut self, key: &str, bytes: &[u8]) -> Result<(), StorageError>;

    /// Puts other bytes in the place of those that were loaded with `expected`.
    fn replace(
        &mut self,
        key: &str,
        bytes: &[u8],
        expected: &Self::Version,
    ) -> Result<Replaced, StorageError>;

    /// Reads back what was stored; [`load`](Storage::load), unless the host knows a way around its caches.
    fn verify(&mut self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.load(key)?.map(|loaded| loaded.bytes))
    }

    /// Removes a backup. That there is none is no error.
    fn remove(&mut self, key: &str) -> Result<(), StorageError>;

    /// The clock, in milliseconds since 1970.
    fn now_ms(&mut self) -> f64;

    /// A short text of letters, digits and `-` that differs at every call and between processes.
    fn unique(&mut self) -> String;
}

/// Stored bytes and their version.
#[derive(Clone, Debug)]
pub struct Loaded<V> {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their version.
    pub version: V,
}

/// What came of a replacement that took effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// The new bytes survive a power loss.
    pub durable: bool,
    /// What a late writer appended to the displaced bytes, and the host to the new ones.
    pub appended: Vec<u8>,
}

/// Why an operation of a storage failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// Something is stored under the name.
    Exists,
    /// The stored bytes are others than expected.
    Conflict,
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StorageError::Exists => "the name is taken",
            StorageError::Conflict => "somebody else wrote",
            StorageError::Other(message) => message,
        })
    }
}

impl std::error::Error for StorageError {}
