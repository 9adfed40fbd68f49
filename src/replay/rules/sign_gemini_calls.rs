use crate::rule::declare_rule;
use crate::transcript::{Fate, KindSet, Transcript};
use crate::validate::SKIP_SENTINEL;

declare_rule! {
    /// ## What it does
    /// Gives the first call of each step without a thought signature the one that Gemini documents for such history.
    /// ## Who refuses without it
    /// Gemini 3: a call that it made itself was signed, and it checks that. Constraint GE-12.
    /// ## Exact rule
    /// For Gemini 3 on Google's APIs: the first tool call of an assistant turn, where it has neither
    /// `thoughtSignature` nor `thought_signature`, gets
    /// `thoughtSignature: "skip_thought_signature_validator"`. Earlier steps get it too, although only those since the
    /// last user turn are checked: so a turn looks the same whatever comes after it.
    /// ## Example
    /// ```json target
    /// {"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-3-pro","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{},"thoughtSignature":"skip_thought_signature_validator"}]}]
    /// ```
    /// ## Never touches
    /// Calls that are signed, and the later calls of a step.
    /// ## Order
    /// After foreign and malformed signatures are gone.
    /// ## Source
    /// Profile `strict`; Gemini's documentation of thought signatures.
    pub(crate) static SIGN_GEMINI_CALLS = {
        id: "sign-gemini-calls",
        summary: "the first call of each step carries a thought signature, or the sentinel for one",
        effects: [Edits],
        rejects: [GE_12],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !turn.is_assistant_with_blocks() || !turn.has(KindSet::CALLS) {
            continue;
        }
        let mut first = true;
        let blocks = transcript.map_blocks(turn, |document, block| {
            if !block.is_in(KindSet::CALLS) || !std::mem::take(&mut first) {
                return Fate::Keep;
            }
            let signed = ["thoughtSignature", "thought_signature"]
                .iter()
                .any(|key| document.get_non_null(block.value, key).is_some());
            if signed {
                return Fate::Keep;
            }
            let sentinel = document.fresh_string(SKIP_SENTINEL.into());
            Fate::Replace(document.with_member(block.value, "thoughtSignature", sentinel))
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}
