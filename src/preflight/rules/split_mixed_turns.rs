use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::validate::wire::{PartKind, Place};

declare_rule! {
    /// ## What it does
    /// Puts what stands beside function responses into a user turn of its own.
    /// ## Who refuses without it
    /// Gemini 3. Constraint GE-14.
    /// ## Exact rule
    /// Gemini 3: the parts of a turn with `functionResponse` parts that are something else become a user turn right
    /// behind it.
    /// ## Example
    /// ```json target
    /// {"api":"gemini","model":"gemini-3-pro"}
    /// ```
    /// ```json before
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}},"thoughtSignature":"c2lnbmVk"}]},{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{}}},{"text":"and?"}]}]}
    /// ```
    /// ```json after
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}},"thoughtSignature":"c2lnbmVk"}]},{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{}}}]},{"role":"user","parts":[{"text":"and?"}]}]}
    /// ```
    /// ## Never touches
    /// The parts themselves.
    /// ## Order
    /// After pairing, which puts responses into turns.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static SPLIT_MIXED_TURNS = {
        id: "split-mixed-turns",
        summary: "function responses have a turn to themselves",
        effects: [Moves, Inserts],
        rejects: [GE_14],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for (at, turn) in view.turns.iter().enumerate() {
        let others: Vec<_> = turn.parts.iter().filter(|part| part.kind != PartKind::Result).collect();
        if others.is_empty() || others.len() == turn.parts.len() {
            continue;
        }
        for part in &others {
            edits.take(part.place);
        }
        let others = others.into_iter().map(|part| New::Moved(part.value)).collect();
        edits.insert(Place::turn(at + 1), New::Turn(others));
    }
}
