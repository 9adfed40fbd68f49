//! Exports of the core module: policy, replay, outbound.

mod deliver;
mod engine;
mod options;
mod pieces;

use super::buffers;
use super::failure::Failure;
use super::jobs::read_answers;
use super::target::Target;
use options::{
    BlockOptions, Door, PolicyOptions, PreRequestOptions, RequestOptions, SanitizeOptions,
    StripOptions,
};
use wasm_bindgen::prelude::*;

/// The flags for a target, each with where it came from.
#[wasm_bindgen(js_name = resolvePolicy)]
pub fn resolve_policy(target: JsValue, options: JsValue) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = PolicyOptions::read(&options)?;
    Ok(engine::resolve_policy(&target, &options))
}

/// Replay and turn validation. The result buffer holds the new text, or the patch of the values door.
///
/// `answers` are those to the image jobs of earlier calls on the same input. While there are jobs left, the envelope
/// holds them instead, and the result buffer their images; without `answers` nobody works on pixels.
#[wasm_bindgen]
pub fn sanitize(
    len: usize,
    target: JsValue,
    options: JsValue,
    door: u32,
    answers: JsValue,
) -> Result<String, Failure> {
    let target = Target::read(&target)?;
    let options = SanitizeOptions::read(&options)?;
    let door = Door::read(door)?;
    let pixels = read_answers(&answers);
    buffers::answer(len, |input| {
        engine::sanitize(input, &target, &options, door, pixels)
    })
}

/// Image blocks alone. The result buffer holds the patch of the values door; jobs are those of [`sanitize`].
#[wasm_bindgen(js_name = sanitizeImages)]
pub fn sanitize_images(len: usize, options: JsValue, answers: JsValue) -> Result<String, Failure> {
    let options = BlockOptions::read(&options)?;
    let pixels = read_answers(&answers);
    buffers::answer(len, |input| {
        engine::sanitize_images(input, &options, pixels)
    })
}

/// The report of [`sanitize`] alone. Nobody works on pixels.
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
