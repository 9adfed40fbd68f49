//! Stored histories made from bytes, and what their projection promises.

mod make;
mod promises;

pub(crate) use make::{History, history};
pub(crate) use promises::*;
