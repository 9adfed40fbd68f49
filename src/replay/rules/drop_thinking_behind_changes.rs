use super::remove_blocks;
use crate::rule::declare_rule;
use crate::transcript::{KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Drops thinking that stands behind the first turn that was changed, where thinking is bound to what stands before
    /// it.
    /// ## Who refuses without it
    /// Claude 5.1 and later: a signature holds only behind the very turns it was issued behind. Constraint AM-29.
    /// ## Exact rule
    /// For Claude 5.1 and later: the first turn that is not, byte for byte, the turn at its place of the input is the
    /// first change. Thinking of that turn and of all behind it goes; a turn left empty says
    /// `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-fable-5-1","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"},{"type":"text","text":"hello"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","thinkingSignature":"c2lnbmVkIGJ5IHRoZSBwbGF0Zm9ybSBpdHNlbGYh"},{"type":"text","text":"hello"}]}]
    /// ```
    /// ## Never touches
    /// Thinking before the first change; histories that nothing changed, as in the example.
    /// ## Order
    /// Last: only then is it known what changed.
    /// ## Source
    /// Profile `strict`; Anthropic's documentation of preserved thinking.
    pub(crate) static DROP_THINKING_BEHIND_CHANGES = {
        id: "drop-thinking-behind-changes",
        summary: "no thinking stands behind a change to what it is bound to",
        effects: [Edits, Drops],
        rejects: [AM_29],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    let pairs = transcript.turns.iter().zip(transcript.source());
    let first_change = pairs.take_while(|(turn, source)| turn.value == source.value).count();
    for index in first_change..transcript.turns.len() {
        remove_blocks(transcript, index, |_, block| block.is_in(KindSet::THINKING));
    }
}
