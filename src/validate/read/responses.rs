//! OpenAI Responses: every item is a turn of its own.

use super::{content, data_url};
use crate::json::{Document, Kind, Value};
use crate::validate::wire::{Part, PartKind, Place, Speaker, Turn};

pub(super) fn turn<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Turn<'d> {
    let kind = document.get_string(value, "type");
    let kind = kind.as_deref().unwrap_or(b"message");
    let mut turn = Turn::new(Speaker::Assistant, place, value);
    let mut item = Part::new(place, PartKind::Other, value);
    item.item = document.get_string(value, "id");
    match kind {
        b"message" => {
            turn.speaker = match document.get_string(value, "role").as_deref() {
                Some(b"user") => Speaker::User,
                Some(b"assistant") => Speaker::Assistant,
                Some(b"system" | b"developer") => Speaker::System,
                _ => Speaker::Unknown,
            };
            item.kind = PartKind::Text;
            let list = document.get(value, "content");
            item.inner = content(document, list, |at| place.part("/content", at), place, part);
        }
        b"function_call" | b"custom_tool_call" => {
            item.kind = PartKind::Call;
            item.id = document.get_string(value, "call_id");
            item.name = document.get(value, "name");
            if kind == b"function_call" {
                item.payload = document.get(value, "arguments").or(Some(value));
            }
        }
        b"function_call_output" | b"custom_tool_call_output" => {
            turn.speaker = Speaker::Tool;
            item.kind = PartKind::Result;
            item.id = document.get_string(value, "call_id");
            let list = document.get(value, "output");
            item.inner = content(document, list, |at| place.part("/output", at), place, part);
        }
        b"reasoning" => reasoning(document, &mut item),
        b"item_reference" => item.kind = PartKind::Reference,
        b"compaction" | b"compaction_summary" => turn.speaker = Speaker::System,
        _ if kind.ends_with(b"_output") => turn.speaker = Speaker::Tool,
        _ => {}
    }
    turn.parts.push(item);
    turn
}

/// Reads a reasoning item: its summary is the payload, its encrypted content the signature.
pub(super) fn reasoning(document: &Document<'_>, item: &mut Part<'_>) {
    item.kind = PartKind::Thinking;
    item.payload = document
        .get(item.value, "summary")
        .filter(|summary| document.kind(*summary) == Kind::Array);
    item.signature = document.get_non_null(item.value, "encrypted_content");
}

fn part<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Other, value);
    match document.get_string(value, "type").as_deref() {
        Some(b"input_text" | b"output_text") => {
            part.kind = PartKind::Text;
            part.payload(document, "text")
        }
        Some(b"input_image") => {
            part.kind = PartKind::Image;
            part.image = document
                .get(value, "image_url")
                .and_then(|url| data_url(document, url));
            part
        }
        _ => part,
    }
}
