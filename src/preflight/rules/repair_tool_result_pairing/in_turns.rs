//! Results are parts of the turn behind their calls.

use super::pairs::{Frame, Pairs};
use crate::outbound::rules::drop_embedded_results::RESULTS_OMITTED;
use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::preflight::wire::{is_mark, missing_result, parts_list, text};
use crate::validate::Shape;
use crate::validate::wire::{PartKind, Place, Speaker, Turn};
use std::ops::Range;

pub(super) fn in_turns(view: &View<'_>, edits: &mut Edits, pairs: &Pairs<'_>) {
    let mut layout = Layout {
        view,
        edits,
        at_head: at_head(view),
        removed: vec![0; view.turns.len()],
        filled: vec![false; view.turns.len()],
    };
    for frame in &pairs.frames {
        layout.frame(frame, pairs);
    }
    for answer in pairs.answers.iter().filter(|answer| !answer.settled) {
        layout.removed[answer.turn] += 1;
        layout.edits.drop(answer.part.place);
    }
    layout.fill_emptied();
}

/// For each result whether it stands before all else in its turn, where that is asked for.
fn at_head(view: &View<'_>) -> Vec<bool> {
    let mut at_head = Vec::new();
    let mut other = false;
    let mut before = None;
    for (_, turn) in view.spoken() {
        // Neighbours are one turn to this API.
        other &= before == Some(turn.speaker);
        before = Some(turn.speaker);
        for part in &turn.parts {
            match part.kind {
                PartKind::Result => at_head.push(!other || view.shape() != Shape::Anthropic),
                _ => other = true,
            }
        }
    }
    at_head
}

struct Layout<'l, 'v> {
    view: &'l View<'v>,
    edits: &'l mut Edits,
    at_head: Vec<bool>,
    /// How many parts each turn loses.
    removed: Vec<usize>,
    /// Turns that something was put into.
    filled: Vec<bool>,
}

impl Layout<'_, '_> {
    fn frame(&mut self, frame: &Frame, pairs: &Pairs<'_>) {
        let (behind, home) = self.home(frame);
        let head = home.clone().next().map_or(0, |first| leading_results(&self.view.turns[first]));
        let list = parts_list(self.view.shape());
        // From the last call to the first, so that a new result goes before the one of the next call.
        let mut before = head;
        let mut new = Vec::new();
        for call in pairs.calls[frame.calls.clone()].iter().rev() {
            let Some(at) = call.answer else {
                new.push((before, New::Json(missing_result(self.view, call.part))));
                continue;
            };
            let answer = &pairs.answers[at];
            if home.contains(&answer.turn) && self.at_head[at] {
                if answer.turn == home.start {
                    before = answer.part.place.part.map_or(before, |(_, index)| index as usize);
                }
                continue;
            }
            self.removed[answer.turn] += 1;
            self.edits.take(answer.part.place);
            new.push((before, New::Moved(answer.part.value)));
        }
        if new.is_empty() {
            return;
        }
        new.reverse();
        let has_room = !home.is_empty() && (self.view.shape() != Shape::Gemini || head > 0);
        if !has_room {
            let parts = new.into_iter().map(|(_, new)| new).collect();
            return self.edits.insert(Place::turn(behind), New::Turn(parts));
        }
        self.filled[home.start] = true;
        for (before, new) in new {
            self.edits.insert(Place::turn(home.start).part(list, before), new);
        }
    }

    /// The index right behind the calls, and the turns that are looked at for their results.
    fn home(&self, frame: &Frame) -> (usize, Range<usize>) {
        let turns = &self.view.turns;
        let joins = self.view.shape() == Shape::Anthropic;
        let mut last = frame.turn;
        let mut home = 0..0;
        for (at, turn) in turns.iter().enumerate().skip(frame.turn + 1) {
            match turn.speaker {
                Speaker::System => {}
                Speaker::Assistant if joins && home.is_empty() => last = at,
                Speaker::User | Speaker::Tool if home.is_empty() => home = at..at + 1,
                Speaker::User if joins => home.end = at + 1,
                _ => break,
            }
        }
        (last + 1, home)
    }

    /// A turn of which nothing is left says so.
    fn fill_emptied(&mut self) {
        let shape = self.view.shape();
        for (at, turn) in self.view.turns.iter().enumerate() {
            let marks = turn.parts.iter().filter(|part| is_mark(self.view, part)).count();
            if self.removed[at] == 0 || self.filled[at] || self.removed[at] + marks < turn.parts.len() {
                continue;
            }
            let place = Place::turn(at).part(parts_list(shape), 0);
            let said = text(shape, turn.speaker, RESULTS_OMITTED.into());
            self.edits.insert(place, New::Json(said));
        }
    }
}

fn leading_results(turn: &Turn<'_>) -> usize {
    turn.parts.iter().take_while(|part| part.kind == PartKind::Result).count()
}
