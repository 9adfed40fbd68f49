//! Calls and results: each call has one result where the wire looks for it, and each result a call.
//!
//! Which result answers which call is the same on every wire: `Pairs`. Where results stand is not: in the turn behind
//! the call (`in_turns`), as messages behind the call's (`as_messages`), or anywhere behind the call (`as_items`).

mod in_turns;
mod pairs;

use self::in_turns::in_turns;
use self::pairs::Pairs;
use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::preflight::wire::missing_result;
use crate::validate::Shape;
use crate::validate::wire::{Place, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let pairs = Pairs::of(view);
    match view.shape() {
        Shape::Anthropic | Shape::Gemini | Shape::Converse => in_turns(view, edits, &pairs),
        Shape::Chat => as_messages(view, edits, &pairs),
        Shape::Responses => as_items(view, edits, &pairs),
    }
}

/// Results are messages right behind that of their calls.
fn as_messages(view: &View<'_>, edits: &mut Edits, pairs: &Pairs<'_>) {
    for frame in &pairs.frames {
        let mut end = frame.turn + 1;
        for (at, turn) in view.turns.iter().enumerate().skip(end) {
            match turn.speaker {
                Speaker::Tool => end = at + 1,
                Speaker::System => {}
                _ => break,
            }
        }
        for call in &pairs.calls[frame.calls.clone()] {
            match call.answer.map(|answer| &pairs.answers[answer]) {
                Some(answer) if (frame.turn..end).contains(&answer.turn) => {}
                Some(answer) => {
                    let message = &view.turns[answer.turn];
                    edits.take(message.place);
                    edits.insert(Place::turn(end), New::Moved(message.value));
                }
                None => edits.insert(Place::turn(end), New::Json(missing_result(view, call.part))),
            }
        }
    }
    for answer in pairs.answers.iter().filter(|answer| !answer.settled) {
        edits.drop(view.turns[answer.turn].place);
    }
}

/// Results are items, of which only presence counts.
fn as_items(view: &View<'_>, edits: &mut Edits, pairs: &Pairs<'_>) {
    for frame in &pairs.frames {
        let calls = &pairs.calls[frame.calls.clone()];
        for call in calls.iter().filter(|call| call.answer.is_none()) {
            let new = New::Json(missing_result(view, call.part));
            edits.insert(Place::turn(frame.turn + 1), new);
        }
    }
    // What the server keeps may hold the calls.
    if view.document.get_non_null(view.root, "previous_response_id").is_some() {
        return;
    }
    for answer in pairs.answers.iter().filter(|answer| !answer.settled) {
        edits.drop(view.turns[answer.turn].place);
    }
}
