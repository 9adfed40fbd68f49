use super::{SIGNATURE_KEYS, current_tool_turn, remove_blocks};
use crate::json::Document;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, KindSet, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes thinking without a signature, except in the turn that is still running.
    /// ## Who refuses without it
    /// Anthropic, also on Bedrock and Vertex: thinking that is sent back must carry the signature it came with.
    /// ## Exact rule
    /// 1. The last assistant turn with array content is exempt when it is the last turn, or when it is the current
    ///    tool turn: the first assistant turn after the last user turn, with a tool call, and a result after it.
    ///    The caller can say so instead (`preserveLatestAssistantThinking`).
    /// 2. In every other assistant turn with array content each thinking block goes that has no string, not blank,
    ///    in `signature`, `thinkingSignature`, `thought_signature` (for `redacted_thinking` also `data`).
    /// 3. Nothing left: one text block `[assistant reasoning omitted]`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"x"}]},{"role":"user","content":"next"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"text","text":"x"}]},{"role":"user","content":"next"}]
    /// ```
    /// ## Never touches
    /// Signed thinking, the running turn, text.
    /// ## Order
    /// After signatures were voided by compaction.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step E; vectors `strip_unsigned_thinking`, `should_preserve_latest_thinking`.
    pub(crate) static STRIP_UNSIGNED_THINKING = {
        id: "strip-unsigned-thinking",
        summary: "thinking without a signature goes, except in the running turn",
        effects: [Edits],
        rejects: [AM_15, AM_15B, AM_16],
        since: "0.1.0",
    }
}

/// `preserve_latest`: whether the last assistant turn with array content is exempt.
pub(crate) fn apply(transcript: &mut Transcript<'_>, preserve_latest: bool) {
    let exempt = preserve_latest
        .then(|| transcript.turns.iter().rposition(|turn| turn.is_assistant_with_blocks()))
        .flatten();
    for index in 0..transcript.turns.len() {
        if Some(index) != exempt {
            remove_blocks(transcript, index, |document, block| {
                block.is_in(KindSet::THINKING) && !has_signature(document, block)
            });
        }
    }
}

/// Whether the last assistant turn with array content is still running.
pub(crate) fn should_preserve_latest(transcript: &Transcript<'_>) -> bool {
    let Some(latest) = transcript.turns.iter().rposition(|turn| turn.is_assistant_with_blocks()) else { return false };
    latest + 1 == transcript.turns.len() || current_tool_turn(&transcript.turns) == Some(latest)
}

fn has_signature(document: &Document<'_>, block: Block) -> bool {
    let signed = |key: &&str| {
        document.get_string(block.value, key).is_some_and(|text| !JsStr::from_wtf8(&text).is_blank())
    };
    SIGNATURE_KEYS.iter().any(signed) || block.kind == BlockKind::RedactedThinking && signed(&"data")
}
