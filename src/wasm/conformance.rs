//! Exports of the conformance build alone: ways to break an instance, so that tests can see it replaced.

use std::hint::black_box;
use wasm_bindgen::prelude::*;

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
