//! Image payloads: what becomes of a block, and of its pixels where they have to change.
//!
//! Knows bytes and strings, nothing of documents. [`decide`] takes the two strings of an image block and says whether
//! the block stays, becomes a text or needs its pixels changed; everything it relies on is a file of its own here.
//! With the feature `images`, `fit` changes pixels. [`sanitize_block`] is both together.

mod base64_text;
mod block;
mod decide;
#[cfg(feature = "images")]
mod fit;
mod limits;
#[cfg(feature = "images")]
mod pixels;
mod probe;
mod sniff;
mod texts;

pub use block::{Outcome, sanitize_block};
pub use decide::{Decision, decide};
#[cfg(feature = "images")]
pub use fit::{Fitted, fit};
pub use limits::{
    DEFAULT_MAX_BYTES, DEFAULT_MAX_DIMENSION_PX, ImageLimits, JPEG_QUALITIES, MAX_INPUT_BYTES,
    MAX_PIXELS, REPLAY_LABEL, SIDE_SEEDS,
};
pub use probe::{Format, Header, probe};
pub use texts::{Omission, size_text, unavailable_text};
