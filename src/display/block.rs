//! What a content block is, by its `type`.

use super::value::text;
use crate::json::{Document, Value};
use crate::text::{JsStr, JsString};

const TEXT: [&str; 3] = ["text", "input_text", "output_text"];
const REASONING: [&str; 3] = ["thinking", "reasoning", "redacted_thinking"];
const RESULT: [&str; 2] = ["toolresult", "tool_result"];
const CALL: [&str; 4] = ["toolcall", "tool_call", "tooluse", "tool_use"];

fn is_exactly(document: &Document<'_>, block: Value, types: &[&str]) -> bool {
    document
        .get(block, "type")
        .is_some_and(|kind| types.iter().any(|name| document.is_string(kind, name)))
}

fn is_loosely(document: &Document<'_>, block: Value, types: &[&str]) -> bool {
    let Some(kind) = document.get_string(block, "type") else {
        return false;
    };
    let kind = JsStr::from_wtf8(&kind).trim();
    types.iter().any(|name| kind.is_lowercase_of(name))
}

/// A text of any of the three types.
pub(super) fn is_text(document: &Document<'_>, block: Value) -> bool {
    is_exactly(document, block, &TEXT)
}

/// The type `text` itself.
pub(super) fn is_plain_text(document: &Document<'_>, block: Value) -> bool {
    document.member_is(block, "type", "text")
}

/// Reasoning.
pub(super) fn is_reasoning(document: &Document<'_>, block: Value) -> bool {
    is_exactly(document, block, &REASONING)
}

/// A tool result.
pub(super) fn is_result(document: &Document<'_>, block: Value) -> bool {
    is_loosely(document, block, &RESULT)
}

/// A tool call.
pub(super) fn is_call(document: &Document<'_>, block: Value) -> bool {
    is_loosely(document, block, &CALL)
}

/// A tool call or a tool result.
pub(super) fn is_tool(document: &Document<'_>, block: Value) -> bool {
    is_call(document, block) || is_result(document, block)
}

/// The text of a block that is one and has a string.
pub(super) fn spoken_text(document: &Document<'_>, block: Value) -> Option<JsString> {
    document
        .get(block, "text")
        .filter(|_| is_text(document, block))
        .and_then(|value| text(document, value))
}
