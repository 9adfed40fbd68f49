use super::drop_thinking;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::validate::wire::Speaker;

declare_rule! {
    /// ## What it does
    /// Drops thinking from the last turn when that is the assistant's and thinking is off.
    /// ## Who refuses without it
    /// Anthropic Messages. Constraint AM-18.
    /// ## Exact rule
    /// Anthropic Messages with `thinking.type` `disabled`: when the last turn is the assistant's, its `thinking` and
    /// `redacted_thinking` blocks go, and those of the assistant's turns right before it. A turn left empty says
    /// `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-sonnet-4-5"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"thinking":{"type":"disabled"},"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"},{"type":"text","text":"So:"}]}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"thinking":{"type":"disabled"},"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"So:"}]}]}
    /// ```
    /// ## Never touches
    /// Thinking of other turns.
    /// ## Order
    /// Before the end of the history is looked at.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static DROP_FINAL_THINKING = {
        id: "drop-final-thinking",
        summary: "with thinking off the last turn holds none",
        effects: [Drops, Edits],
        rejects: [AM_18],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let last = view.spoken().rev().take_while(|(_, turn)| turn.speaker == Speaker::Assistant);
    for (_, turn) in last {
        drop_thinking(view, edits, turn, |_| true);
    }
}
