//! Bedrock Converse.

use super::content;
use crate::json::{Document, Kind, Value};
use crate::validate::wire::{Image, Part, PartKind, Place, Speaker, Turn};
use std::borrow::Cow;

/// Members by which a block is told.
const BLOCKS: [(&str, PartKind); 12] = [
    ("text", PartKind::Text),
    ("image", PartKind::Image),
    ("toolUse", PartKind::Call),
    ("toolResult", PartKind::Result),
    ("reasoningContent", PartKind::Thinking),
    ("cachePoint", PartKind::Other),
    ("document", PartKind::Other),
    ("video", PartKind::Other),
    ("guardContent", PartKind::Other),
    ("citationsContent", PartKind::Other),
    ("searchResult", PartKind::Other),
    ("json", PartKind::Other),
];

pub(super) fn turn<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Turn<'d> {
    let speaker = match document.get_string(value, "role").as_deref() {
        Some(b"user") => Speaker::User,
        Some(b"assistant") => Speaker::Assistant,
        _ => Speaker::Unknown,
    };
    let mut turn = Turn::new(speaker, place, value);
    let list = document
        .get(value, "content")
        .filter(|list| document.kind(*list) != Kind::String);
    turn.parts = content(document, list, |at| place.part("/content", at), place, part);
    turn
}

fn part<'d>(document: &'d Document<'_>, value: Value, place: Place) -> Part<'d> {
    let mut part = Part::new(place, PartKind::Malformed, value);
    let Some((kind, payload)) = BLOCKS
        .iter()
        .find_map(|(key, kind)| Some((*kind, document.get_non_null(value, key)?)))
    else {
        return part;
    };
    part.kind = kind;
    match kind {
        PartKind::Text => part.payload = Some(payload),
        PartKind::Image => part.image = image(document, payload),
        PartKind::Call => {
            part.id = document.get_string(payload, "toolUseId");
            part.name = document.get(payload, "name");
            part.payload = document.get(payload, "input");
        }
        PartKind::Result => {
            part.id = document.get_string(payload, "toolUseId");
            part.failed = document.member_is(payload, "status", "error");
            let list = document
                .get(payload, "content")
                .filter(|list| document.kind(*list) != Kind::String);
            let inner = |at| place.inner("/toolResult/content", at);
            part.inner = content(document, list, inner, place, self::part);
        }
        PartKind::Thinking => match document.get(payload, "reasoningText") {
            Some(text) => {
                part.payload = document.get(text, "text");
                part.signature = document.get(text, "signature");
            }
            None => {
                part.kind = PartKind::Redacted;
                part.payload = document.get(payload, "redactedContent");
            }
        },
        _ => {}
    }
    part
}

/// The image, when its bytes are in the body. The format is a name, here as a media type.
fn image<'d>(document: &'d Document<'_>, value: Value) -> Option<Image<'d>> {
    let source = document.get(value, "source")?;
    let data = document.get(source, "bytes")?;
    let mut media = b"image/".to_vec();
    media.extend_from_slice(&document.get_string(value, "format").unwrap_or_default());
    Some(Image {
        media: Cow::Owned(media),
        data: document.string(data),
    })
}
