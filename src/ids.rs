//! Ids for records that are new, counted rather than drawn, so that equal input gives equal bytes.

/// What follows the counter when the caller gives nothing else: an id of the shape of a UUID.
const DEFAULT_TAIL: &str = "-0000-4000-8000-000000000000";

/// Hex digits of the counter.
const COUNTER_DIGITS: usize = 8;

/// Gives out ids: a counter in eight hex digits, and a tail.
///
/// A host that writes files passes a tail of its own randomness, so that ids of two repairs differ; what is counted
/// here differs within one call.
///
/// ```
/// use transcript_hygiene::IdSource;
/// let mut ids = IdSource::new();
/// assert_eq!(ids.next_id(), "00000001-0000-4000-8000-000000000000");
/// assert_eq!(ids.next_short(), "00000002");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdSource {
    given: u32,
    tail: String,
}

impl IdSource {
    /// Counts from 1, with a tail of zeros.
    pub fn new() -> Self {
        IdSource {
            given: 0,
            tail: DEFAULT_TAIL.into(),
        }
    }

    /// The tail of every id, its leading `-` included.
    pub fn with_tail(mut self, tail: impl Into<String>) -> Self {
        self.tail = tail.into();
        self
    }

    /// The id after this many that were given out before.
    pub fn starting_after(mut self, given: u32) -> Self {
        self.given = given;
        self
    }

    /// The next id.
    pub fn next_id(&mut self) -> String {
        let short = self.next_short();
        short + &self.tail
    }

    /// The next id, its first eight characters alone.
    pub fn next_short(&mut self) -> String {
        self.given = self.given.wrapping_add(1);
        format!("{:0width$x}", self.given, width = COUNTER_DIGITS)
    }
}

impl Default for IdSource {
    fn default() -> Self {
        Self::new()
    }
}
