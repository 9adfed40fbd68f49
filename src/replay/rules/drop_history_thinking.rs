use super::remove_blocks;
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes thinking from all assistant turns but the latest.
    /// ## Who refuses without it
    /// Claude models before version 4, and Claude behind GitHub Copilot.
    /// ## Exact rule
    /// In every assistant turn with array content except the last such turn, all `thinking` and
    /// `redacted_thinking` blocks go; nothing left becomes one text block `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-3-7-sonnet"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"QUJD"}]},{"role":"user","content":"n"},{"role":"assistant","content":[{"type":"thinking","thinking":"b","signature":"QUJD"},{"type":"text","text":"y"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]},{"role":"user","content":"n"},{"role":"assistant","content":[{"type":"thinking","thinking":"b","signature":"QUJD"},{"type":"text","text":"y"}]}]
    /// ```
    /// ## Never touches
    /// The latest assistant turn, text, tool calls.
    /// ## Order
    /// Before tool-call repair, which treats turns with thinking apart.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step G; vectors `drop_history_thinking`.
    pub(crate) static DROP_HISTORY_THINKING = {
        id: "drop-history-thinking",
        summary: "thinking stays in the latest assistant turn only",
        effects: [Edits],
        rejects: [AM_15B],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let latest = transcript.turns.iter().rposition(|turn| turn.is_assistant_with_blocks());
    for index in 0..transcript.turns.len() {
        if Some(index) != latest {
            remove_blocks(transcript, index, |_, block| block.is_in(KindSet::THINKING));
        }
    }
}
