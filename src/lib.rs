//! Makes AI agent transcripts acceptable to the provider they are replayed to.

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod display;
mod error;
mod ids;
pub mod images;
pub mod json;
mod limits;
mod options;
mod order;
pub mod outbound;
pub mod policy;
pub mod preflight;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rule;
pub mod session;
mod table;
pub mod text;
pub mod transcript;
pub mod validate;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::{Error, ErrorKind};
pub use ids::IdSource;
pub use limits::Limits;

/// The shape of repairs. A host can pin it; a change in how any repair looks raises it.
pub const REPAIR_VERSION: u32 = 1;
