//! The rules of request bodies, one file each.
//!
//! Where a rule is the same as one for transcripts it goes by that one's record: its file here has the name of the rule,
//! and says what is asked for on the wires. The others declare themselves.

macro_rules! declared {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(crate) mod $module;)*
        $(pub(crate) use $module::$rule;)*
    };
}

declared! {
    lift_system_turns: LIFT_SYSTEM_TURNS,
    name_roles: NAME_ROLES,
    split_parts: SPLIT_PARTS,
    drop_unknown_fields: DROP_UNKNOWN_FIELDS,
    name_content_parts: NAME_CONTENT_PARTS,
    flatten_tools: FLATTEN_TOOLS,
    drop_orphan_server_results: DROP_ORPHAN_SERVER_RESULTS,
    drop_final_thinking: DROP_FINAL_THINKING,
    drop_item_references: DROP_ITEM_REFERENCES,
    mend_reasoning_items: MEND_REASONING_ITEMS,
    wrap_function_responses: WRAP_FUNCTION_RESPONSES,
    pad_reasoning: PAD_REASONING,
    split_mixed_turns: SPLIT_MIXED_TURNS,
    mark_prefix: MARK_PREFIX,
    limit_cache_marks: LIMIT_CACHE_MARKS,
    bind_thinking: BIND_THINKING,
}

/// Rules that go by the record of a rule for transcripts.
macro_rules! shared {
    ($($module:ident: $rule:ident),* $(,)?) => {
        $(pub(super) mod $module;)*
        $(pub(super) use crate::replay::rules::$rule;)*
    };
}

shared! {
    bridge_tool_results: BRIDGE_TOOL_RESULTS,
    downgrade_call_reasoning_pairs: DOWNGRADE_CALL_REASONING_PAIRS,
    downgrade_orphan_reasoning: DOWNGRADE_ORPHAN_REASONING,
    drop_blank_text: DROP_BLANK_TEXT,
    drop_foreign_reasoning: DROP_FOREIGN_REASONING,
    drop_history_reasoning: DROP_HISTORY_REASONING,
    drop_refused_reasoning: DROP_REFUSED_REASONING,
    drop_repeated_item_ids: DROP_REPEATED_ITEM_IDS,
    drop_unknown_blocks: DROP_UNKNOWN_BLOCKS,
    fit_tool_call_ids: FIT_TOOL_CALL_IDS,
    google_user_bootstrap: GOOGLE_USER_BOOTSTRAP,
    keep_a_turn: KEEP_A_TURN,
    keep_error_results_text: KEEP_ERROR_RESULTS_TEXT,
    mend_content: MEND_CONTENT,
    normalize_responses_call_ids: NORMALIZE_RESPONSES_CALL_IDS,
    parse_tool_call_arguments: PARSE_TOOL_CALL_ARGUMENTS,
    rename_tools: RENAME_TOOLS,
    repair_tool_result_pairing: REPAIR_TOOL_RESULT_PAIRING,
    replace_silent_reasoning: REPLACE_SILENT_REASONING,
    replace_unpaired_surrogates: REPLACE_UNPAIRED_SURROGATES,
    sanitize_images: SANITIZE_IMAGES,
    sanitize_tool_call_inputs: SANITIZE_TOOL_CALL_INPUTS,
    sign_gemini_calls: SIGN_GEMINI_CALLS,
    strip_thought_signatures: STRIP_THOUGHT_SIGNATURES,
    strip_unsigned_thinking: STRIP_UNSIGNED_THINKING,
    trim_trailing_assistant: TRIM_TRAILING_ASSISTANT,
}

pub(super) mod merge_turns;
pub(super) mod strip_trailing_assistant;

pub(super) use crate::outbound::rules::STRIP_TRAILING_ASSISTANT;
pub(super) use crate::replay::rules::{
    DROP_THINKING_BEHIND_CHANGES, MERGE_ASSISTANT_TURNS, MERGE_USER_TURNS, REASONING_OMITTED,
};

use super::edits::Edits;
use super::view::{View, is_listed};
use super::wire::text;
use crate::validate::wire::{Part, PartKind, Turn};

/// Drops parts of a turn. When nothing else is there, the first of them says so.
fn drop_parts(
    view: &View<'_>,
    edits: &mut Edits,
    turn: &Turn<'_>,
    goes: impl Fn(&Part<'_>) -> bool,
    instead: &str,
) {
    let mut says_so = turn.parts.iter().all(&goes);
    for part in turn.parts.iter().filter(|part| goes(part)) {
        match std::mem::take(&mut says_so) {
            true => edits.replace(part.place, text(view.shape(), turn.speaker, instead.into())),
            false => edits.drop(part.place),
        }
    }
}

/// Drops thinking of a turn; a turn of nothing else says that it was there.
fn drop_thinking(
    view: &View<'_>,
    edits: &mut Edits,
    turn: &Turn<'_>,
    goes: impl Fn(&Part<'_>) -> bool,
) {
    let goes = |part: &Part<'_>| is_thinking(part) && is_listed(part) && goes(part);
    drop_parts(view, edits, turn, goes, REASONING_OMITTED);
}

fn is_thinking(part: &Part<'_>) -> bool {
    matches!(part.kind, PartKind::Thinking | PartKind::Redacted)
}
