use super::remove_blocks;
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Drops all thinking for servers that take no reasoning back, the running turn's included.
    /// ## Who refuses without it
    /// Groq and Cerebras. Constraint CC-10.
    /// ## Exact rule
    /// Every `thinking` and `redacted_thinking` block of an assistant turn goes; a turn left empty says
    /// `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"cerebras","modelApi":"openai-completions","modelId":"gpt-oss-120b","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"reasoning_content"},{"type":"text","text":"hi"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"hi"}]}]
    /// ```
    /// ## Never touches
    /// Text and calls.
    /// ## Order
    /// After the history's reasoning is dropped, which leaves the running turn's.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_REFUSED_REASONING = {
        id: "drop-refused-reasoning",
        summary: "no reasoning goes to a server that refuses it",
        effects: [Edits, Drops],
        rejects: [CC_10],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        remove_blocks(transcript, index, |_, block| block.is_in(KindSet::THINKING));
    }
}
