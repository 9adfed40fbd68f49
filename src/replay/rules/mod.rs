//! The rules of replay, one file each, and the few things that several of them share.

macro_rules! rules {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(crate) mod $module;)*
        $(pub(crate) use $module::$rule;)*
    };
}

rules! {
    replace_unpaired_surrogates: REPLACE_UNPAIRED_SURROGATES,
    annotate_inter_session_users: ANNOTATE_INTER_SESSION_USERS,
    mend_content: MEND_CONTENT,
    drop_blank_user_turns: DROP_BLANK_USER_TURNS,
    normalize_assistant_replay: NORMALIZE_ASSISTANT_REPLAY,
    strip_thought_signatures: STRIP_THOUGHT_SIGNATURES,
    drop_blank_text: DROP_BLANK_TEXT,
    sanitize_images: SANITIZE_IMAGES,
    drop_unknown_blocks: DROP_UNKNOWN_BLOCKS,
    normalize_antigravity_signatures: NORMALIZE_ANTIGRAVITY_SIGNATURES,
    drop_foreign_reasoning: DROP_FOREIGN_REASONING,
    strip_pre_compaction_thinking_signatures: STRIP_PRE_COMPACTION_THINKING_SIGNATURES,
    strip_unsigned_thinking: STRIP_UNSIGNED_THINKING,
    drop_history_reasoning: DROP_HISTORY_REASONING,
    drop_history_thinking: DROP_HISTORY_THINKING,
    drop_refused_reasoning: DROP_REFUSED_REASONING,
    replace_silent_reasoning: REPLACE_SILENT_REASONING,
    drop_blank_summaries: DROP_BLANK_SUMMARIES,
    canonicalize_tool_calls: CANONICALIZE_TOOL_CALLS,
    parse_tool_call_arguments: PARSE_TOOL_CALL_ARGUMENTS,
    sanitize_tool_call_inputs: SANITIZE_TOOL_CALL_INPUTS,
    repair_tool_result_pairing: REPAIR_TOOL_RESULT_PAIRING,
    keep_error_results_text: KEEP_ERROR_RESULTS_TEXT,
    downgrade_orphan_reasoning: DOWNGRADE_ORPHAN_REASONING,
    normalize_responses_call_ids: NORMALIZE_RESPONSES_CALL_IDS,
    drop_repeated_item_ids: DROP_REPEATED_ITEM_IDS,
    downgrade_call_reasoning_pairs: DOWNGRADE_CALL_REASONING_PAIRS,
    sanitize_tool_call_ids: SANITIZE_TOOL_CALL_IDS,
    rename_tools: RENAME_TOOLS,
    fit_tool_call_ids: FIT_TOOL_CALL_IDS,
    strip_tool_result_details: STRIP_TOOL_RESULT_DETAILS,
    zero_stale_usage: ZERO_STALE_USAGE,
    ensure_usage_snapshots: ENSURE_USAGE_SNAPSHOTS,
    google_user_bootstrap: GOOGLE_USER_BOOTSTRAP,
    strip_copilot_thinking: STRIP_COPILOT_THINKING,
    assert_responses_pairing: ASSERT_RESPONSES_PAIRING,
    merge_assistant_turns: MERGE_ASSISTANT_TURNS,
    strip_dangling_tool_calls: STRIP_DANGLING_TOOL_CALLS,
    merge_user_turns: MERGE_USER_TURNS,
    keep_a_turn: KEEP_A_TURN,
    sign_gemini_calls: SIGN_GEMINI_CALLS,
    bridge_tool_results: BRIDGE_TOOL_RESULTS,
    trim_trailing_assistant: TRIM_TRAILING_ASSISTANT,
    drop_thinking_behind_changes: DROP_THINKING_BEHIND_CHANGES,
}

use crate::json::{Document, Kind, Value};
use crate::text::{JsStr, parse_timestamp};
use crate::transcript::{Block, Fate, KindSet, RESULT_ID_KEYS, Role, Transcript, Turn};

/// Keys that hold the signature of a thinking block.
pub(crate) const SIGNATURE_KEYS: [&str; 3] =
    ["thinkingSignature", "signature", "thought_signature"];

/// Text of an assistant turn that held nothing but reasoning.
pub(crate) const REASONING_OMITTED: &str = "[assistant reasoning omitted]";

/// How many of the keys of a result the release renames with its call. It loses results that go by another.
const RENAMED_IN_RELEASE: usize = 2;

/// The keys of a result that are renamed with its call.
fn renamed_keys(strict: bool) -> &'static [&'static str] {
    match strict {
        true => &RESULT_ID_KEYS,
        false => &RESULT_ID_KEYS[..RENAMED_IN_RELEASE],
    }
}

/// Removes blocks of an assistant turn; when nothing is left of what was there, the turn says so.
pub(crate) fn remove_blocks(
    transcript: &mut Transcript<'_>,
    index: usize,
    goes: impl Fn(&Document<'_>, Block) -> bool,
) {
    let turn = transcript.turns[index];
    if turn.role != Role::Assistant || !turn.has(KindSet::THINKING) {
        return;
    }
    let blocks = transcript.map_blocks(turn, |document, block| match goes(document, block) {
        true => Fate::Drop,
        false => Fate::Keep,
    });
    match blocks {
        None => {}
        Some(blocks) if blocks.is_empty() => transcript.set_text(index, REASONING_OMITTED.into()),
        Some(blocks) => transcript.set_blocks(index, &blocks),
    }
}

/// The turn without its blank text blocks; none when nothing is left, or was there.
pub(crate) fn without_blank_text(transcript: &mut Transcript<'_>, turn: Turn) -> Option<Turn> {
    let blocks = transcript.map_blocks(turn, |document, block| {
        match block.is_blank_text(document) {
            true => Fate::Drop,
            false => Fate::Keep,
        }
    });
    match blocks {
        Some(blocks) if blocks.is_empty() => None,
        Some(blocks) => Some(transcript.with_blocks(turn, &blocks)),
        None => (!transcript.entries(turn).is_empty()).then_some(turn),
    }
}

/// The turn whose tool calls are being worked on: the first assistant turn after the last user turn, when it calls a
/// tool and a result comes after it.
pub(crate) fn current_tool_turn(turns: &[Turn]) -> Option<usize> {
    let user = turns.iter().rposition(|turn| turn.role == Role::User);
    let from = user.map_or(0, |user| user + 1);
    let current = from
        + turns[from..]
            .iter()
            .position(|turn| turn.role == Role::Assistant)?;
    let answered = turns[current + 1..]
        .iter()
        .any(|turn| turn.role == Role::ToolResult);
    (answered && turns[current].has(KindSet::REASONED_CALLS)).then_some(current)
}

/// When a turn was made, in milliseconds: a finite number, or a date that can be read.
pub(crate) fn timestamp(
    document: &Document<'_>,
    turn: Value,
    local_offset_minutes: i32,
) -> Option<f64> {
    let value = document.get(turn, "timestamp")?;
    match document.kind(value) {
        Kind::Number => document.number(value).filter(|n| n.is_finite()),
        Kind::String => parse_timestamp(
            JsStr::from_wtf8(&document.string(value)?),
            local_offset_minutes,
        ),
        _ => None,
    }
}
