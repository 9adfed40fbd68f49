//! Which result answers which call.

use crate::preflight::options::Results;
use crate::preflight::view::View;
use crate::table::Records;
use crate::validate::Shape;
use crate::validate::wire::{Part, PartKind, Speaker, Turn};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

/// A call, and the result that answers it.
pub(super) struct Call<'v> {
    pub(super) part: &'v Part<'v>,
    pub(super) answer: Option<usize>,
    id: u32,
}

/// A result.
pub(super) struct Answer<'v> {
    pub(super) turn: usize,
    pub(super) part: &'v Part<'v>,
    /// It answers a call.
    pub(super) settled: bool,
    /// The id that no call of its frame has, and how many calls came before.
    displaced: Option<(u32, usize)>,
}

/// An assistant turn with calls, and all that follows up to the next one. Turns that the API looks at as one are one here.
pub(super) struct Frame {
    /// The last of these turns.
    pub(super) turn: usize,
    pub(super) calls: Range<usize>,
}

/// Calls, results and frames of a body, each in order.
pub(super) struct Pairs<'v> {
    pub(super) calls: Vec<Call<'v>>,
    pub(super) answers: Vec<Answer<'v>>,
    pub(super) frames: Vec<Frame>,
}

/// What is known of an id.
#[derive(Default)]
struct Known {
    /// How many frames there were when a call last had it.
    frame: usize,
    /// Calls of that frame that have it and wait for a result.
    waiting: VecDeque<usize>,
    /// The call that was last answered.
    last: Option<usize>,
    /// Calls of any frame that stay without a result, and how many of them got one in the end.
    open: Vec<usize>,
    taken: usize,
}

impl<'v> Pairs<'v> {
    pub(super) fn of(view: &'v View<'v>) -> Pairs<'v> {
        let mut pairs = Pairs {
            calls: Vec::new(),
            answers: Vec::new(),
            frames: Vec::new(),
        };
        let mut ids: Records<Known> = Records::default();
        let joins = matches!(view.shape(), Shape::Anthropic | Shape::Responses);
        // The frame of this turn is that of the one before.
        let mut open = false;
        for (at, turn) in view.spoken() {
            open &= joins && turn.speaker == Speaker::Assistant;
            let calls = turn.speaker == Speaker::Assistant && turn.parts.iter().any(|part| is_call(view, part));
            if calls {
                match pairs.frames.last_mut().filter(|_| open) {
                    Some(frame) => frame.turn = at,
                    None => pairs.open_frame(at),
                }
                open = true;
            }
            let counted = pairs.are_counted(view, at, turn);
            for part in &turn.parts {
                if calls && is_call(view, part) {
                    let id = ids.number(&key(view, part));
                    pairs.call(part, id, &mut ids[id]);
                } else if part.kind == PartKind::Result && counted {
                    pairs.answer_in_order(at, part);
                } else if part.kind == PartKind::Result {
                    let id = ids.number(&key(view, part));
                    pairs.answer(view, at, part, id, &mut ids[id]);
                }
            }
        }
        pairs.settle_displaced(&mut ids);
        pairs
    }

    fn open_frame(&mut self, turn: usize) {
        let calls = self.calls.len();
        self.frames.push(Frame {
            turn,
            calls: calls..calls,
        });
    }

    fn call(&mut self, part: &'v Part<'v>, id: u32, known: &mut Known) {
        if known.frame != self.frames.len() {
            known.frame = self.frames.len();
            known.waiting.clear();
            known.last = None;
        }
        known.waiting.push_back(self.calls.len());
        self.calls.push(Call {
            part,
            answer: None,
            id,
        });
        if let Some(frame) = self.frames.last_mut() {
            frame.calls.end = self.calls.len();
        }
    }

    /// Gemini counts the responses of the turn right behind the calls, and looks at nothing else.
    fn are_counted(&self, view: &View<'_>, at: usize, turn: &Turn<'_>) -> bool {
        view.shape() == Shape::Gemini
            && self.frames.last().is_some_and(|frame| {
                frame.turn + 1 == at && turn.of(PartKind::Result).count() == frame.calls.len()
            })
    }

    fn answer_in_order(&mut self, turn: usize, part: &'v Part<'v>) {
        let calls = self.frames.last().map_or(0..0, |frame| frame.calls.clone());
        let call = self.calls[calls].iter_mut().find(|call| call.answer.is_none());
        if let Some(call) = call {
            call.answer = Some(self.answers.len());
        }
        self.answers.push(Answer {
            turn,
            part,
            settled: true,
            displaced: None,
        });
    }

    /// A result answers the first call of its frame that has its id and no result yet.
    fn answer(
        &mut self,
        view: &View<'_>,
        turn: usize,
        part: &'v Part<'v>,
        id: u32,
        known: &mut Known,
    ) {
        let at = self.answers.len();
        let in_frame = known.frame == self.frames.len() && !self.frames.is_empty();
        let mut answer = Answer {
            turn,
            part,
            settled: false,
            displaced: (!in_frame).then_some((id, self.calls.len())),
        };
        if in_frame {
            match known.waiting.pop_front() {
                Some(call) => {
                    known.last = Some(call);
                    self.calls[call].answer = Some(at);
                    answer.settled = true;
                }
                None if view.context.results == Results::Last => {
                    let earlier = known.last.and_then(|call| self.calls[call].answer.replace(at));
                    if let Some(earlier) = earlier {
                        self.answers[earlier].settled = false;
                        answer.settled = true;
                    }
                }
                None => {}
            }
        }
        self.answers.push(answer);
    }

    /// A result that no call of its frame has the id of answers the open call before it that has, when it is one.
    fn settle_displaced(&mut self, ids: &mut Records<Known>) {
        for (at, call) in self.calls.iter().enumerate() {
            if call.answer.is_none() {
                ids[call.id].open.push(at);
            }
        }
        for (at, answer) in self.answers.iter_mut().enumerate() {
            let Some((id, before)) = answer.displaced else { continue };
            let Known { open, taken, .. } = &mut ids[id];
            let mut calls = open[*taken..].iter().copied().take_while(|call| *call < before);
            if let (Some(call), None) = (calls.next(), calls.next()) {
                *taken += 1;
                self.calls[call].answer = Some(at);
                answer.settled = true;
            }
        }
    }
}

/// A call that wants a result. Custom tools of a chat are nothing else to the validator.
fn is_call(view: &View<'_>, part: &Part<'_>) -> bool {
    part.kind == PartKind::Call
        || view.shape() == Shape::Chat && part.kind == PartKind::Other && part.id.is_some()
}

/// What a result names its call by.
fn key<'k>(view: &'k View<'_>, part: &'k Part<'_>) -> Cow<'k, [u8]> {
    match view.shape() {
        Shape::Gemini => view.string(part.name).unwrap_or_default(),
        _ => Cow::Borrowed(part.id.as_deref().unwrap_or_default()),
    }
}
