use super::REASONING_OMITTED;
use crate::rule::declare_rule;
use crate::transcript::{Block, KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Puts a note in place of an assistant turn that holds nothing but reasoning.
    /// ## Who refuses without it
    /// Chat Completions, where an assistant message has text or calls. Constraints CC-06, MI-06.
    /// ## Exact rule
    /// For Chat Completions: an assistant turn whose blocks are all `thinking` or `redacted_thinking`, and at least one,
    /// becomes the text `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"deepseek","modelApi":"openai-completions","modelId":"deepseek-v4","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"text","text":"[assistant reasoning omitted]"}]}]
    /// ```
    /// ## Never touches
    /// Turns with a text or a call. Reasoning never becomes text.
    /// ## Order
    /// After pairing, which may leave a turn without the calls it reasoned towards.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static REPLACE_SILENT_REASONING = {
        id: "replace-silent-reasoning",
        summary: "an assistant turn says something beside its reasoning",
        effects: [Edits],
        rejects: [CC_06, MI_06],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        let is_reasoning = |block: Block| block.is_in(KindSet::THINKING);
        if turn.is_assistant_with_blocks()
            && turn.has(KindSet::THINKING)
            && transcript.blocks(turn).all(is_reasoning)
        {
            transcript.set_text(index, REASONING_OMITTED.into());
        }
    }
}
