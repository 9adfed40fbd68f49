use crate::rule::declare_rule;
use crate::transcript::{BlockKind, Fate, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Gives tool calls that are spelled as on some wire the one spelling of transcripts.
    /// ## Who refuses without it
    /// Everybody, in the end: results pair with calls of the spellings `toolCall`, `toolUse` and `functionCall`, so a
    /// call of another spelling would lose its result. Constraint GEN-03.
    /// ## Exact rule
    /// In an assistant turn the type of `tool_use`, `tool_call` and `function_call` blocks becomes `toolCall`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"tool_use","id":"toolu_a","name":"ls","input":{}}]},{"role":"toolResult","toolCallId":"toolu_a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"toolu_a","name":"ls","input":{}}]},{"role":"toolResult","toolCallId":"toolu_a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Calls of the three spellings, and the other members of a call.
    /// ## Order
    /// Before calls are looked at, and before pairing.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static CANONICALIZE_TOOL_CALLS = {
        id: "canonicalize-tool-calls",
        summary: "tool calls have the one spelling by which results find them",
        effects: [Edits],
        rejects: [AM_07, CC_03, OR_12, GE_08, BC_06],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role != Role::Assistant {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| match block.kind {
            BlockKind::SnakeToolUse | BlockKind::SnakeToolCall | BlockKind::SnakeFunctionCall => {
                let canonical = document.fresh_string("toolCall".into());
                Fate::Replace(document.with_member(block.value, "type", canonical))
            }
            _ => Fate::Keep,
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}
