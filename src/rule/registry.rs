//! Every rule, once.

use super::{Rule, recognise};
use crate::display::rules as display;
use crate::outbound::rules as outbound;
use crate::preflight::rules as preflight;
use crate::repair::rules as repair;
use crate::replay::rules as replay;
use crate::validate::Constraint;

/// Every rule, in the order in which the pipelines first use them.
pub static RULES: &[&Rule] = &[
    &replay::REPLACE_UNPAIRED_SURROGATES,
    &replay::ANNOTATE_INTER_SESSION_USERS,
    &replay::MEND_CONTENT,
    &replay::DROP_BLANK_USER_TURNS,
    &replay::NORMALIZE_ASSISTANT_REPLAY,
    &replay::STRIP_THOUGHT_SIGNATURES,
    &replay::DROP_BLANK_TEXT,
    &replay::SANITIZE_IMAGES,
    &replay::DROP_UNKNOWN_BLOCKS,
    &replay::NORMALIZE_ANTIGRAVITY_SIGNATURES,
    &replay::STRIP_PRE_COMPACTION_THINKING_SIGNATURES,
    &replay::DROP_FOREIGN_REASONING,
    &replay::STRIP_UNSIGNED_THINKING,
    &replay::DROP_HISTORY_REASONING,
    &replay::DROP_HISTORY_THINKING,
    &replay::DROP_REFUSED_REASONING,
    &replay::DROP_BLANK_SUMMARIES,
    &replay::CANONICALIZE_TOOL_CALLS,
    &replay::PARSE_TOOL_CALL_ARGUMENTS,
    &replay::SANITIZE_TOOL_CALL_INPUTS,
    &replay::REPAIR_TOOL_RESULT_PAIRING,
    &replay::KEEP_ERROR_RESULTS_TEXT,
    &replay::REPLACE_SILENT_REASONING,
    &replay::DOWNGRADE_ORPHAN_REASONING,
    &replay::NORMALIZE_RESPONSES_CALL_IDS,
    &replay::DROP_REPEATED_ITEM_IDS,
    &replay::DOWNGRADE_CALL_REASONING_PAIRS,
    &replay::SANITIZE_TOOL_CALL_IDS,
    &replay::RENAME_TOOLS,
    &replay::FIT_TOOL_CALL_IDS,
    &replay::STRIP_TOOL_RESULT_DETAILS,
    &replay::ZERO_STALE_USAGE,
    &replay::ENSURE_USAGE_SNAPSHOTS,
    &replay::GOOGLE_USER_BOOTSTRAP,
    &replay::STRIP_COPILOT_THINKING,
    &replay::ASSERT_RESPONSES_PAIRING,
    &replay::MERGE_ASSISTANT_TURNS,
    &replay::STRIP_DANGLING_TOOL_CALLS,
    &replay::MERGE_USER_TURNS,
    &replay::KEEP_A_TURN,
    &replay::SIGN_GEMINI_CALLS,
    &replay::BRIDGE_TOOL_RESULTS,
    &replay::TRIM_TRAILING_ASSISTANT,
    &replay::DROP_THINKING_BEHIND_CHANGES,
    // Before each model call.
    &outbound::PRUNE_SEEN_IMAGES,
    &outbound::DROP_UNSENT_TOOL_CALLS,
    &outbound::DROP_EMBEDDED_RESULTS,
    &outbound::STRIP_TRAILING_ASSISTANT,
    // On the request body.
    &outbound::BACKFILL_DEEPSEEK_REASONING,
    &outbound::STRIP_COPILOT_PAYLOAD_THINKING,
    &outbound::NORMALIZE_COPILOT_ITEMS,
    &outbound::DROP_ITEM_IDS,
    &outbound::STRIP_ANTHROPIC_PREFILL,
    &outbound::STRIP_OPENROUTER_ANTHROPIC_PREFILL,
    // On a body in the form that its provider reads.
    &preflight::LIFT_SYSTEM_TURNS,
    &preflight::NAME_ROLES,
    &preflight::SPLIT_PARTS,
    &preflight::DROP_UNKNOWN_FIELDS,
    &preflight::NAME_CONTENT_PARTS,
    &preflight::FLATTEN_TOOLS,
    &preflight::DROP_ORPHAN_SERVER_RESULTS,
    &preflight::DROP_FINAL_THINKING,
    &preflight::DROP_ITEM_REFERENCES,
    &preflight::MEND_REASONING_ITEMS,
    &preflight::WRAP_FUNCTION_RESPONSES,
    &preflight::PAD_REASONING,
    &preflight::SPLIT_MIXED_TURNS,
    &preflight::MARK_PREFIX,
    &preflight::LIMIT_CACHE_MARKS,
    &preflight::BIND_THINKING,
    // On session files.
    &repair::DROP_MALFORMED_LINES,
    &repair::DROP_INVALID_MESSAGES,
    &repair::FILL_FAILED_ASSISTANT_TURNS,
    &repair::OMIT_CORRUPT_IMAGES,
    &repair::FILL_BLANK_USER_TURNS,
    &repair::INSERT_MISSING_TOOL_RESULTS,
    &repair::RELINK_ORPHANS,
    // On rows that people see.
    &display::DROP_PRE_SESSION_ANNOUNCEMENTS,
    &display::STRIP_ENVELOPES,
    &display::SHOW_VISIBLE_TEXT,
    &display::MIRROR_TOOL_REPLIES,
    &display::PROJECT_FAILED_TURNS,
    &display::OMIT_MEDIA_PAYLOADS,
    &display::SANITIZE_ROWS,
    &display::PROJECT_FORWARDED_TURNS,
    &display::HIDE_INTERNAL_ROWS,
    &display::MERGE_SPEECH_SUPPLEMENTS,
    &display::ATTACH_CANVAS_PREVIEWS,
];

/// The rule of this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// What a provider's error text says, the fragment by which it was recognised, and a rule that answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The rule; none where no change of history helps.
    pub rule: Option<&'static Rule>,
    /// What the error says is broken.
    pub constraint: &'static Constraint,
    /// The fragment that was found.
    pub fragment: &'static str,
}

/// What a provider's error text says is broken, with every rule that answers it; what no rule answers comes last.
///
/// How a text is recognised is told at [`recognise`].
///
/// ```
/// use transcript_hygiene::rule::rejections;
/// let found = rejections("messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1");
/// assert_eq!(found[0].rule.unwrap().id, "repair-tool-result-pairing");
/// ```
pub fn rejections(error: &str) -> Vec<Rejection> {
    let recognised = recognise(error);
    let rejection = |rule, (constraint, fragment)| Rejection {
        rule,
        constraint,
        fragment,
    };
    let mut found: Vec<Rejection> = Vec::new();
    for rule in RULES.iter().copied() {
        let answered = recognised
            .iter()
            .filter(|said| rule.rejects.contains(&said.0));
        found.extend(answered.map(|said| rejection(Some(rule), *said)));
    }
    let is_answered =
        |said: &&(&Constraint, &str)| found.iter().any(|rejection| rejection.constraint == said.0);
    let others: Vec<_> = recognised
        .iter()
        .filter(|said| !is_answered(said))
        .collect();
    found.extend(others.into_iter().map(|said| rejection(None, *said)));
    found
}
