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
mod takers;
mod texts;
#[cfg(feature = "images")]
mod work;

pub use block::{Outcome, sanitize_block};
pub use decide::{Decision, decide};
#[cfg(feature = "images")]
pub use fit::{Fitted, fit};
pub use jobs::{Answer, Job, Jobs, Pixels, Task};
pub use limits::{
    DEFAULT_MAX_BYTES, DEFAULT_MAX_DIMENSION_PX, ImageLimits, JPEG_QUALITIES, MAX_INPUT_BYTES,
    MAX_PIXELS, REPLAY_LABEL, SIDE_SEEDS,
};
pub use options::{Background, Formats, ImageOptions, ImagePolicy};
pub use probe::{Format, Header, probe};
pub use takers::{Taker, TakerLimits};
pub(crate) use texts::too_many_images;
pub use texts::{Omission, size_text};
#[cfg(feature = "images")]
pub use work::answer;
