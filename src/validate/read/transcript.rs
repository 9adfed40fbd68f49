//! A transcript as the body that it would become, one to one, with nothing repaired on the way.

use super::responses::reasoning;
use super::text;
use crate::json::{Document, Kind, Value, parse_text};
use crate::text::JsStr;
use crate::transcript::{BlockKind, KindSet, result_id};
use crate::validate::shape::Shape;
use crate::validate::wire::{Image, Part, PartKind, Place, Speaker, Turn};
use std::borrow::Cow;

/// Keys of a signature, in the order in which they count.
const SIGNATURE_KEYS: [&str; 3] = ["thinkingSignature", "signature", "thought_signature"];

/// Begins the `textSignature` that is the id of a message item.
const MESSAGE_ID: &[u8] = b"msg";

pub(in crate::validate) fn read<'d>(document: &'d Document<'_>, shape: Shape) -> Vec<Turn<'d>> {
    let mut turns: Vec<Turn<'d>> = Vec::new();
    for (at, entry) in document.entries(document.root()).enumerate() {
        let (place, value) = (Place::turn(at), entry.value);
        match document.get_string(value, "role").as_deref() {
            Some(b"user") => {
                let mut turn = Turn::new(Speaker::User, place, value);
                turn.parts = blocks(document, value, "content", place, shape);
                push(&mut turns, turn, shape);
            }
            Some(b"compactionSummary") => {
                let mut turn = Turn::new(Speaker::User, place, value);
                turn.parts.extend(
                    document
                        .get(value, "summary")
                        .map(|summary| text(place, summary)),
                );
                push(&mut turns, turn, shape);
            }
            Some(b"assistant") => {
                let mut turn = Turn::new(Speaker::Assistant, place, value);
                turn.parts = blocks(document, value, "content", place, shape);
                push(&mut turns, turn, shape);
            }
            Some(b"toolResult") => push(&mut turns, result(document, value, place, shape), shape),
            _ => {}
        }
    }
    turns
}

/// Adds a turn as its wire does: joined to a user turn before it, or as one item a block.
fn push<'d>(turns: &mut Vec<Turn<'d>>, turn: Turn<'d>, shape: Shape) {
    if shape == Shape::Responses {
        return push_items(turns, turn);
    }
    let holds_results = |turn: &Turn<'_>| turn.has(PartKind::Result);
    if let Some(last) = turns.last_mut()
        && last.speaker == Speaker::User
        && turn.speaker == Speaker::User
        && match shape {
            Shape::Anthropic | Shape::Converse => true,
            Shape::Gemini => holds_results(last) == holds_results(&turn),
            Shape::Chat | Shape::Responses => false,
        }
    {
        return last.join(turn);
    }
    turns.push(turn);
}

fn push_items<'d>(turns: &mut Vec<Turn<'d>>, turn: Turn<'d>) {
    if turn.speaker == Speaker::Assistant {
        for part in turn.parts {
            let mut item = Turn::new(Speaker::Assistant, part.place, part.value);
            // A thinking block without a reasoning item of the wire has no item to become.
            if part.kind == PartKind::Thinking && part.payload.is_none() && part.item.is_none() {
                continue;
            }
            item.parts.push(part);
            turns.push(item);
        }
        return;
    }
    let mut item = Turn::new(turn.speaker, turn.place, turn.value);
    match turn.speaker {
        Speaker::Tool => item.parts = turn.parts,
        _ => item.parts.push(Part {
            inner: turn.parts,
            ..Part::new(turn.place, PartKind::Text, turn.value)
        }),
    }
    turns.push(item);
}

fn result<'d>(document: &'d Document<'_>, value: Value, place: Place, shape: Shape) -> Turn<'d> {
    let joins = matches!(shape, Shape::Anthropic | Shape::Gemini | Shape::Converse);
    let mut turn = Turn::new(
        if joins { Speaker::User } else { Speaker::Tool },
        place,
        value,
    );
    turn.made_of_results = joins;
    let mut part = Part::new(place, PartKind::Result, value);
    part.id = result_id(document, value).map(|id| {
        let mut id = id.into_bytes();
        if shape == Shape::Responses {
            let bar = id.iter().position(|byte| *byte == b'|');
            id.truncate(bar.unwrap_or(id.len()));
        }
        Cow::Owned(id)
    });
    part.failed = document
        .get(value, "isError")
        .is_some_and(|is| document.kind(is) == Kind::Bool(true));
    part.name = document.get(value, "toolName");
    // The conversion makes the response an object.
    part.payload = Some(value);
    part.inner = blocks(document, value, "content", place, shape);
    turn.parts.push(part);
    turn
}

/// Blocks of a turn. A string is one text block.
fn blocks<'d>(
    document: &'d Document<'_>,
    turn: Value,
    key: &str,
    place: Place,
    shape: Shape,
) -> Vec<Part<'d>> {
    let Some(content) = document.get(turn, key) else {
        return Vec::new();
    };
    match document.kind(content) {
        Kind::String => vec![text(place, content)],
        Kind::Array => {
            let entries = document.entries(content).enumerate();
            entries
                .map(|(at, entry)| block(document, entry.value, place.part("/content", at), shape))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn block<'d>(document: &'d Document<'_>, value: Value, place: Place, shape: Shape) -> Part<'d> {
    let kind = BlockKind::of(document, value);
    let mut part = Part::new(place, PartKind::Unknown, value);
    match kind {
        BlockKind::Text => {
            part.kind = PartKind::Text;
            part.signature = document.get_non_null(value, "thoughtSignature");
            part.item = document
                .get_string(value, "textSignature")
                .filter(|id| id.starts_with(MESSAGE_ID));
            part.payload(document, "text")
        }
        BlockKind::Image => {
            part.kind = PartKind::Image;
            part.image = Some(Image {
                media: document
                    .get_string(value, "mimeType")
                    .unwrap_or(Cow::Borrowed(b"")),
                data: document.get_string(value, "data"),
            });
            part
        }
        BlockKind::Thinking => {
            part.kind = PartKind::Thinking;
            part.signature = signature(document, value);
            match shape {
                Shape::Responses => reasoning_item(document, part),
                _ => part.payload(document, "thinking"),
            }
        }
        BlockKind::RedactedThinking => {
            part.kind = PartKind::Redacted;
            part.payload = document
                .get_non_null(value, "data")
                .or_else(|| signature(document, value));
            part
        }
        _ if KindSet::CALLS.contains(kind) || kind == BlockKind::SnakeToolUse => {
            call(document, part, shape)
        }
        // What the wire may know under its own name.
        BlockKind::Other if shape == Shape::Anthropic => own(document, part),
        _ => part,
    }
}

fn signature(document: &Document<'_>, value: Value) -> Option<Value> {
    SIGNATURE_KEYS
        .iter()
        .find_map(|key| document.get_non_null(value, key))
}

fn call<'d>(document: &'d Document<'_>, mut part: Part<'d>, shape: Shape) -> Part<'d> {
    let value = part.value;
    part.kind = PartKind::Call;
    part.name = document.get(value, "name");
    part.signature = document
        .get_non_null(value, "thoughtSignature")
        .or_else(|| document.get_non_null(value, "thought_signature"));
    part.payload = document
        .get(value, "arguments")
        .or_else(|| document.get(value, "input"));
    let id = document.get_string(value, "id");
    match (shape, id) {
        (Shape::Responses, Some(id)) => {
            let bar = id.iter().position(|byte| *byte == b'|');
            part.item = bar.map(|bar| Cow::Owned(id[bar + 1..].to_vec()));
            part.id = Some(Cow::Owned(id[..bar.unwrap_or(id.len())].to_vec()));
        }
        (_, id) => part.id = id,
    }
    part
}

/// The reasoning item in the block's signature: its id, whether it has a summary and encrypted content.
fn reasoning_item<'d>(document: &'d Document<'_>, mut part: Part<'d>) -> Part<'d> {
    let Some(text) = part
        .signature
        .and_then(|signature| document.string(signature))
    else {
        return part;
    };
    let found = parse_text(JsStr::from_wtf8(&text), |inner, root| {
        if !inner.member_is(root, "type", "reasoning") {
            return None;
        }
        let mut item = Part::new(part.place, PartKind::Thinking, root);
        reasoning(inner, &mut item);
        let id = inner.get_string(root, "id").map(|id| id.into_owned());
        Some((id, item.payload.is_some(), item.signature.is_some()))
    });
    let block = part.value;
    part.signature = None;
    if let Some((id, summary, encrypted)) = found.flatten() {
        part.item = id.map(Cow::Owned);
        part.payload = summary.then_some(block);
        part.signature = encrypted.then_some(block);
    }
    part
}

/// Blocks that go to Anthropic as they are.
fn own<'d>(document: &'d Document<'_>, mut part: Part<'d>) -> Part<'d> {
    part.kind = match document.get_string(part.value, "type").as_deref() {
        Some(b"server_tool_use" | b"mcp_tool_use") => {
            part.id = document.get_string(part.value, "id");
            PartKind::ServerCall
        }
        Some(b"document" | b"search_result") => PartKind::Other,
        Some(name) if name.ends_with(b"_tool_result") => {
            part.id = document.get_string(part.value, "tool_use_id");
            PartKind::ServerResult
        }
        _ => PartKind::Unknown,
    };
    part
}
