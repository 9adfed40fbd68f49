use super::drop_foreign_reasoning::{Issuer, is_of_maker};
use super::merge_user_turns::merge_runs;
use super::strip_pre_compaction_thinking_signatures::is_signed as is_signed_thinking;
use crate::json::{Document, Entry, Value};
use crate::rule::declare_rule;
use crate::transcript::{Block, Role, Transcript, Turn};

declare_rule! {
    /// ## What it does
    /// Puts assistant turns that follow each other into one.
    /// ## Who refuses without it
    /// Google Gemini, Bedrock Converse and servers whose chat template wants turns to alternate.
    /// ## Exact rule
    /// An assistant turn directly behind another (members without a role do not count) adds its blocks to it. The
    /// later `usage`, `stopReason` and `errorMessage` win when they are truthy; everything else is the earlier
    /// turn's. In `strict` a last turn that does not say how it ended takes away how those before it did. The first turn
    /// with reasoning that the target takes from its own maker alone says who made the merged one (`provider`, `api`,
    /// `model`), and the first with signed thinking when (`timestamp`), since a later compaction voids what is older.
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

/// Who made a turn.
const MAKER: [&str; 3] = ["provider", "api", "model"];

/// When it was made.
const TIME: [&str; 1] = ["timestamp"];

/// How a turn ended.
const ENDING: [&str; 2] = ["stopReason", "errorMessage"];

/// `issuer` says whose reasoning the target tells apart.
pub(crate) fn apply(transcript: &mut Transcript<'_>, strict: bool, issuer: Option<Issuer>) {
    merge_runs(transcript, Role::Assistant, strict, |transcript, run| {
        let merged = merge(transcript, run, strict);
        if strict { with_origin(transcript, merged, run, issuer) } else { merged }
    });
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
    merged = transcript.with_value(merged, value);
    for gone in &run[1..] {
        transcript.note_merge(*gone, merged);
    }
    merged
}

/// The merged turn with the origin that its reasoning is judged by in the next run, as it was in this one.
fn with_origin(transcript: &mut Transcript<'_>, merged: Turn, run: &[Turn], issuer: Option<Issuer>) -> Turn {
    let document = &transcript.document;
    let of_maker = |block: Block| issuer.is_some_and(|issuer| is_of_maker(document, block, issuer));
    let of_time = |block: Block| is_signed_thinking(document, block);
    let maker = run.iter().position(|turn| transcript.blocks(*turn).any(of_maker));
    let time = run.iter().position(|turn| transcript.blocks(*turn).any(of_time));
    let mut value = merged.value;
    for (origin, keys) in [(maker, &MAKER[..]), (time, &TIME[..])] {
        // What else there is has the origin of the first turn.
        if let Some(origin) = origin.filter(|origin| *origin > 0) {
            value = with_members_of(&mut transcript.document, value, run[origin].value, keys);
        }
    }
    transcript.with_value(merged, value)
}

/// The object with some members as another has them: its own go where that has none.
fn with_members_of(document: &mut Document<'_>, object: Value, other: Value, keys: &[&str]) -> Value {
    keys.iter().fold(object, |object, key| match document.get(other, key) {
        Some(member) => document.with_member(object, key, member),
        None => document.without_members(object, &[key]),
    })
}
