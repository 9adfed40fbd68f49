use super::{current_tool_turn, remove_blocks};
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes thinking from all turns but the current tool turn.
    /// ## Who refuses without it
    /// OpenAI-compatible servers that do not know reasoning fields, or read them as text.
    /// ## Exact rule
    /// 1. The current tool turn is the first assistant turn after the last user turn, when it has a block of type
    ///    `toolCall`, `tool_use` or `function_call` and a tool result comes after it.
    /// 2. In every other assistant turn with array content all `thinking` and `redacted_thinking` blocks go.
    /// 3. Nothing left: one text block `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"xai","modelApi":"openai-completions","modelId":"grok-4"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"x"}]},{"role":"user","content":"n"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"x"}]},{"role":"user","content":"n"}]
    /// ```
    /// ## Never touches
    /// The current tool turn, text, tool calls.
    /// ## Order
    /// Before tool-call repair, so that a turn that was only thinking has its text when it is looked at.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step F; vectors `drop_history_reasoning`, `completions.reasoning`.
    pub(crate) static DROP_HISTORY_REASONING = {
        id: "drop-history-reasoning",
        summary: "thinking stays in the current tool turn only",
        effects: [Edits],
        rejects: [CC_10],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let current = current_tool_turn(&transcript.turns);
    for index in 0..transcript.turns.len() {
        if Some(index) != current {
            remove_blocks(transcript, index, |_, block| block.is_in(KindSet::THINKING));
        }
    }
}
