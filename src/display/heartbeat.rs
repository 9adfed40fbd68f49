//! Rows of the heartbeat: the prompts with which the host wakes the model, and the answers that nothing is to do.

use super::block;
use super::row::{View, is_forwarded_user};
use super::value::{elements, is_record, member_text, text};
use crate::json::{Document, Kind, Value};
use crate::text::inbound_metadata::DELIVERY_HINTS;
use crate::text::{DEFAULT_ACK_UNITS, JsStr, JsString, strip_heartbeat_token};

const POLL: &str = "[OpenClaw heartbeat poll]";

/// The prompt that the host sends, unless the caller says otherwise.
pub(super) const PROMPT: &str = "Follow the heartbeat monitor scratch context when provided. Do not infer or repeat \
    old tasks from prior chats. If nothing needs attention, reply HEARTBEAT_OK.";
/// What stands in for its last sentence when the model has a tool for its answer.
const TOOL_INSTRUCTIONS: &str = "Use heartbeat_respond to report the wake outcome. Set notify=false when nothing needs \
    the user's attention. Set notify=true with notificationText only when the user should be interrupted.";
/// How [`PROMPT`] begins.
const PROMPT_STEM: &str = "Follow the heartbeat monitor";
/// The last sentence of [`PROMPT`].
const PROMPT_ENDING: &str = "If nothing needs attention, reply HEARTBEAT_OK.";

const TASKS_START: &str =
    "Run the following periodic tasks (only those due based on their intervals):";
const TASKS_ENDING: &str = "After completing all due tasks, reply HEARTBEAT_OK.";

/// Types of tool calls; case counts.
const CALL_TYPES: [&str; 6] = [
    "toolCall",
    "functionCall",
    "toolUse",
    "tool_call",
    "function_call",
    "tool_use",
];

/// True for a user row that is a heartbeat prompt.
pub(super) fn is_prompt(document: &Document<'_>, row: Value, prompt: JsStr<'_>) -> bool {
    View::of(document, row).is_some_and(|view| is_prompt_view(document, &view, prompt))
}

/// The same of a view.
pub(super) fn is_prompt_view(document: &Document<'_>, view: &View, prompt: JsStr<'_>) -> bool {
    if !view.is("user") {
        return false;
    }
    let written = view_text(document, view);
    let written = written.as_js().trim();
    !written.is_empty() && is_prompt_text(written, prompt.trim())
}

fn is_prompt_text(text: JsStr<'_>, prompt: JsStr<'_>) -> bool {
    let begins_with = |prompt: JsStr<'_>| {
        !prompt.is_empty()
            && text
                .as_bytes()
                .strip_prefix(prompt.as_bytes())
                .is_some_and(|rest| matches!(rest, [] | [b'\n', ..]))
    };
    let is_poll = text == POLL
        || (text.ends_with(POLL) && DELIVERY_HINTS.iter().any(|hint| text.starts_with(hint)));
    is_poll
        // With the instructions of the tool behind it, it begins as it does without.
        || begins_with(prompt)
        || (text.starts_with(PROMPT_STEM) && begins_with(tool_prompt().as_str().into()))
        || (text.starts_with(TASKS_START) && text.contains(TASKS_ENDING))
}

fn tool_prompt() -> String {
    PROMPT.replace(PROMPT_ENDING, TOOL_INSTRUCTIONS)
}

/// The text of a view: its string, or the texts of its blocks one behind the other.
fn view_text(document: &Document<'_>, view: &View) -> JsString {
    let Some(content) = view.content else {
        return JsString::new();
    };
    text(document, content).unwrap_or_else(|| {
        let mut out = JsString::new();
        for text in elements(document, Some(content))
            .filter_map(|block| block::spoken_text(document, block))
        {
            out.push(text.as_js());
        }
        out
    })
}

/// True for an assistant row that acknowledges a heartbeat with up to so many UTF-16 units beside the token.
pub(super) fn is_ack(document: &Document<'_>, row: Value, ack_units: f64) -> bool {
    View::of(document, row).is_some_and(|view| {
        view.is("assistant")
            && !has_tool_calls(document, row)
            && is_text_only(document, view.content)
            && strip_heartbeat_token(view_text(document, &view).as_js(), Some(ack_units))
                .should_skip
    })
}

/// The same with the usual number of units.
pub(super) fn is_usual_ack(document: &Document<'_>, row: Value) -> bool {
    is_ack(document, row, DEFAULT_ACK_UNITS)
}

fn has_tool_calls(document: &Document<'_>, row: Value) -> bool {
    let is_call = |block: Value| {
        member_text(document, block, "type").is_some_and(|kind| {
            CALL_TYPES
                .iter()
                .any(|known| kind.as_js().trim() == **known)
        })
    };
    elements(document, document.get(row, "tool_calls")).any(|call| is_record(document, call))
        || elements(document, document.get(row, "content")).any(is_call)
}

fn is_text_only(document: &Document<'_>, content: Option<Value>) -> bool {
    content.is_none_or(|content| match document.kind(content) {
        Kind::Null | Kind::String => true,
        Kind::Array => elements(document, Some(content))
            .all(|block| block::spoken_text(document, block).is_some()),
        _ => false,
    })
}

/// True for a heartbeat prompt after which a new turn begins.
pub(super) fn is_boundary(document: &Document<'_>, row: Value) -> bool {
    is_record(document, row)
        && !is_forwarded_user(document, row)
        && is_prompt(document, row, PROMPT.into())
}
