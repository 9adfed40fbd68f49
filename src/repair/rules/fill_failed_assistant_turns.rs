use crate::json::{Document, Value};
use crate::repair::record::{array_content, with_content};
use crate::rule::declare_rule;

/// What stands in for the content of an assistant turn that failed before it had any.
const FAILED_TURN: &str =
    r#"[{"type":"text","text":"[assistant turn failed before producing content]"}]"#;

declare_rule! {
    /// ## What it does
    /// Gives an assistant turn that failed before it produced anything a text that says so.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse refuse turns without content.
    /// ## Exact rule
    /// A message with role `assistant`, an empty array as `content` and `stopReason` `error` gets one text block,
    /// `[assistant turn failed before producing content]`. It counts in `rewrittenAssistantMessages`.
    /// ## Example
    /// ```json before
    /// [{"type":"message","id":"a","message":{"role":"assistant","content":[],"stopReason":"error"}}]
    /// ```
    /// ```json after
    /// [{"type":"message","id":"a","message":{"role":"assistant","content":[{"type":"text","text":"[assistant turn failed before producing content]"}],"stopReason":"error"}}]
    /// ```
    /// ## Never touches
    /// Turns with any block, content that is no array, turns that ended for another reason.
    /// ## Order
    /// Before images and user turns, which it has nothing to do with.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/asst`.
    pub(crate) static FILL_FAILED_ASSISTANT_TURNS = {
        id: "fill-failed-assistant-turns",
        summary: "assistant turns that failed before any content get a text",
        effects: [Edits],
        rejects: [AM_05, BC_04],
        since: "0.1.0",
    }
}

/// The message of an assistant with its text, when it needs one.
pub(crate) fn apply(document: &mut Document<'_>, message: Value) -> Option<Value> {
    let content = array_content(document, message)?;
    let is_empty = document.entries(content).next().is_none();
    if !is_empty || !document.member_is(message, "stopReason", "error") {
        return None;
    }
    let text = document.fresh(FAILED_TURN);
    Some(with_content(document, message, text))
}
