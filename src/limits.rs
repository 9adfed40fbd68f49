//! Every limit, named and defaulted in one place.

/// Bounds on what one call reads. A hit limit is an error of kind
/// [`LimitExceeded`](crate::ErrorKind::LimitExceeded) that names the limit, never a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input text. Default 64 MiB.
    pub bytes: usize,
    /// Levels of nested arrays and objects. Default 1,000,000.
    pub nesting: usize,
    /// Members of the transcript. Default 1,000,000.
    pub turns: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 64 << 20,
            nesting: 1_000_000,
            turns: 1_000_000,
        }
    }
}
