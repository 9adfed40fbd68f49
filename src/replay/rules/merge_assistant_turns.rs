use super::SIGNATURE_KEYS;
use super::merge_user_turns::merge_runs;
use crate::json::{Document, Entry, Value};
use crate::rule::declare_rule;
use crate::transcript::{Block, BlockKind, Role, Transcript, Turn};
use crate::validate::SKIP_SENTINEL;

declare_rule! {
    /// ## What it does
    /// Puts assistant turns that follow each other into one.
    /// ## Who refuses without it
    /// Google Gemini, Bedrock Converse and servers whose chat template wants turns to alternate.
    /// ## Exact rule
    /// An assistant turn directly behind another (members without a role do not count) adds its blocks to it. The
    /// later `usage`, `stopReason` and `errorMessage` win when they are truthy; everything else is the earlier
    /// turn's. In `strict` a last turn that does not say how it ended takes away how those before it did, and the first
    /// turn with signed reasoning says who made the merged one and when (`provider`, `api`, `model`, `timestamp`), since
    /// that is refused under another name.
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

/// Members by which it is told whether reasoning may still be sent: who made it, and when.
const ORIGIN: [&str; 4] = ["provider", "api", "model", "timestamp"];

/// How a turn ended.
const ENDING: [&str; 2] = ["stopReason", "errorMessage"];

/// Signatures of reasoning on other blocks than thinking.
const SIGNED_BY: [&str; 3] = ["thoughtSignature", "thought_signature", "textSignature"];

pub(crate) fn apply(transcript: &mut Transcript<'_>, strict: bool) {
    merge_runs(transcript, Role::Assistant, strict, |transcript, run| merge(transcript, run, strict));
}

fn merge(transcript: &mut Transcript<'_>, run: &[Turn], strict: bool) -> Turn {
    let first = run[0];
    let blocks: Vec<Entry> = run.iter().flat_map(|turn| transcript.entries(*turn).to_vec()).collect();
    let mut merged = transcript.with_blocks(first, &blocks);
    let document = &mut transcript.document;
    let mut value = merged.value;
    for later in &run[1..] {
        for key in ["usage"].into_iter().chain(ENDING) {
            if let Some(member) = document.get(later.value, key).filter(|member| document.is_truthy(*member)) {
                value = document.with_member(value, key, member);
            }
        }
    }
    // Calls are in the last turn of a run, since their results stand behind them: what ended an earlier one is not how
    // they ended, and a turn that failed loses its calls in the next run.
    let last = run[run.len() - 1].value;
    if strict && !document.get(last, ENDING[0]).is_some_and(|reason| document.is_truthy(reason)) {
        value = with_members_of(document, value, last, &ENDING);
    }
    if strict && let Some(&reasoner) = run[1..].iter().find(|turn| signs(transcript, **turn))
        && !signs(transcript, first)
    {
        value = with_members_of(&mut transcript.document, value, reasoner.value, &ORIGIN);
    }
    merged = transcript.with_value(merged, value);
    for gone in &run[1..] {
        transcript.note_merge(*gone, merged);
    }
    merged
}

/// True when something in the turn is signed by who made it. Reasoning without a signature, or with the one that passes for
/// any, is taken under every name.
fn signs(transcript: &Transcript<'_>, turn: Turn) -> bool {
    let document = &transcript.document;
    let is_signed = |block: Block| {
        let keys: &[&str] = match block.kind {
            BlockKind::RedactedThinking => return true,
            BlockKind::Thinking => &SIGNATURE_KEYS,
            kind if kind.is_object_like() => &SIGNED_BY,
            _ => return false,
        };
        let mut signatures = keys.iter().filter_map(|key| document.get_non_null(block.value, key));
        signatures.any(|signature| !document.is_string(signature, SKIP_SENTINEL))
    };
    transcript.blocks(turn).any(is_signed)
}

/// The object with some members as another has them: its own go where that has none.
fn with_members_of(document: &mut Document<'_>, object: Value, other: Value, keys: &[&str]) -> Value {
    keys.iter().fold(object, |object, key| match document.get(other, key) {
        Some(member) => document.with_member(object, key, member),
        None => document.without_members(object, &[key]),
    })
}
