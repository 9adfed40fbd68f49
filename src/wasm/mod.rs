//! The boundary: free functions over two scratch buffers, called by the shim in `pkg` and by nobody else.
//!
//! A call goes like this: the shim asks for room with `reserve`, writes the UTF-8 text there, calls an operation with
//! the number of bytes, and gets a small JSON envelope back. Text that may be large waits in the result buffer until
//! `release`. Nothing outlives a call, so a trapped instance can be thrown away.
//!
//! Every operation throws the plain object of [`Failure`](failure::Failure).
//!
//! Each module of the package is this crate with one of the features `wasm-core`, `wasm-history`, `wasm-images` and
//! `wasm-validate`, so that a host loads what it calls and no more.

mod buffers;
#[cfg(any(
    feature = "wasm-core",
    feature = "wasm-history",
    feature = "wasm-validate"
))]
mod choices;
#[cfg(feature = "conformance")]
mod conformance;
mod convert;
#[cfg(feature = "wasm-core")]
mod core;
mod failure;
#[cfg(feature = "wasm-history")]
mod history;
#[cfg(any(feature = "wasm-core", feature = "wasm-images"))]
mod image_options;
#[cfg(feature = "wasm-images")]
mod images;
#[cfg(any(feature = "wasm-core", feature = "wasm-validate"))]
mod jobs;
mod options;
#[cfg(any(feature = "wasm-core", feature = "wasm-images"))]
mod probe;
#[cfg(any(feature = "wasm-core", feature = "wasm-validate"))]
mod target;
#[cfg(feature = "wasm-validate")]
mod validate;

pub use buffers::{
    holds_replacement_character, linear_memory, output_length, output_pointer, release, reserve,
};
#[cfg(feature = "conformance")]
pub use conformance::{context, display, display_length, overflow_stack, repair, step, trap};
#[cfg(feature = "wasm-core")]
pub use core::*;
pub use failure::Failure;
#[cfg(feature = "wasm-history")]
pub use history::*;
#[cfg(feature = "wasm-images")]
pub use images::{admit_image, do_image_job, fit_image};
#[cfg(any(feature = "wasm-core", feature = "wasm-images"))]
pub use probe::probe_image;
#[cfg(feature = "wasm-validate")]
pub use validate::{preflight, validate, validate_body};

use crate::{Error, ErrorKind};
use wasm_bindgen::prelude::*;

/// Runs once per instance: a panic then prints its message and place before it traps.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the crate, which the shim compares with its own.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Refuses text of at least `bytes` bytes when that is over the limit, before anything is copied.
#[wasm_bindgen]
pub fn admit(bytes: f64, limits: JsValue) -> Result<(), Failure> {
    let most = options::limits(&limits)?.bytes;
    if bytes <= most as f64 {
        return Ok(());
    }
    let message = format!("the input has {bytes} bytes or more, the limit `bytes` is {most}");
    Err(Error::new(ErrorKind::LimitExceeded, message)
        .at_limit("bytes")
        .into())
}
