use crate::json::Kind;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::validate::wire::{PartKind, Speaker};

declare_rule! {
    /// ## What it does
    /// Drops items that only name what the server would have had to store.
    /// ## Who refuses without it
    /// OpenAI Responses with `store: false`: `Item with id … not found`. Constraint OR-14.
    /// ## Exact rule
    /// OpenAI Responses with `store: false`:
    /// 1. Items of type `item_reference` go.
    /// 2. Reasoning items with an `id` and without `encrypted_content` go, and so do the ids of the items of the same
    ///    answer behind them, up to the next reasoning item.
    /// ## Example
    /// ```json target
    /// {"api":"responses","model":"gpt-5"}
    /// ```
    /// ```json before
    /// {"model":"gpt-5","store":false,"input":[{"role":"user","content":"q"},{"type":"item_reference","id":"msg_1"},{"role":"user","content":"n"}]}
    /// ```
    /// ```json after
    /// {"model":"gpt-5","store":false,"input":[{"role":"user","content":"q"},{"role":"user","content":"n"}]}
    /// ```
    /// ## Never touches
    /// Requests that do not say `store: false`.
    /// ## Order
    /// Before ids are compared.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static DROP_ITEM_REFERENCES = {
        id: "drop-item-references",
        summary: "nothing names what the server does not store",
        effects: [Drops, Edits],
        rejects: [OR_14],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    if !view.is_kind(view.document.get(view.root, "store"), Kind::Bool(false)) {
        return;
    }
    // The reasoning that the items of this answer came from is gone.
    let mut gone = false;
    for turn in &view.turns {
        gone &= turn.speaker == Speaker::Assistant;
        for item in &turn.parts {
            match item.kind {
                PartKind::Reference => edits.drop(turn.place),
                PartKind::Thinking => {
                    gone = item.item.is_some() && item.signature.is_none();
                    if gone {
                        edits.drop(turn.place);
                    }
                }
                _ if gone && item.item.is_some() => edits.unset(turn.place, "id"),
                _ => {}
            }
        }
    }
}
