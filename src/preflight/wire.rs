//! What each wire spells in a way of its own: where things stand in a part, and how new ones look.
//!
//! This and the validator's readers are all that knows the shapes apart; the rules ask for a field or a part by what it
//! is.

use super::edits::Path;
use super::view::View;
use crate::json::{js_quoted, quoted};
use crate::text::JsStr;
use crate::validate::Shape;
use crate::validate::wire::{Part, PartKind, Speaker};

/// A field of a call or of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The id of a call, or of the call that a result answers.
    Id,
    /// The name of the tool.
    Name,
    /// The arguments of a call.
    Arguments,
    /// What a result holds.
    Content,
}

/// Where a field of a call stands.
pub(super) fn call_field(view: &View<'_>, call: &Part<'_>, field: Field) -> Path {
    match (view.shape(), field) {
        (Shape::Anthropic, Field::Id) => &["id"],
        (Shape::Anthropic, Field::Name) => &["name"],
        (Shape::Anthropic, _) => &["input"],
        (Shape::Chat, Field::Id) => &["id"],
        (Shape::Chat, Field::Name) => &["function", "name"],
        (Shape::Chat, _) => &["function", "arguments"],
        (Shape::Responses, Field::Id) => &["call_id"],
        (Shape::Responses, Field::Name) => &["name"],
        (Shape::Responses, _) => &["arguments"],
        (Shape::Converse, Field::Id) => &["toolUse", "toolUseId"],
        (Shape::Converse, Field::Name) => &["toolUse", "name"],
        (Shape::Converse, _) => &["toolUse", "input"],
        (Shape::Gemini, field) => {
            let camel = view
                .document
                .get_non_null(call.value, "functionCall")
                .is_some();
            match (camel, field) {
                (true, Field::Id) => &["functionCall", "id"],
                (true, Field::Name) => &["functionCall", "name"],
                (true, _) => &["functionCall", "args"],
                (false, Field::Id) => &["function_call", "id"],
                (false, Field::Name) => &["function_call", "name"],
                (false, _) => &["function_call", "args"],
            }
        }
    }
}

/// Where a field of a result stands.
pub(super) fn result_field(view: &View<'_>, result: &Part<'_>, field: Field) -> Path {
    match (view.shape(), field) {
        (Shape::Anthropic, Field::Id) => &["tool_use_id"],
        (Shape::Anthropic, _) => &["content"],
        (Shape::Chat, Field::Id) => &["tool_call_id"],
        (Shape::Chat, _) => &["content"],
        (Shape::Responses, Field::Id) => &["call_id"],
        (Shape::Responses, _) => &["output"],
        (Shape::Converse, Field::Id) => &["toolResult", "toolUseId"],
        (Shape::Converse, _) => &["toolResult", "content"],
        (Shape::Gemini, field) => {
            let camel = view
                .document
                .get_non_null(result.value, "functionResponse")
                .is_some();
            match (camel, field) {
                (true, Field::Id) => &["functionResponse", "id"],
                (true, Field::Name) => &["functionResponse", "name"],
                (true, _) => &["functionResponse", "response"],
                (false, Field::Id) => &["function_response", "id"],
                (false, Field::Name) => &["function_response", "name"],
                (false, _) => &["function_response", "response"],
            }
        }
    }
}

/// The member of a turn that holds its parts.
pub(super) const fn parts_key(shape: Shape) -> &'static str {
    match shape {
        Shape::Gemini => "parts",
        _ => "content",
    }
}

/// The same as the list that a place names.
pub(super) const fn parts_list(shape: Shape) -> &'static str {
    match shape {
        Shape::Gemini => "/parts",
        _ => "/content",
    }
}

/// The member as a path.
pub(super) const fn parts_path(shape: Shape) -> Path {
    match shape {
        Shape::Gemini => &["parts"],
        _ => &["content"],
    }
}

/// The name of a speaker.
pub(super) const fn role(shape: Shape, speaker: Speaker) -> &'static str {
    match (shape, speaker) {
        (Shape::Gemini, Speaker::Assistant) => "model",
        (_, Speaker::Assistant) => "assistant",
        _ => "user",
    }
}

/// A text part.
pub(super) fn text(shape: Shape, speaker: Speaker, text: JsStr<'_>) -> String {
    let text = js_quoted(text);
    match (shape, speaker) {
        (Shape::Anthropic | Shape::Chat, _) => format!(r#"{{"type":"text","text":{text}}}"#),
        (Shape::Responses, Speaker::Assistant) => {
            format!(r#"{{"type":"output_text","text":{text}}}"#)
        }
        (Shape::Responses, _) => format!(r#"{{"type":"input_text","text":{text}}}"#),
        (Shape::Gemini | Shape::Converse, _) => format!(r#"{{"text":{text}}}"#),
    }
}

/// What the parts of a turn become that says this alone.
pub(super) fn content(shape: Shape, speaker: Speaker, said: JsStr<'_>) -> String {
    match shape {
        Shape::Chat => js_quoted(said),
        _ => format!("[{}]", text(shape, speaker, said)),
    }
}

/// A turn that says this.
pub(super) fn turn(shape: Shape, speaker: Speaker, said: &str) -> String {
    let kind = match shape {
        Shape::Responses => r#""type":"message","#,
        _ => "",
    };
    let role = role(shape, speaker);
    let (key, content) = (parts_key(shape), content(shape, speaker, said.into()));
    format!(r#"{{{kind}"role":"{role}","{key}":{content}}}"#)
}

/// A made-up result of a call: a part, or a turn where results are turns.
pub(super) fn missing_result(view: &View<'_>, call: &Part<'_>) -> String {
    let said = quoted(view.context.missing_result);
    let id = js_quoted(JsStr::from_wtf8(call.id.as_deref().unwrap_or_default()));
    match view.shape() {
        Shape::Anthropic => format!(
            r#"{{"type":"tool_result","tool_use_id":{id},"content":[{{"type":"text","text":{said}}}],"is_error":true}}"#
        ),
        Shape::Chat => format!(r#"{{"role":"tool","tool_call_id":{id},"content":{said}}}"#),
        Shape::Responses => {
            let custom = view
                .document
                .member_is(call.value, "type", "custom_tool_call");
            let kind = if custom {
                "custom_tool_call_output"
            } else {
                "function_call_output"
            };
            format!(r#"{{"type":"{kind}","call_id":{id},"output":{said}}}"#)
        }
        Shape::Gemini => {
            let holder = call_field(view, call, Field::Id)[0];
            let holder = view.document.get(call.value, holder);
            let id = holder.and_then(|holder| view.document.get_string(holder, "id"));
            let id = id.map_or(String::new(), |id| {
                format!(r#""id":{},"#, js_quoted(JsStr::from_wtf8(&id)))
            });
            let name = view.string(call.name).unwrap_or_default();
            let name = js_quoted(JsStr::from_wtf8(&name));
            format!(r#"{{"functionResponse":{{{id}"name":{name},"response":{{"error":{said}}}}}}}"#)
        }
        Shape::Converse => format!(
            r#"{{"toolResult":{{"toolUseId":{id},"content":[{{"text":{said}}}],"status":"error"}}}}"#
        ),
    }
}

/// True for a mark between parts that says nothing.
pub(super) fn is_mark(view: &View<'_>, part: &Part<'_>) -> bool {
    view.shape() == Shape::Converse
        && part.kind == PartKind::Other
        && view.document.get(part.value, "cachePoint").is_some()
}
