//! The boundary: free functions over two scratch buffers, called by `pkg/core.js` and by nobody else.
//!
//! A call goes like this: the shim asks for room with `reserve`, writes the UTF-8 text there, calls an operation with
//! the number of bytes, and gets a small JSON envelope back. Text that may be large waits in the result buffer until
//! `release`. Nothing outlives a call, so a trapped instance can be thrown away.
//!
//! Every operation throws the plain object of [`Failure`](failure::Failure).

mod buffers;
#[cfg(feature = "conformance")]
mod conformance;
mod convert;
mod deliver;
mod engine;
mod failure;
mod options;
mod pieces;

pub use buffers::{
    holds_replacement_character, linear_memory, output_length, output_pointer, release, reserve,
};
#[cfg(feature = "conformance")]
pub use conformance::{context, display, overflow_stack, repair, step, trap};
pub use failure::Failure;

use options::{
    Door, PolicyOptions, PreRequestOptions, RequestOptions, SanitizeOptions, StripOptions, Target,
};
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
    engine::admit(bytes as usize, &options::limits(&limits)?)
}

/// The flags for a target, each with where it came from.
#[wasm_bindgen(js_name = resolvePolicy)]
pub fn resolve_policy(target: JsValue, options: JsValue) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = PolicyOptions::read(&options)?;
    Ok(engine::resolve_policy(&target, &options))
}

/// Replay and turn validation. The result buffer holds the new text, or the patch of the values door.
#[wasm_bindgen]
pub fn sanitize(
    len: usize,
    target: JsValue,
    options: JsValue,
    door: u32,
) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = SanitizeOptions::read(&options)?;
    let door = Door::read(door)?;
    buffers::answer(len, |input| {
        engine::sanitize(input, &target, &options, door)
    })
}

/// The report of [`sanitize`] alone.
#[wasm_bindgen]
pub fn check(len: usize, target: JsValue, options: JsValue) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = SanitizeOptions::read(&options)?;
    buffers::with_input(len, |input| engine::check(input, &target, &options))
}

/// Payload-time fixups on a request body. The result buffer holds the new body when it changed.
#[wasm_bindgen(js_name = sanitizeRequest)]
pub fn sanitize_request(len: usize, target: JsValue, options: JsValue) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = RequestOptions::read(&options)?;
    buffers::answer(len, |input| {
        engine::sanitize_request(input, &target, &options)
    })
}

/// The pass over the whole message list of one model call.
#[wasm_bindgen(js_name = preRequest)]
pub fn pre_request(
    len: usize,
    target: JsValue,
    options: JsValue,
    door: u32,
) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = PreRequestOptions::read(&options)?;
    let door = Door::read(door)?;
    buffers::answer(len, |input| {
        engine::pre_request(input, &target, &options, door)
    })
}

/// The transcript without any thinking, for the one retry after a thinking error.
#[wasm_bindgen(js_name = stripAllThinking)]
pub fn strip_all_thinking(len: usize, options: JsValue, door: u32) -> Result<String, Failure> {
    let options = StripOptions::read(&options)?;
    let door = Door::read(door)?;
    buffers::answer(len, |input| {
        engine::strip_all_thinking(input, &options, door)
    })
}

/// Whether one of the strings (a JSON array) is a provider's complaint about replayed thinking: `true` or `false`.
#[wasm_bindgen(js_name = isThinkingReplayError)]
pub fn is_thinking_replay_error(len: usize) -> Result<String, Failure> {
    Ok(buffers::with_input(len, engine::is_thinking_replay_error)?.to_string())
}

/// The rules that answer a provider's error text, as JSON.
#[wasm_bindgen]
pub fn rejections(len: usize) -> Result<String, Failure> {
    buffers::with_input(len, engine::rejections)
}
