use crate::json::Kind;
use crate::rule::declare_rule;
use crate::transcript::{BlockKind, Fate, Role, Transcript, text_block};

declare_rule! {
    /// ## What it does
    /// Puts a note in place of each block of an error result that is no text.
    /// ## Who refuses without it
    /// Anthropic Messages: a result that reports an error holds text, and nothing else. Constraint AM-21.
    /// ## Exact rule
    /// For Anthropic Messages: in a tool result with `isError: true` each block that is no text becomes the text
    /// `[image omitted: an error result holds text only]`, for other types with `block`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"toolResult","toolCallId":"a","isError":true,"content":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}]
    /// ```
    /// ```json after
    /// [{"role":"toolResult","toolCallId":"a","isError":true,"content":[{"type":"text","text":"[image omitted: an error result holds text only]"}]}]
    /// ```
    /// ## Never touches
    /// Results that report no error, and text.
    /// ## Order
    /// After images are decided: what was refused for another reason has its own note; after pairing, which makes a result
    /// that did not name its call an error.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static KEEP_ERROR_RESULTS_TEXT = {
        id: "keep-error-results-text",
        summary: "a result that reports an error holds text only",
        effects: [Edits],
        rejects: [AM_21],
        since: "0.1.0",
    }
}

pub(crate) const IMAGE_NOTE: &str = "[image omitted: an error result holds text only]";
pub(crate) const BLOCK_NOTE: &str = "[block omitted: an error result holds text only]";

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        let document = &transcript.document;
        let failed = turn.role == Role::ToolResult
            && document.get(turn.value, "isError").is_some_and(|is| document.kind(is) == Kind::Bool(true));
        if !failed {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| match block.kind {
            BlockKind::Text => Fate::Keep,
            BlockKind::Image => Fate::Replace(text_block(document, IMAGE_NOTE.into()).value),
            _ => Fate::Replace(text_block(document, BLOCK_NOTE.into()).value),
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}
