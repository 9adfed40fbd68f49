//! From a body, or a transcript, to the one view.

mod anthropic;
mod chat;
mod converse;
mod gemini;
mod responses;
mod transcript;

pub(crate) use chat::REASONING_FIELDS;
pub(crate) use gemini::PAYLOADS as GEMINI_PAYLOADS;
pub(super) use transcript::read as transcript;

use super::shape::Shape;
use super::wire::{Image, Part, PartKind, Place, Speaker, Turn};
use crate::json::{Document, Kind, Value};
use crate::text::find_bytes;
use std::borrow::Cow;

/// The turns of a body; none when it has no list of them.
pub(crate) fn body<'d>(
    document: &'d Document<'_>,
    root: Value,
    shape: Shape,
) -> Option<Vec<Turn<'d>>> {
    let list = document.get(root, shape.list_key())?;
    if shape == Shape::Responses && document.kind(list) == Kind::String {
        let mut turn = Turn::new(Speaker::User, Place::turn(0), list);
        turn.parts.push(text(turn.place, list));
        return Some(vec![turn]);
    }
    if document.kind(list) != Kind::Array {
        return None;
    }
    let read = match shape {
        Shape::Anthropic => anthropic::turn,
        Shape::Chat => chat::turn,
        Shape::Responses => responses::turn,
        Shape::Gemini => gemini::turn,
        Shape::Converse => converse::turn,
    };
    let turns = document.entries(list).enumerate();
    Some(
        turns
            .map(|(at, entry)| read(document, entry.value, Place::turn(at)))
            .collect(),
    )
}

/// A text part that is the string itself.
fn text<'d>(place: Place, string: Value) -> Part<'d> {
    Part {
        payload: Some(string),
        ..Part::new(place, PartKind::Text, string)
    }
}

/// Parts of a content that is a string or an array.
fn content<'d>(
    document: &'d Document<'_>,
    content: Option<Value>,
    place: impl Fn(usize) -> Place,
    whole: Place,
    part: fn(&'d Document<'_>, Value, Place) -> Part<'d>,
) -> Vec<Part<'d>> {
    let Some(value) = content else {
        return Vec::new();
    };
    match document.kind(value) {
        Kind::String => vec![text(whole, value)],
        Kind::Array => {
            let entries = document.entries(value).enumerate();
            entries
                .map(|(at, entry)| part(document, entry.value, place(at)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// An image in a data URL; none for other addresses.
fn data_url<'d>(document: &'d Document<'_>, url: Value) -> Option<Image<'d>> {
    let url = document.string(url)?;
    let rest = url.strip_prefix(b"data:")?;
    let comma = rest.iter().position(|byte| *byte == b',')?;
    let media = rest[..comma]
        .split(|byte| *byte == b';')
        .next()
        .unwrap_or_default()
        .to_vec();
    find_bytes(&rest[..comma], b";base64")?;
    let from = url.len() - rest.len() + comma + 1;
    let data = match url {
        Cow::Borrowed(url) => Cow::Borrowed(&url[from..]),
        Cow::Owned(url) => Cow::Owned(url[from..].to_vec()),
    };
    Some(Image {
        media: Cow::Owned(media),
        data: Some(data),
    })
}
