use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use super::strip_trailing_assistant::is_prefix;
use crate::validate::wire::{PartKind, Speaker};

declare_rule! {
    /// ## What it does
    /// Marks an assistant message at the end as the beginning that the model goes on from.
    /// ## Who refuses without it
    /// Mistral: the last role is `user` or `tool`, or `assistant` with `prefix`. Constraints CC-18, MI-05.
    /// ## Exact rule
    /// Mistral, by provider or model: a last message that is the assistant's and calls no tool gets `"prefix": true`.
    /// ## Example
    /// ```json target
    /// {"api":"chat","provider":"mistral","model":"mistral-small-latest"}
    /// ```
    /// ```json before
    /// {"model":"mistral-small-latest","messages":[{"role":"user","content":"Write a line."},{"role":"assistant","content":"A line"}]}
    /// ```
    /// ```json after
    /// {"model":"mistral-small-latest","messages":[{"role":"user","content":"Write a line."},{"role":"assistant","content":"A line","prefix":true}]}
    /// ```
    /// ## Never touches
    /// What the message says.
    /// ## Order
    /// Before assistant messages at the end are dropped, which is for servers without such a mark.
    /// ## Source
    /// Mistral's documentation of prefixes.
    pub(crate) static MARK_PREFIX = {
        id: "mark-prefix",
        summary: "an assistant message at the end is marked as a prefix",
        effects: [Edits],
        rejects: [CC_18, MI_05],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    if let Some((_, last)) = view.spoken().next_back()
        && last.speaker == Speaker::Assistant
        && !last.has(PartKind::Call)
        && !is_prefix(view, last)
    {
        edits.set(last.place, &["prefix"], "true".into());
    }
}
