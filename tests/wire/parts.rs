//! What a body is made of.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Kind, Value, write};
use transcript_hygiene::validate::{LINT_LEVELS, Shape};

pub(crate) fn parse(text: &[u8]) -> Document<'_> {
    Document::parse(text, LINT_LEVELS, &Limits::default()).expect("JSON")
}

pub(crate) fn spelled(document: &Document<'_>, value: Value) -> String {
    String::from_utf8(write(document, value)).expect("JSON is UTF-8")
}

/// The key of the list of turns.
pub(crate) fn list_key(shape: Shape) -> &'static str {
    match shape {
        Shape::Responses => "input",
        Shape::Gemini => "contents",
        _ => "messages",
    }
}

/// The text before the list of turns, the turns, and the text behind the list.
pub(crate) fn around(body: &[u8], shape: Shape) -> Option<(String, Vec<String>, String)> {
    let document = parse(body);
    let list = document.get(document.root(), list_key(shape))?;
    if document.kind(list) != Kind::Array {
        return None;
    }
    let start = list.address() as usize;
    let end = start + write(&document, list).len();
    let text = |range: &[u8]| String::from_utf8_lossy(range).into_owned();
    let turns = document
        .entries(list)
        .map(|turn| spelled(&document, turn.value));
    Some((text(&body[..start]), turns.collect(), text(&body[end..])))
}
