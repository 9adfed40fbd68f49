use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::validate::wire::PartKind;
use crate::validate::holds_empty_content;

declare_rule! {
    /// ## What it does
    /// Gives reasoning items the summary that they must have, and takes an empty `content` away.
    /// ## Who refuses without it
    /// OpenAI Responses. Constraint OR-16.
    /// ## Exact rule
    /// OpenAI Responses, items of type `reasoning`: a `summary` that is no array becomes `[]`; a `content` that is an
    /// empty array goes.
    /// ## Example
    /// ```json target
    /// {"api":"responses","model":"gpt-5"}
    /// ```
    /// ```json before
    /// {"model":"gpt-5","input":[{"role":"user","content":"q"},{"type":"reasoning","encrypted_content":"gA=="},{"role":"assistant","content":"a"}]}
    /// ```
    /// ```json after
    /// {"model":"gpt-5","input":[{"role":"user","content":"q"},{"type":"reasoning","encrypted_content":"gA==","summary":[]},{"role":"assistant","content":"a"}]}
    /// ```
    /// ## Never touches
    /// What a reasoning item says.
    /// ## Order
    /// Before reasoning is looked at for what follows it.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static MEND_REASONING_ITEMS = {
        id: "mend-reasoning-items",
        summary: "every reasoning item has a summary, and no empty content",
        effects: [Edits],
        rejects: [OR_16],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for item in view.parts(PartKind::Thinking) {
        if item.payload.is_none() {
            edits.set(item.place, &["summary"], "[]".into());
        }
        if holds_empty_content(view.document, item) {
            edits.unset(item.place, "content");
        }
    }
}
