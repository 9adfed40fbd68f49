use super::{SIGNATURE_KEYS, timestamp};
use crate::json::Document;
use crate::rule::declare_rule;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes the signatures of thinking that is older than the last compaction.
    /// ## Who refuses without it
    /// Anthropic (also on Bedrock and Vertex): a signature binds thinking to what stood before it, and compaction
    /// replaced that.
    /// ## Exact rule
    /// 1. The limit is the latest timestamp of all `compactionSummary` turns; without one nothing happens.
    /// 2. Assistant turns with array content and a timestamp before the limit: every thinking block that has a
    ///    `thinkingSignature`, `signature` or `thought_signature` other than `null`, or is `redacted_thinking` with
    ///    `data` other than `null`, loses the three keys, and a redacted one its `data`.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","modelId":"claude-sonnet-4-6"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"QUJD"}],"timestamp":1},{"role":"compactionSummary","summary":"s","timestamp":2}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"thinking","thinking":"t"}],"timestamp":1},{"role":"compactionSummary","summary":"s","timestamp":2}]
    /// ```
    /// ## Never touches
    /// The text of thinking, turns without a timestamp, turns at or after the compaction.
    /// ## Order
    /// Before unsigned thinking is removed, which then takes what lost its signature here.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step D; vectors `compaction`.
    pub(crate) static STRIP_PRE_COMPACTION_THINKING_SIGNATURES = {
        id: "strip-pre-compaction-thinking-signatures",
        summary: "thinking from before the last compaction is unsigned",
        effects: [Edits],
        rejects: [AM_15B],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, local_offset_minutes: i32) {
    let document = &transcript.document;
    let limit = transcript
        .turns
        .iter()
        .filter(|turn| turn.role == Role::CompactionSummary)
        .filter_map(|turn| timestamp(document, turn.value, local_offset_minutes))
        .max_by(f64::total_cmp);
    let Some(limit) = limit else { return };
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !turn.is_assistant_with_blocks()
            || !turn.has(KindSet::THINKING)
            || !timestamp(&transcript.document, turn.value, local_offset_minutes).is_some_and(|time| time < limit)
        {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| {
            if !is_signed(document, block) {
                return Fate::Keep;
            }
            let mut keys = SIGNATURE_KEYS.to_vec();
            if block.kind == BlockKind::RedactedThinking {
                keys.push("data");
            }
            Fate::Replace(document.without_members(block.value, &keys))
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}

/// Whether a block is thinking with a signature, which is void when it is older than a compaction.
pub(crate) fn is_signed(document: &Document<'_>, block: Block) -> bool {
    block.is_in(KindSet::THINKING)
        && (SIGNATURE_KEYS.iter().any(|key| document.get_non_null(block.value, key).is_some())
            || block.kind == BlockKind::RedactedThinking && document.get_non_null(block.value, "data").is_some())
}
