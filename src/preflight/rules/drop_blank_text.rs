//! Blank text, and content that is empty or would be.

use crate::preflight::edits::{Edits, New};
use crate::preflight::view::{View, is_listed};
use crate::preflight::wire::{Field, content, is_mark, parts_path, result_field, text};
use crate::replay::rules::drop_blank_text::EMPTY_CONTENT;
use crate::validate::wire::{Part, PartKind, Speaker, Turn};
use crate::validate::{Shape, says};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for (at, turn) in view.turns.iter().enumerate() {
        // Other roles of a chat are the server's to know.
        let reads = match view.shape() {
            Shape::Chat => matches!(turn.speaker, Speaker::User | Speaker::Assistant),
            Shape::Gemini => true,
            _ => turn.speaker != Speaker::System,
        };
        if !reads {
            continue;
        }
        for result in turn.of(PartKind::Result) {
            mend_result(view, edits, result);
        }
        mend_turn(view, edits, turn, at + 1 == view.turns.len());
    }
}

fn mend_turn(view: &View<'_>, edits: &mut Edits, turn: &Turn<'_>, last: bool) {
    let shape = view.shape();
    let is_empty = match shape {
        Shape::Chat => !says(view.document, turn, false),
        _ => turn.parts.iter().all(|part| is_blank(view, part) || is_mark(view, part)),
    };
    if !is_empty {
        for part in turn.parts.iter().filter(|part| is_blank(view, part)) {
            edits.drop(part.place);
        }
        return;
    }
    if turn.speaker == Speaker::Assistant {
        // An empty turn at the end is taken by Anthropic.
        if shape != Shape::Anthropic || !last || !turn.parts.is_empty() {
            edits.drop(turn.place);
        }
        return;
    }
    let mut blanks = turn.parts.iter().filter(|part| is_blank(view, part) && is_listed(part));
    match blanks.next() {
        // What stands beside it stays.
        Some(first) if shape != Shape::Chat => {
            edits.replace(first.place, text(shape, turn.speaker, EMPTY_CONTENT.into()));
            for part in blanks {
                edits.drop(part.place);
            }
        }
        // A mark alone is no content, and stays behind some.
        None if !turn.parts.is_empty() && shape == Shape::Converse => {
            let new = text(shape, turn.speaker, EMPTY_CONTENT.into());
            edits.insert(turn.parts[0].place, New::Json(new));
        }
        _ => edits.set(turn.place, parts_path(shape), content(shape, turn.speaker, EMPTY_CONTENT.into())),
    }
}

/// A text that the wire refuses for being blank.
fn is_blank(view: &View<'_>, part: &Part<'_>) -> bool {
    matches!(view.shape(), Shape::Anthropic | Shape::Converse)
        && part.kind == PartKind::Text
        && view.is_blank(part.payload)
}

/// Blank text inside a result, and a report of an error that says nothing.
fn mend_result(view: &View<'_>, edits: &mut Edits, result: &Part<'_>) {
    let shape = view.shape();
    let path = result_field(view, result, Field::Content);
    let omitted = || content(shape, Speaker::User, EMPTY_CONTENT.into());
    if shape == Shape::Converse {
        if result.failed && result.inner.is_empty() {
            edits.set(result.place, path, omitted());
        }
        return;
    }
    if shape != Shape::Anthropic {
        return;
    }
    let is_blank = |part: &&Part<'_>| is_blank(view, part);
    if result.inner.is_empty() {
        if result.failed {
            edits.set(result.place, path, omitted());
        }
    } else if result.inner.iter().all(|part| is_blank(&part)) {
        edits.set(result.place, path, omitted());
    } else {
        for part in result.inner.iter().filter(is_blank) {
            edits.drop(part.place);
        }
    }
}
