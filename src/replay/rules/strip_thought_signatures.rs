use crate::json::Document;
use crate::policy::ThoughtSignatureRule;
use crate::rule::declare_rule;
use crate::text::{JsStr, is_base64_signature};
use crate::transcript::{Block, BlockKind, Fate, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes thought signatures that the target cannot read from the blocks of assistant turns.
    /// ## Who refuses without it
    /// Google Gemini, for signatures that are not base64, and for those of another provider.
    /// ## Exact rule
    /// On every object of an assistant turn's content, unless the policy preserves signatures; in `compat` also not where
    /// the turn has `stopReason` `error`:
    /// 1. Without `allowBase64Only`: `thought_signature` goes when it is a string that begins with `msg_`; with
    ///    `includeCamelCase` so does `thoughtSignature`.
    /// 2. With `allowBase64Only`: the key goes unless it holds base64. White space is ignored; both alphabets are
    ///    taken, not mixed; padding may have any length; the bits left over must be zero.
    /// 3. In that mode an array among the blocks becomes an object of its elements.
    /// ## Example
    /// ```json target
    /// {"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-3-pro"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"text","text":"a","thought_signature":"msg_1"},{"type":"text","text":"b","thoughtSignature":"QUJD"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b","thoughtSignature":"QUJD"}]}]
    /// ```
    /// ## Never touches
    /// `thinkingSignature` and `signature`, user turns; in `compat` failed turns.
    /// ## Order
    /// Before blank text is removed, in one pass over the content with it.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step C; vectors `thought_sig`, `strip_thought_signatures`.
    pub(crate) static STRIP_THOUGHT_SIGNATURES = {
        id: "strip-thought-signatures",
        summary: "no thought signature stays that the target cannot read",
        effects: [Edits],
        rejects: [GE_13, GE_13B],
        since: "0.1.0",
    }
}

/// `exempts_failed` says whether failed turns keep theirs. Merged with a later turn one is no failed turn any more, and the
/// next run would find what this one left.
pub(crate) fn apply(transcript: &mut Transcript<'_>, rule: Option<ThoughtSignatureRule>, exempts_failed: bool) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        let exempt = exempts_failed && transcript.document.member_is(turn.value, "stopReason", "error");
        if exempt || !turn.is_assistant_with_blocks() {
            continue;
        }
        if let Some(blocks) = transcript.map_blocks(turn, |document, block| strip(document, block, rule)) {
            transcript.set_blocks(index, &blocks);
        }
    }
}

/// What becomes of one block.
pub(crate) fn strip(document: &mut Document<'_>, block: Block, rule: Option<ThoughtSignatureRule>) -> Fate {
    if !block.kind.is_object_like() {
        return Fate::Keep;
    }
    let base64_only = rule.is_some_and(|rule| rule.allow_base64_only());
    let camel_case = rule.is_some_and(|rule| rule.include_camel_case());
    if block.kind == BlockKind::Array {
        return match base64_only {
            true => Fate::Replace(document.spread(block.value)),
            false => Fate::Keep,
        };
    }
    let keys: &[&str] = if camel_case { &["thought_signature", "thoughtSignature"] } else { &["thought_signature"] };
    let mut stripped = block.value;
    for key in keys {
        let Some(signature) = document.get(stripped, key) else { continue };
        let text = document.string(signature);
        let goes = match &text {
            Some(text) if base64_only => !is_base64_signature(JsStr::from_wtf8(text)),
            Some(text) => JsStr::from_wtf8(text).starts_with("msg_"),
            None => base64_only,
        };
        if goes {
            stripped = document.without_members(stripped, &[key]);
        }
    }
    if stripped == block.value { Fate::Keep } else { Fate::Replace(stripped) }
}
