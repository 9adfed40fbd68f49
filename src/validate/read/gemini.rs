//! Gemini generateContent, in camel case or snake case.

use super::content;
use crate::json::{Document, Kind, Value};
use crate::validate::wire::{Image, Part, PartKind, Place, Speaker, Turn};
use std::borrow::Cow;

/// Payloads of a part, of which it has one. In both spellings.
pub(crate) const PAYLOADS: [(&str, &str, PartKind); 7] = [
    ("text", "text", PartKind::Text),
    ("inlineData", "inline_data", PartKind::Image),
    ("functionCall", "function_call", PartKind::Call),
    ("functionResponse", "function_response", PartKind::Result),
    ("fileData", "file_data", PartKind::Other),
    ("executableCode", "executable_code", PartKind::Other),
    (
        "codeExecutionResult",
        "code_execution_result",
        PartKind::Other,
    ),
];

pub(super) fn turn<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Turn<'d> {
    let speaker = match document.get_string(value, "role").as_deref() {
        // Without a role a turn is the user's.
        Some(b"user") | None => Speaker::User,
        Some(b"model") => Speaker::Assistant,
        Some(b"function") => Speaker::Tool,
        Some(_) => Speaker::Unknown,
    };
    let mut turn = Turn::new(speaker, place, value);
    let list = document
        .get(value, "parts")
        .filter(|list| document.kind(*list) != Kind::String);
    turn.parts = content(document, list, |at| place.part("/parts", at), place, part);
    turn
}

fn either(document: &Document<'_>, value: Value, camel: &str, snake: &str) -> Option<Value> {
    document
        .get_non_null(value, camel)
        .or_else(|| document.get_non_null(value, snake))
}

fn part<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Malformed, value);
    part.signature = either(document, value, "thoughtSignature", "thought_signature");
    let mut found = 0;
    for (camel, snake, kind) in PAYLOADS {
        if let Some(payload) = either(document, value, camel, snake) {
            found += 1;
            part.kind = kind;
            part.payload = Some(payload);
        }
    }
    let Some(payload) = part.payload.filter(|_| found == 1) else {
        part.kind = PartKind::Malformed;
        return part;
    };
    match part.kind {
        PartKind::Image => part.image = Some(image(document, payload)),
        PartKind::Call => {
            part.name = Some(document.get(payload, "name").unwrap_or(payload));
            part.payload = document.get(payload, "args");
        }
        PartKind::Result => {
            part.name = document.get(payload, "name");
            part.payload = document.get(payload, "response");
            if let Some(parts) = document.get(payload, "parts") {
                for (at, entry) in document.entries(parts).enumerate() {
                    if let Some(data) = either(document, entry.value, "inlineData", "inline_data") {
                        let place = place.inner("/functionResponse/parts", at);
                        let image = Some(image(document, data));
                        part.inner.push(Part {
                            image,
                            ..Part::new(place, PartKind::Image, entry.value)
                        });
                    }
                }
            }
        }
        _ => {}
    }
    part
}

fn image<'d>(document: &'d Document<'_>, value: Value) -> Image<'d> {
    let media = document
        .get_string(value, "mimeType")
        .or_else(|| document.get_string(value, "mime_type"));
    Image {
        media: media.unwrap_or(Cow::Borrowed(b"")),
        data: document.get_string(value, "data"),
    }
}
