//! What a physical line of a session file is.

use crate::text::JsStr;
use std::borrow::Cow;

/// The line without the one CR that belongs to its line end. `text` has no LF; `terminated` says that one follows.
pub(super) fn without_cr(text: &[u8], terminated: bool) -> &[u8] {
    match text {
        [head @ .., b'\r'] if terminated => head,
        _ => text,
    }
}

/// True when the line holds nothing but what ECMAScript trims. Bytes that are no UTF-8 are not blank.
pub fn is_blank_line(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| JsStr::from(text).is_blank())
}

/// The line as a decoder reads it: U+FFFD for each maximal part that is no UTF-8. A byte order mark stays.
pub(super) fn decode(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}
