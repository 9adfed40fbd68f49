//! Image payloads: what is decided about a block before and without touching pixels.
//!
//! Knows bytes and strings, nothing of documents. [`decide`] takes the two strings of an image block and says whether
//! the block stays, becomes a text or needs its pixels changed; everything it relies on is a file of its own here.

mod base64_text;
mod decide;
mod limits;
mod probe;
mod sniff;
mod texts;

pub use decide::{Decision, decide};
pub use limits::{
    DEFAULT_MAX_BYTES, DEFAULT_MAX_DIMENSION_PX, ImageLimits, JPEG_QUALITIES, MAX_INPUT_BYTES,
    MAX_PIXELS, REPLAY_LABEL, SIDE_SEEDS,
};
pub use probe::{Format, Header, probe};
pub use texts::{Omission, size_text, unavailable_text};
