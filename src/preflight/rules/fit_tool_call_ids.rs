//! Ids of calls that the wire does not take, and those of their results alike.

use crate::json::js_quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{Field, call_field, result_field};
use crate::replay::rules::fit_tool_call_ids::Ids;
use crate::text::JsStr;
use crate::table::{Queue, Queues, Records};
use crate::validate::wire::{Part, PartKind};
use crate::validate::{Grammar, MAX_ITEM_ID, Shape};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let Some(ids) = ids(view) else { return };
    let mut walk = Walk {
        ids,
        until_answered: view.shape() == Shape::Responses,
        table: Records::default(),
        queues: Queues::default(),
        turn: 0,
    };
    for turn in &view.turns {
        if view.shape() != Shape::Responses && turn.has(PartKind::Call) {
            walk.turn += 1;
        }
        for part in &turn.parts {
            match part.kind {
                PartKind::Call => walk.call(view, edits, part),
                PartKind::Result => walk.result(view, edits, part),
                _ => {}
            }
        }
    }
}

/// What ids the wire takes; none where it takes any.
fn ids(view: &View<'_>) -> Option<Ids> {
    match view.shape() {
        // Only the letters are checked there, and an id that is taken stays.
        Shape::Anthropic => Some(Ids::Request(Grammar::word(1, usize::MAX))),
        Shape::Responses => Some(Ids::Short(MAX_ITEM_ID)),
        shape => Ids::of(Some(shape), view.lint()),
    }
}

/// What is known of an id.
#[derive(Default)]
struct Known {
    /// The turn of the call that was last given it, counted from 1.
    given_in: u32,
    /// Calls that were given it and wait for a result.
    open: u32,
    /// How many calls had to get another one.
    repeats: u32,
    /// The turn whose calls came with it, and the ids that they were given.
    called_in: u32,
    assigned: Queue,
}

struct Walk {
    ids: Ids,
    /// An id is free again when its call is answered.
    until_answered: bool,
    table: Records<Known>,
    queues: Queues,
    turn: u32,
}

impl Walk {
    /// Gives an id to a call; false when it is given already.
    fn give(&mut self, id: u32) -> bool {
        let known = &mut self.table[id];
        let is_free = match (self.until_answered, self.ids.are_unique_in_request()) {
            (true, _) => known.open == 0,
            (false, true) => known.given_in == 0,
            (false, false) => known.given_in != self.turn,
        };
        if is_free {
            known.given_in = self.turn.max(1);
            known.open += 1;
        }
        is_free
    }

    fn call(&mut self, view: &View<'_>, edits: &mut Edits, call: &Part<'_>) {
        let given = call.id.as_deref().unwrap_or_default();
        let raw = self.table.number(given);
        let text = JsStr::from_wtf8(given);
        let mut id = match !given.is_empty() && self.ids.take(text) {
            true => raw,
            false => self.table.number(&self.ids.fit(text)),
        };
        while !self.give(id) {
            let known = &mut self.table[raw];
            known.repeats += 1;
            let mut numbered = text.to_owned();
            numbered.push_str(&format!(":{}", known.repeats + 1));
            id = self.table.number(&self.ids.fit(numbered.as_js()));
        }
        let known = &mut self.table[raw];
        if !self.until_answered && known.called_in != self.turn {
            known.called_in = self.turn;
            known.assigned = Queue::default();
        }
        self.queues.push(&mut known.assigned, id);
        if id != raw {
            let path = call_field(view, call, Field::Id);
            edits.set(call.place, path, js_quoted(JsStr::from_wtf8(self.table.text(id))));
        }
    }

    /// A result takes the id of its call, the first one that came with this id and has none yet.
    fn result(&mut self, view: &View<'_>, edits: &mut Edits, result: &Part<'_>) {
        let given = result.id.as_deref().unwrap_or_default();
        let raw = self.table.number(given);
        let known = &mut self.table[raw];
        let called = self.until_answered || known.called_in == self.turn;
        let assigned = match called {
            true => self.queues.pop(&mut known.assigned),
            false => None,
        };
        let Some(id) = assigned else { return };
        let open = &mut self.table[id].open;
        *open = open.saturating_sub(1);
        if id != raw {
            let path = result_field(view, result, Field::Id);
            edits.set(result.place, path, js_quoted(JsStr::from_wtf8(self.table.text(id))));
        }
    }
}
