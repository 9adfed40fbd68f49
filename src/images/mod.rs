//! Image payloads: what becomes of a block, and of its pixels where they have to change.
//!
//! Knows bytes and strings, nothing of documents. [`decide`] takes the two strings of an image block and says whether
//! the block stays, becomes a text or needs its pixels seen; everything it relies on is a file of its own here. With
//! the feature `images`, `fit` changes pixels. [`sanitize_block`] is both together, with [`Pixels`] between them.

mod base64_text;
mod block;
mod decide;
#[cfg(feature = "images")]
mod fit;
mod jobs;
mod limits;
mod options;
#[cfg(feature = "images")]
mod pixels;
mod probe;
mod sniff;
mod texts;
#[cfg(feature = "images")]
mod work;

pub use block::{Outcome, sanitize_block};
pub use decide::{Decision, decide};
#[cfg(feature = "images")]
pub use fit::{Fitted, fit};
pub use jobs::{Answer, Job, Jobs, Pixels, Task};
pub use limits::{
    BEDROCK_MAX_BYTES, DEFAULT_MAX_BYTES, DEFAULT_MAX_DIMENSION_PX, ImageLimits, JPEG_QUALITIES,
    MANY_IMAGES, MAX_INPUT_BYTES, MAX_PIXELS, PROVIDER_MAX_BASE64_CHARS, PROVIDER_MAX_SIDE,
    PROVIDER_MAX_SIDE_OF_MANY, REPLAY_LABEL, SIDE_SEEDS,
};
pub use options::{Background, Formats, ImageOptions, ImagePolicy, Taker};
pub use probe::{Format, Header, probe};
pub use texts::{Omission, size_text};
#[cfg(feature = "images")]
pub use work::answer;
