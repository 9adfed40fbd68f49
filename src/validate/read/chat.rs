//! OpenAI Chat Completions.

use super::{content, data_url};
use crate::json::{Document, Value};
use crate::validate::wire::{Part, PartKind, Place, Speaker, Turn};

/// Fields of an assistant message that carry reasoning.
pub(crate) const REASONING_FIELDS: [&str; 2] = ["reasoning_content", "reasoning"];

/// Fields of an assistant message by which it says something without content.
const SAID_ELSEWHERE: [&str; 3] = ["refusal", "function_call", "audio"];

pub(super) fn turn<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Turn<'d> {
    let role = document.get_string(value, "role");
    let speaker = match role.as_deref() {
        Some(b"user") => Speaker::User,
        Some(b"assistant") => Speaker::Assistant,
        Some(b"tool" | b"function") => Speaker::Tool,
        Some(b"system" | b"developer") => Speaker::System,
        _ => Speaker::Unknown,
    };
    let mut turn = Turn::new(speaker, place, value);
    let list = document
        .get(value, "content")
        .filter(|list| !document.is_string(*list, ""));
    let parts = content(document, list, |at| place.part("/content", at), place, part);
    match speaker {
        Speaker::Tool => {
            // A function's message answers the `function_call` before it, by name.
            let kind = match role.as_deref() {
                Some(b"function") => PartKind::Other,
                _ => PartKind::Result,
            };
            turn.parts.push(Part {
                id: document.get_string(value, "tool_call_id"),
                inner: parts,
                ..Part::new(place, kind, value)
            });
        }
        Speaker::Assistant => {
            turn.parts = parts;
            for key in SAID_ELSEWHERE {
                if let Some(said) = document.get_non_null(value, key) {
                    turn.parts.push(Part::new(place, PartKind::Other, said));
                }
            }
            for key in REASONING_FIELDS {
                if let Some(reasoning) = document.get_non_null(value, key) {
                    turn.parts.push(Part {
                        payload: Some(reasoning),
                        ..Part::new(place, PartKind::Thinking, value)
                    });
                }
            }
            if let Some(calls) = document.get(value, "tool_calls") {
                let calls = document.entries(calls).enumerate();
                turn.parts.extend(
                    calls.map(|(at, entry)| {
                        call(document, entry.value, place.part("/tool_calls", at))
                    }),
                );
            }
        }
        _ => turn.parts = parts,
    }
    turn
}

fn call<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Call, value);
    part.id = document.get_string(value, "id");
    if let Some(function) = document
        .get(value, "function")
        .or_else(|| document.get(value, "custom"))
    {
        part.name = document.get(function, "name");
        part.payload = document
            .get(function, "arguments")
            .or_else(|| document.get(function, "input"));
    }
    if document.member_is(value, "type", "custom") {
        part.kind = PartKind::Other;
    }
    part
}

fn part<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Other, value);
    match document.get_string(value, "type").as_deref() {
        Some(b"text") => {
            part.kind = PartKind::Text;
            part.payload(document, "text")
        }
        Some(b"image_url") => {
            part.kind = PartKind::Image;
            let holder = document.get(value, "image_url");
            let url = holder.and_then(|holder| document.get(holder, "url").or(Some(holder)));
            part.image = url.and_then(|url| data_url(document, url));
            part
        }
        _ => part,
    }
}
