//! The two scratch buffers. Text crosses as bytes, since a string parameter would cost up to four times its size.

use super::failure::Failure;
use crate::text::find_bytes;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Scratch of up to this many bytes is kept for the next call.
const KEPT_BYTES: usize = 16 << 20;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What an operation gives back.
pub(super) struct Answer {
    /// The JSON envelope.
    pub(super) meta: String,
    /// Text for the result buffer; empty when nothing changed.
    pub(super) output: Vec<u8>,
}

/// The memory of this instance, which a reset replaces.
#[wasm_bindgen(js_name = linearMemory)]
pub fn linear_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Makes the input buffer `capacity` bytes long, keeping what is there, and says where it is; null when memory does
/// not suffice. A view of the memory that was made before may be detached afterwards.
#[wasm_bindgen]
pub fn reserve(capacity: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        let more = capacity.saturating_sub(input.len());
        if input.try_reserve_exact(more).is_err() {
            return std::ptr::null();
        }
        // The host writes through the pointer, so every byte of it has to be part of the vector.
        input.resize(input.len() + more, 0);
        input.as_ptr()
    })
}

/// Whether U+FFFD is among the first `len` bytes of the input buffer, which an encoder may have left for what has no
/// UTF-8 form.
#[wasm_bindgen(js_name = holdsReplacementCharacter)]
pub fn holds_replacement_character(len: usize) -> bool {
    const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
    INPUT.with_borrow(|input| find_bytes(&input[..len.min(input.len())], REPLACEMENT).is_some())
}

/// Where the result buffer of the last call is.
#[wasm_bindgen(js_name = outputPointer)]
pub fn output_pointer() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// How many bytes the result buffer of the last call holds.
#[wasm_bindgen(js_name = outputLength)]
pub fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Ends a call: the result is gone, and scratch that grew large is given back.
#[wasm_bindgen]
pub fn release() {
    OUTPUT.take();
    INPUT.with_borrow_mut(|input| {
        if input.capacity() > KEPT_BYTES {
            *input = Vec::new();
        }
    });
}

/// Runs an operation on the first `len` bytes of the input buffer.
pub(super) fn with_input<T>(
    len: usize,
    operation: impl FnOnce(&[u8]) -> Result<T, Failure>,
) -> Result<T, Failure> {
    INPUT.with_borrow(|input| operation(&input[..len.min(input.len())]))
}

/// The same for an operation whose text goes to the result buffer.
pub(super) fn answer(
    len: usize,
    operation: impl FnOnce(&[u8]) -> Result<Answer, Failure>,
) -> Result<String, Failure> {
    Ok(hand_over(with_input(len, operation)?))
}

/// Puts an answer's text into the result buffer; gives its envelope.
pub(super) fn hand_over(answer: Answer) -> String {
    OUTPUT.set(answer.output);
    answer.meta
}
