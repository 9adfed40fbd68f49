use super::merge_user_turns::merge_runs;
use crate::json::Entry;
use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Puts assistant turns that follow each other into one.
    /// ## Who refuses without it
    /// Google Gemini, Bedrock Converse and servers whose chat template wants turns to alternate.
    /// ## Exact rule
    /// An assistant turn directly behind another (members without a role do not count) adds its blocks to it. The
    /// later `usage`, `stopReason` and `errorMessage` win when they are truthy; everything else is the earlier
    /// turn's.
    /// ## Example
    /// ```json target
    /// {"provider":"google","modelApi":"google-generative-ai","modelId":"gemini-3-pro"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"a"}],"stopReason":"length"},{"role":"assistant","content":[{"type":"text","text":"b"}],"stopReason":"stop"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"stopReason":"stop"}]
    /// ```
    /// ## Never touches
    /// The blocks themselves, turns that alternate.
    /// ## Order
    /// After all that removes turns: neighbours may meet only then.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, turn validation; vectors `turns`, `validate_gemini_turns`.
    pub(crate) static MERGE_ASSISTANT_TURNS = {
        id: "merge-assistant-turns",
        summary: "assistant turns in a row are one",
        effects: [Edits, Merges],
        rejects: [AM_04, BC_03, CC_16],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    merge_runs(transcript, Role::Assistant, merge);
}

fn merge(transcript: &mut Transcript<'_>, run: &[Turn]) -> Turn {
    let first = run[0];
    let blocks: Vec<Entry> = run.iter().flat_map(|turn| transcript.entries(*turn).to_vec()).collect();
    let mut merged = transcript.with_blocks(first, &blocks);
    let document = &mut transcript.document;
    let mut value = merged.value;
    for later in &run[1..] {
        for key in ["usage", "stopReason", "errorMessage"] {
            if let Some(member) = document.get(later.value, key).filter(|member| document.is_truthy(*member)) {
                value = document.with_member(value, key, member);
            }
        }
    }
    merged = transcript.with_value(merged, value);
    for gone in &run[1..] {
        transcript.note_merge(*gone, merged);
    }
    merged
}
