use super::without_blank_text;
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Removes blank text blocks everywhere. A result or user turn left empty says so; an assistant turn goes.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse refuse blank text, inside tool results too, and empty content.
    /// ## Exact rule
    /// 1. Tool results: content that is no list counts as an empty one. Blank `text` blocks go; nothing left
    ///    becomes one text block `[empty content omitted]`.
    /// 2. User turns with array content: the same. Other user content stays.
    /// 3. Assistant turns with array content: blank `text` blocks go, and the turn with them when nothing is left.
    /// ## Example
    /// ```json before
    /// [{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"\n"}]},{"role":"assistant","content":[{"type":"text","text":" "}]}]
    /// ```
    /// ```json after
    /// [{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"[empty content omitted]"}]}]
    /// ```
    /// ## Never touches
    /// Text that is not blank, string content of user turns, other roles.
    /// ## Order
    /// After the turns have the form that is sent, before pairing, so that no result is empty.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step C; vectors `sanitize_images`, `blank`.
    pub(crate) static DROP_BLANK_TEXT = {
        id: "drop-blank-text",
        summary: "no text block is blank and no content is empty",
        effects: [Edits, Drops],
        rejects: [AM_06, AM_21, BC_12, BC_05],
        since: "0.1.0",
    }
}

/// Text of content that would be empty.
pub(crate) const EMPTY_CONTENT: &str = "[empty content omitted]";

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let turns = std::mem::take(&mut transcript.turns);
    let mut kept: Vec<Turn> = Vec::with_capacity(turns.len());
    for turn in turns {
        let reads = match turn.role {
            Role::ToolResult => true,
            Role::User | Role::Assistant => turn.blocks.is_some(),
            _ => false,
        };
        if !reads {
            kept.push(turn);
            continue;
        }
        match without_blank_text(transcript, turn) {
            Some(turn) => kept.push(turn),
            None if turn.role == Role::Assistant => {}
            None => kept.push(transcript.with_text(turn, EMPTY_CONTENT.into())),
        }
    }
    transcript.turns = kept;
}
