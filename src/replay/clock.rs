//! Where the timestamps of new turns come from.

use crate::json::{Document, Value};

/// Where the timestamp of a new turn comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clock {
    /// The caller's clock, in milliseconds since 1970.
    At(f64),
    /// The turn that the new one answers or stands beside, so that equal input gives equal bytes at any time.
    Neighbour,
}

impl Clock {
    /// The timestamp of a new turn beside `neighbour`; none when that has none to give.
    pub(crate) fn stamp(self, document: &mut Document<'_>, neighbour: Value) -> Option<Value> {
        match self {
            Clock::At(now) => Some(document.fresh_number(now)),
            Clock::Neighbour => document.get(neighbour, "timestamp"),
        }
    }

    /// Milliseconds for what is no turn: zero without a clock.
    pub(crate) fn milliseconds(self) -> f64 {
        match self {
            Clock::At(now) => now,
            Clock::Neighbour => 0.0,
        }
    }
}
