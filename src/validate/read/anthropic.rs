//! Anthropic Messages.

use super::{content, text};
use crate::json::{Document, Kind, Value};
use crate::validate::wire::{Image, Part, PartKind, Place, Speaker, Turn};
use std::borrow::Cow;

/// Types that the API knows and nothing is checked in.
const OTHER_TYPES: [&[u8]; 5] = [
    b"document",
    b"search_result",
    b"container_upload",
    b"mid_conv_system",
    b"fallback",
];

pub(super) fn turn<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Turn<'d> {
    let speaker = match document.get_string(value, "role").as_deref() {
        Some(b"user") => Speaker::User,
        Some(b"assistant") => Speaker::Assistant,
        Some(b"system") => Speaker::System,
        _ => Speaker::Unknown,
    };
    let mut turn = Turn::new(speaker, place, value);
    let list = document.get(value, "content");
    // An empty string is no text.
    if list.is_some_and(|list| document.is_string(list, "")) {
        return turn;
    }
    turn.parts = content(document, list, |at| place.part("/content", at), place, part);
    turn
}

fn part<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let name = document.get_string(value, "type");
    let mut part = Part::new(place, PartKind::Unknown, value);
    let Some(name) = name.as_deref() else {
        return part;
    };
    match name {
        b"text" => {
            part.kind = PartKind::Text;
            part.payload(document, "text")
        }
        b"image" => {
            part.kind = PartKind::Image;
            part.image = image(document, value);
            part
        }
        b"tool_use" => {
            part.kind = PartKind::Call;
            part.id = document.get_string(value, "id");
            part.name = document.get(value, "name");
            part.payload(document, "input")
        }
        b"tool_result" => {
            part.kind = PartKind::Result;
            part.id = document.get_string(value, "tool_use_id");
            part.failed = document
                .get(value, "is_error")
                .is_some_and(|is| document.kind(is) == Kind::Bool(true));
            part.inner = result(document, value, place);
            part
        }
        b"thinking" => {
            part.kind = PartKind::Thinking;
            part.signature = document.get(value, "signature");
            part.payload(document, "thinking")
        }
        b"redacted_thinking" => {
            part.kind = PartKind::Redacted;
            part.payload(document, "data")
        }
        b"server_tool_use" | b"mcp_tool_use" => {
            part.kind = PartKind::ServerCall;
            part.id = document.get_string(value, "id");
            part
        }
        _ if name.ends_with(b"_tool_result") => {
            part.kind = PartKind::ServerResult;
            part.id = document.get_string(value, "tool_use_id");
            part
        }
        _ => {
            if OTHER_TYPES.contains(&name) {
                part.kind = PartKind::Other;
            }
            part
        }
    }
}

fn result<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Vec<Part<'d>> {
    let Some(list) = document.get(value, "content") else {
        return Vec::new();
    };
    match document.kind(list) {
        Kind::String if !document.is_string(list, "") => vec![text(place, list)],
        Kind::Array => {
            let entries = document.entries(list).enumerate();
            entries
                .map(|(at, entry)| inner(document, entry.value, place.inner("/content", at)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn inner<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Other, value);
    match document.get_string(value, "type").as_deref() {
        Some(b"text") => {
            part.kind = PartKind::Text;
            part.payload(document, "text")
        }
        Some(b"image") => {
            part.kind = PartKind::Image;
            part.image = image(document, value);
            part
        }
        _ => part,
    }
}

/// The image, when its bytes are in the body.
fn image<'d>(document: &'d Document<'_>, value: Value) -> Option<Image<'d>> {
    let source = document.get(value, "source")?;
    document.member_is(source, "type", "base64").then(|| Image {
        media: document
            .get_string(source, "media_type")
            .unwrap_or(Cow::Borrowed(b"")),
        data: document.get_string(source, "data"),
    })
}
