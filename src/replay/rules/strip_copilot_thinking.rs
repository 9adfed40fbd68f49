use super::remove_blocks;
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes all thinking, also from the latest turn.
    /// ## Who refuses without it
    /// GitHub Copilot for Claude models, whose signatures it does not pass on.
    /// ## Exact rule
    /// In every assistant turn with array content all `thinking` and `redacted_thinking` blocks go; nothing left
    /// becomes one text block `[assistant reasoning omitted]`. Content that was empty before stays empty.
    /// ## Example
    /// ```json target
    /// {"provider":"github-copilot","modelApi":"openai-completions","modelId":"claude-sonnet-4.5"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Text, tool calls, user turns.
    /// ## Order
    /// After the generic rules: it is the provider's own last word. The same removal, called on its own, is what a
    /// request is tried again with after the provider refused its thinking.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step P; vectors `strip_copilot_thinking`, `strip_all_thinking`.
    pub(crate) static STRIP_COPILOT_THINKING = {
        id: "strip-copilot-thinking",
        summary: "no thinking at all goes out",
        effects: [Edits],
        rejects: [AM_15B],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        remove_blocks(transcript, index, |_, block| block.is_in(KindSet::THINKING));
    }
}
