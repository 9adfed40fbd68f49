//! The order of the steps, as data.

use super::context::Context;
use super::edits::Edits;
use super::rules::bind_thinking;
use super::rules::*;
use super::view::View;
use crate::rule::Rule;
use crate::validate::Shape;

/// A rule in its place: which bodies it is for, and what it asks for.
pub(super) struct Step {
    pub(super) rule: &'static Rule,
    pub(super) when: fn(&Context) -> bool,
    pub(super) run: fn(&View<'_>, &mut Edits),
}

const fn step(
    rule: &'static Rule,
    when: fn(&Context) -> bool,
    run: fn(&View<'_>, &mut Edits),
) -> Step {
    Step { rule, when, run }
}

/// The steps, in order. Each reads the body that the one before left. Before them unpaired surrogates go, in the text;
/// behind them thinking is bound, once it is known what changed.
pub(super) static STEPS: &[Step] = &[
    // Who speaks, and what is a part at all.
    step(&LIFT_SYSTEM_TURNS, is_anthropic, lift_system_turns::run),
    step(
        &NAME_ROLES,
        |c| has_blocks(c) || c.lint.strict_alternation,
        name_roles::run,
    ),
    step(
        &MEND_CONTENT,
        |c| is_converse(c) || is_gemini(c),
        mend_content::run,
    ),
    step(&SPLIT_PARTS, is_gemini, split_parts::run),
    // What goes here is gone before calls are read.
    step(&DROP_UNKNOWN_BLOCKS, has_blocks, drop_unknown_blocks::run),
    step(&DROP_UNKNOWN_FIELDS, is_anthropic, drop_unknown_fields::run),
    step(&NAME_CONTENT_PARTS, is_responses, name_content_parts::run),
    step(&SANITIZE_IMAGES, always, sanitize_images::run),
    step(
        &FLATTEN_TOOLS,
        |c| c.lint.tools_declared == Some(false) && !is_responses(c),
        flatten_tools::run,
    ),
    step(
        &DROP_ORPHAN_SERVER_RESULTS,
        is_anthropic,
        drop_orphan_server_results::run,
    ),
    step(
        &STRIP_UNSIGNED_THINKING,
        |c| is_anthropic(c) || is_converse(c),
        strip_unsigned_thinking::run,
    ),
    step(
        &DROP_FOREIGN_REASONING,
        |c| is_anthropic(c) || is_converse(c),
        drop_foreign_reasoning::run,
    ),
    step(
        &DROP_FINAL_THINKING,
        |c| is_anthropic(c) && c.lint.thinking_disabled,
        drop_final_thinking::run,
    ),
    step(
        &STRIP_THOUGHT_SIGNATURES,
        is_gemini,
        strip_thought_signatures::run,
    ),
    // Reasoning items, and then the ids of what came from those that went.
    step(
        &DROP_ITEM_REFERENCES,
        is_responses,
        drop_item_references::run,
    ),
    step(
        &MEND_REASONING_ITEMS,
        is_responses,
        mend_reasoning_items::run,
    ),
    step(
        &DOWNGRADE_ORPHAN_REASONING,
        is_responses,
        downgrade_orphan_reasoning::run,
    ),
    step(
        &NORMALIZE_RESPONSES_CALL_IDS,
        is_responses,
        normalize_responses_call_ids::run,
    ),
    step(
        &DROP_REPEATED_ITEM_IDS,
        is_responses,
        drop_repeated_item_ids::run,
    ),
    // Reasoning of a chat. What says nothing else is told by what it loses, so that goes before its text is looked at.
    step(
        &REPLACE_SILENT_REASONING,
        is_chat,
        replace_silent_reasoning::run,
    ),
    step(
        &DROP_HISTORY_REASONING,
        |c| c.drops_history_reasoning,
        drop_history_reasoning::run,
    ),
    step(
        &DROP_REFUSED_REASONING,
        |c| is_chat(c) && c.lint.reject_reasoning,
        drop_refused_reasoning::run,
    ),
    // A call that goes must not keep its result, so before pairing; a turn that it leaves empty goes as one.
    step(
        &SANITIZE_TOOL_CALL_INPUTS,
        always,
        sanitize_tool_call_inputs::run,
    ),
    step(&RENAME_TOOLS, always, rename_tools::run),
    step(
        &PARSE_TOOL_CALL_ARGUMENTS,
        always,
        parse_tool_call_arguments::run,
    ),
    step(
        &WRAP_FUNCTION_RESPONSES,
        is_gemini,
        wrap_function_responses::run,
    ),
    step(
        &KEEP_ERROR_RESULTS_TEXT,
        is_anthropic,
        keep_error_results_text::run,
    ),
    step(&DROP_BLANK_TEXT, |c| !is_responses(c), drop_blank_text::run),
    // Where two turns of one side are refused, results belong to what both are then.
    step(
        &MERGE_ASSISTANT_TURNS,
        |c| !is_chat(c),
        merge_turns::assistant,
    ),
    step(&MERGE_USER_TURNS, |c| !is_chat(c), merge_turns::user),
    // Pairing reads the ids as they came, so before they are rewritten.
    step(
        &REPAIR_TOOL_RESULT_PAIRING,
        always,
        repair_tool_result_pairing::run,
    ),
    step(
        &FIT_TOOL_CALL_IDS,
        |c| !is_gemini(c),
        fit_tool_call_ids::run,
    ),
    step(
        &PAD_REASONING,
        |c| is_chat(c) && c.lint.require_reasoning,
        pad_reasoning::run,
    ),
    // Results stand between what pairing found side by side.
    step(&MERGE_ASSISTANT_TURNS, is_chat, merge_turns::assistant),
    step(&MERGE_USER_TURNS, is_chat, merge_turns::user),
    step(
        &DOWNGRADE_CALL_REASONING_PAIRS,
        is_responses,
        downgrade_call_reasoning_pairs::run,
    ),
    step(
        &BRIDGE_TOOL_RESULTS,
        |c| c.lint.no_user_after_tool || c.lint.no_mixed,
        bridge_tool_results::run,
    ),
    step(
        &SPLIT_MIXED_TURNS,
        |c| is_gemini(c) && c.lint.gemini3,
        split_mixed_turns::run,
    ),
    // The ends of the history, when everything has its place.
    step(
        &MARK_PREFIX,
        |c| is_chat(c) && c.lint.no_trailing_assistant && c.takes_prefix,
        mark_prefix::run,
    ),
    step(
        &STRIP_TRAILING_ASSISTANT,
        always,
        strip_trailing_assistant::run,
    ),
    step(
        &TRIM_TRAILING_ASSISTANT,
        is_anthropic,
        trim_trailing_assistant::run,
    ),
    step(&KEEP_A_TURN, always, keep_a_turn::run),
    step(
        &GOOGLE_USER_BOOTSTRAP,
        |c| has_blocks(c) || c.lint.strict_alternation,
        google_user_bootstrap::run,
    ),
    step(
        &SIGN_GEMINI_CALLS,
        |c| is_gemini(c) && c.lint.gemini3,
        sign_gemini_calls::run,
    ),
    step(&LIMIT_CACHE_MARKS, is_anthropic, limit_cache_marks::run),
];

/// Every step in order: the rule's id.
pub fn preflight_steps() -> impl Iterator<Item = &'static str> {
    std::iter::once(REPLACE_UNPAIRED_SURROGATES.id)
        .chain(STEPS.iter().map(|step| step.rule.id))
        .chain(bind_thinking::STEPS.iter().map(|step| step.rule.id))
}

fn always(_: &Context) -> bool {
    true
}

fn is_anthropic(context: &Context) -> bool {
    context.shape == Shape::Anthropic
}

fn is_chat(context: &Context) -> bool {
    context.shape == Shape::Chat
}

fn is_responses(context: &Context) -> bool {
    context.shape == Shape::Responses
}

fn is_gemini(context: &Context) -> bool {
    context.shape == Shape::Gemini
}

fn is_converse(context: &Context) -> bool {
    context.shape == Shape::Converse
}

/// Turns are lists of blocks.
fn has_blocks(context: &Context) -> bool {
    matches!(
        context.shape,
        Shape::Anthropic | Shape::Gemini | Shape::Converse
    )
}
