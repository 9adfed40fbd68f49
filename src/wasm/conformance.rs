//! Exports of the conformance build alone: single steps, and ways to break an instance so that tests can see it
//! replaced.

use super::buffers::with_input;
use super::failure::Failure;
use std::hint::black_box;
use wasm_bindgen::prelude::*;

/// Runs one step on the JSON of its arguments; gives the JSON of its output.
#[wasm_bindgen]
pub fn step(len: usize, name: &str, now: f64) -> Result<String, Failure> {
    with_input(len, |args| Ok(crate::conformance::step(name, now, args)?))
}

/// Runs one operation of the display vectors on the JSON of its request; gives the JSON of its answer.
#[wasm_bindgen]
pub fn display(len: usize, now: f64) -> Result<String, Failure> {
    with_input(len, |request| {
        Ok(crate::conformance::display(request, now)?)
    })
}

/// How long the answer is, for who measures the operation and not the way of a text out of the module.
#[wasm_bindgen(js_name = displayLength)]
pub fn display_length(len: usize, now: f64) -> Result<usize, Failure> {
    display(len, now).map(|answer| answer.len())
}

/// What the compatible profile makes of a session file, as JSON.
#[wasm_bindgen]
pub fn repair(len: usize, now: f64) -> Result<String, Failure> {
    with_input(len, |file| Ok(crate::conformance::repair(file, now)))
}

/// What both builders make of a session file, as JSON.
#[wasm_bindgen]
pub fn context(len: usize, now: f64) -> Result<String, Failure> {
    with_input(len, |file| Ok(crate::conformance::context(file, now)))
}

/// Panics, which traps.
#[wasm_bindgen]
pub fn trap() {
    panic!("a trap on purpose");
}

/// Recurses until the shadow stack is used up, which leaves an instance that never answers again.
#[wasm_bindgen(js_name = overflowStack)]
pub fn overflow_stack() -> usize {
    fn deeper(level: usize) -> usize {
        let frame = black_box([level; 256]);
        if black_box(level) == usize::MAX {
            return 0;
        }
        deeper(level + 1) + black_box(frame)[level % 256]
    }
    deeper(0)
}
