use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{BlockKind, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Takes the white space from the end of an assistant turn that comes last.
    /// ## Who refuses without it
    /// Anthropic Messages, which goes on writing where that turn ends. Constraint AM-20.
    /// ## Exact rule
    /// For Anthropic Messages: when the last turn is an assistant's and its last block is text that ends in white space,
    /// that white space goes.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"a haiku"},{"role":"assistant","content":[{"type":"text","text":"Old pond \n"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"a haiku"},{"role":"assistant","content":[{"type":"text","text":"Old pond"}]}]
    /// ```
    /// ## Never touches
    /// White space before the end, and turns that do not come last.
    /// ## Order
    /// After turns are merged and dropped: only then is it known which comes last.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static TRIM_TRAILING_ASSISTANT = {
        id: "trim-trailing-assistant",
        summary: "an assistant turn that comes last does not end in white space",
        effects: [Edits],
        rejects: [AM_20],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let Some(index) = transcript.turns.iter().rposition(Turn::is_sent) else { return };
    let turn = transcript.turns[index];
    if !turn.is_assistant_with_blocks() {
        return;
    }
    let Some(last) = transcript.blocks(turn).last().filter(|block| block.kind == BlockKind::Text) else { return };
    let Some(text) = transcript.document.get_string(last.value, "text") else { return };
    let text = JsStr::from_wtf8(&text);
    // A blank text is another rule's.
    if !text.ends_with_space() || text.is_blank() {
        return;
    }
    let trimmed = text.trim_end().to_owned();
    let trimmed = transcript.document.fresh_string(trimmed.as_js());
    let block = transcript.entries(turn).len() - 1;
    transcript.set_block_member(index, block, "text", trimmed);
}
