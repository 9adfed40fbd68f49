//! The order of the steps, as data.

use super::advice::{Advice, advise};
use super::context::Context;
use super::landmarks::Landmarks;
use super::options::ReplayOptions;
use super::rules::normalize_responses_call_ids::Keeps;
use super::rules::*;
use super::session_entries::AppendEntry;
use crate::Error;
use crate::images::Pixels;
use crate::policy::{Policy, ReplayHook, Target};
use crate::report::{Recorder, Report};
use crate::rule::Rule;
use crate::transcript::{KindSet, Transcript, Turn};
use crate::validate::Shape;

/// A rule in its place: when it runs and with which options.
pub(crate) struct Step {
    pub(crate) rule: &'static Rule,
    when: fn(&Context<'_>) -> bool,
    run: Run,
}

/// Most rules edit; one only checks, and may refuse.
enum Run {
    Edit(fn(&mut Transcript<'_>, &mut Context<'_>)),
    Check(fn(&Transcript<'_>) -> Result<(), Error>),
}

const fn edit(
    rule: &'static Rule,
    when: fn(&Context<'_>) -> bool,
    run: fn(&mut Transcript<'_>, &mut Context<'_>),
) -> Step {
    Step {
        rule,
        when,
        run: Run::Edit(run),
    }
}

const fn check(
    rule: &'static Rule,
    when: fn(&Context<'_>) -> bool,
    run: fn(&Transcript<'_>) -> Result<(), Error>,
) -> Step {
    Step {
        rule,
        when,
        run: Run::Check(run),
    }
}

/// What came of one run beside the turns.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Entries for the host to store with the session, in order.
    pub append_entries: Vec<AppendEntry>,
    /// What history alone cannot cure, for the host to do with the request.
    pub advice: Vec<Advice>,
    /// The policy that the run went by.
    pub policy: Policy,
    /// What changed, when it was asked for.
    pub report: Option<Report>,
    /// Who changed pixels. Where the host does, and [is waited for](Pixels::is_waiting), the turns are unfinished: its
    /// jobs come first, then another run with the answers.
    pub pixels: Pixels,
}

impl Outcome {
    /// The report as JSON, with the policy and where each flag came from.
    pub fn report_json(&self) -> Option<String> {
        let policy = (self.policy.to_json(), self.policy.origins_json());
        self.report
            .as_ref()
            .map(|report| report.to_json(Some((&policy.0, &policy.1))))
    }
}

/// The first steps of replay, which read one turn at a time. Each step reads the output of the one before.
static PREPARE: &[Step] = &[
    // Before anything reads an id, so that an id and what names it change alike.
    edit(
        &REPLACE_UNPAIRED_SURROGATES,
        |c| c.strict,
        |t, _| replace_unpaired_surrogates::apply(t),
    ),
    // While the text is as it was stored.
    edit(
        &ANNOTATE_INTER_SESSION_USERS,
        |c| !c.strict,
        |t, _| annotate_inter_session_users::apply(t),
    ),
    // What stores damaged is empty content to the steps that drop it.
    edit(&MEND_CONTENT, |c| c.wire.is_some(), mend),
    // Content is a list of blocks from here on, and turns that are not sent are gone.
    edit(&DROP_BLANK_USER_TURNS, always, |t, _| {
        drop_blank_user_turns::apply(t)
    }),
    edit(&NORMALIZE_ASSISTANT_REPLAY, always, |t, _| {
        normalize_assistant_replay::apply(t)
    }),
    edit(
        &STRIP_THOUGHT_SIGNATURES,
        |c| !c.policy.preserve_signatures(),
        |t, c| {
            strip_thought_signatures::apply(t, c.policy.sanitize_thought_signatures(), !c.strict);
        },
    ),
    edit(&DROP_BLANK_TEXT, always, |t, _| drop_blank_text::apply(t)),
    edit(&SANITIZE_IMAGES, always, |t, c| {
        sanitize_images::apply(t, &c.images, &mut c.pixels);
    }),
    // What goes here is gone before calls are read, and its notes are text to what follows.
    edit(
        &DROP_UNKNOWN_BLOCKS,
        |c| c.wire.is_some_and(|wire| wire != Shape::Responses),
        drop_unknown,
    ),
    // Once it is settled which block is the first with text.
    edit(
        &ANNOTATE_INTER_SESSION_USERS,
        |c| c.strict,
        |t, _| annotate_inter_session_users::apply(t),
    ),
];

/// The steps that read calls, results and reasoning, some of them by their place among all turns.
static SANITIZE: &[Step] = &[
    // Before the steps that read thinking signatures, so that they see the one key.
    edit(
        &NORMALIZE_ANTIGRAVITY_SIGNATURES,
        |c| c.antigravity_claude,
        |t, _| normalize_antigravity_signatures::apply(t),
    ),
    // Compaction voids signatures; what is unsigned then goes, in the latest turn too where the target would refuse it.
    edit(
        &STRIP_PRE_COMPACTION_THINKING_SIGNATURES,
        |c| c.signed_thinking,
        |t, c| strip_pre_compaction_thinking_signatures::apply(t, c.options.local_offset_minutes),
    ),
    edit(
        &DROP_FOREIGN_REASONING,
        |c| c.issuer.is_some(),
        |t, c| {
            if let Some(issuer) = c.issuer {
                drop_foreign_reasoning::apply(t, c.target, issuer);
            }
        },
    ),
    edit(
        &STRIP_UNSIGNED_THINKING,
        |c| c.signed_thinking,
        |t, c| {
            let said = c.options.preserve_latest_assistant_thinking;
            // Claude behind Antigravity takes no unsigned thinking, wherever it stands.
            let preserve = !c.antigravity_claude
                && said.unwrap_or_else(|| strip_unsigned_thinking::should_preserve_latest(t));
            strip_unsigned_thinking::apply(t, preserve);
        },
    ),
    edit(&MEND_CONTENT, |c| c.wire.is_some(), mend),
    edit(
        &DROP_HISTORY_REASONING,
        |c| c.policy.drop_reasoning_from_history() && !c.lint.require_reasoning,
        |t, _| drop_history_reasoning::apply(t),
    ),
    edit(
        &DROP_HISTORY_THINKING,
        |c| c.policy.drop_thinking_blocks() && !c.lint.require_reasoning,
        |t, _| drop_history_thinking::apply(t),
    ),
    edit(
        &DROP_REFUSED_REASONING,
        |c| c.lint.reject_reasoning,
        |t, _| drop_refused_reasoning::apply(t),
    ),
    edit(
        &DROP_BLANK_SUMMARIES,
        |c| c.wire.is_some(),
        |t, _| drop_blank_summaries::apply(t),
    ),
    edit(
        &CANONICALIZE_TOOL_CALLS,
        |c| c.wire.is_some(),
        |t, _| canonicalize_tool_calls::apply(t),
    ),
    edit(
        &PARSE_TOOL_CALL_ARGUMENTS,
        |c| c.wire.is_some(),
        |t, _| parse_tool_call_arguments::apply(t),
    ),
    // A call that goes must not keep its result, so before pairing.
    edit(&SANITIZE_TOOL_CALL_INPUTS, always, |t, c| {
        sanitize_tool_call_inputs::apply(t, &c.allowed, c.own_thinking);
    }),
    // Pairing reads the ids as they were stored, so before they are rewritten.
    edit(&REPAIR_TOOL_RESULT_PAIRING, pairs, pair),
    // A result that did not name its call is an error now.
    edit(
        &KEEP_ERROR_RESULTS_TEXT,
        |c| c.wire == Some(Shape::Anthropic),
        |t, _| keep_error_results_text::apply(t),
    ),
    // Calls that went may have been all that a turn of unknown blocks said, and results that came may part a server's call
    // from its result.
    edit(
        &DROP_UNKNOWN_BLOCKS,
        |c| matches!(c.wire, Some(Shape::Chat | Shape::Anthropic)),
        drop_unknown,
    ),
    edit(
        &REPLACE_SILENT_REASONING,
        |c| c.wire == Some(Shape::Chat),
        |t, _| replace_silent_reasoning::apply(t),
    ),
    edit(
        &DOWNGRADE_ORPHAN_REASONING,
        |c| c.responses,
        |t, c| downgrade_orphan_reasoning::apply(t, c.model_changed),
    ),
    // What stood between turns, or beside thinking, is gone.
    edit(
        &NORMALIZE_ASSISTANT_REPLAY,
        |c| c.strict,
        |t, _| normalize_assistant_replay::apply_to_what_is_left(t),
    ),
    edit(
        &NORMALIZE_RESPONSES_CALL_IDS,
        |c| c.responses,
        |t, c| {
            normalize_responses_call_ids::apply(t, Keeps::of(c.strict));
        },
    ),
    // Reasoning that lost its id is none that a call may follow.
    edit(
        &DROP_REPEATED_ITEM_IDS,
        |c| c.wire == Some(Shape::Responses),
        |t, _| drop_repeated_item_ids::apply(t),
    ),
    edit(
        &DOWNGRADE_CALL_REASONING_PAIRS,
        |c| c.responses,
        |t, c| downgrade_call_reasoning_pairs::apply(t, c.strict),
    ),
    edit(
        &SANITIZE_TOOL_CALL_IDS,
        |c| c.policy.sanitize_tool_call_ids(),
        rewrite_ids,
    ),
    edit(
        &RENAME_TOOLS,
        |c| c.wire.is_some(),
        |t, c| {
            if let Some(grammar) = rename_tools::grammar(c.wire) {
                rename_tools::apply(t, &grammar);
            }
        },
    ),
    edit(
        &FIT_TOOL_CALL_IDS,
        |c| c.wire.is_some(),
        |t, c| {
            if let Some(ids) = fit_tool_call_ids::Ids::of(c.wire, &c.lint) {
                fit_tool_call_ids::apply(t, ids);
            }
        },
    ),
    // Made-up results are told by their details until here.
    edit(
        &STRIP_TOOL_RESULT_DETAILS,
        |c| c.keeps_books(c.options.strip_result_details),
        |t, _| strip_tool_result_details::apply(t),
    ),
    edit(
        &ZERO_STALE_USAGE,
        |c| c.keeps_books(c.options.zero_stale_usage),
        |t, c| zero_stale_usage::apply(t, c.options.local_offset_minutes),
    ),
    edit(
        &ENSURE_USAGE_SNAPSHOTS,
        |c| c.keeps_books(c.options.ensure_usage_snapshots),
        |t, _| ensure_usage_snapshots::apply(t),
    ),
    // The provider's own step, and what it may have broken.
    edit(
        &GOOGLE_USER_BOOTSTRAP,
        |c| c.hook == Some(ReplayHook::GoogleBootstrap),
        |t, c| {
            if google_user_bootstrap::apply(t, c.clock) {
                c.append_bootstrap_marker(t);
            }
        },
    ),
    edit(
        &STRIP_COPILOT_THINKING,
        |c| c.hook == Some(ReplayHook::CopilotThinking),
        |t, _| strip_copilot_thinking::apply(t),
    ),
    // Turns that differed in their thinking alone are repeats now.
    edit(
        &NORMALIZE_ASSISTANT_REPLAY,
        |c| c.strict && c.hook == Some(ReplayHook::CopilotThinking),
        |t, _| normalize_assistant_replay::apply_to_what_is_left(t),
    ),
    edit(
        &REPAIR_TOOL_RESULT_PAIRING,
        |c| c.responses && pairs(c),
        pair,
    ),
    check(
        &ASSERT_RESPONSES_PAIRING,
        |c| c.responses,
        assert_responses_pairing::check,
    ),
    // Nothing behind this takes turns from the front.
    edit(
        &GOOGLE_USER_BOOTSTRAP,
        |c| c.policy.apply_google_turn_ordering(),
        |t, c| {
            google_user_bootstrap::apply(t, c.clock);
        },
    ),
    check(
        &ASSERT_RESPONSES_PAIRING,
        |c| c.responses && c.policy.apply_google_turn_ordering(),
        assert_responses_pairing::check,
    ),
];

/// Turn validation, after the history is sanitized.
static VALIDATE: &[Step] = &[
    edit(
        &MERGE_ASSISTANT_TURNS,
        |c| {
            c.policy.validate_gemini_turns() || c.policy.validate_anthropic_turns() || alternates(c)
        },
        |t, c| merge_assistant_turns::apply(t, c.strict, c.issuer),
    ),
    // Between the mergers: a turn that loses its calls may leave two user turns side by side.
    edit(
        &STRIP_DANGLING_TOOL_CALLS,
        |c| c.policy.validate_anthropic_turns(),
        |t, c| strip_dangling_tool_calls::apply(t, !c.strict),
    ),
    edit(
        &MERGE_USER_TURNS,
        |c| c.policy.validate_anthropic_turns() || alternates(c) && c.wire != Some(Shape::Gemini),
        |t, c| merge_user_turns::apply(t, c.strict),
    ),
    // Content of a turn that is there for its media is text now.
    edit(
        &DROP_BLANK_USER_TURNS,
        |c| c.strict,
        |t, _| drop_blank_user_turns::apply(t),
    ),
];

/// What the target asks of the history as a whole, when every turn has its place.
static COMPLETE: &[Step] = &[
    edit(
        &KEEP_A_TURN,
        |c| c.strict,
        |t, c| keep_a_turn::apply(t, c.clock, c.wire == Some(Shape::Responses)),
    ),
    edit(
        &GOOGLE_USER_BOOTSTRAP,
        |c| {
            matches!(
                c.wire,
                Some(Shape::Anthropic | Shape::Converse | Shape::Gemini)
            ) || c.lint.strict_alternation
        },
        |t, c| {
            google_user_bootstrap::apply_before_sent(t, c.clock);
        },
    ),
    edit(
        &SIGN_GEMINI_CALLS,
        |c| c.lint.gemini3,
        |t, _| sign_gemini_calls::apply(t),
    ),
    edit(
        &BRIDGE_TOOL_RESULTS,
        |c| c.lint.no_user_after_tool || c.lint.no_mixed,
        |t, c| bridge_tool_results::apply(t, c.clock),
    ),
    edit(
        &TRIM_TRAILING_ASSISTANT,
        |c| c.wire == Some(Shape::Anthropic),
        |t, _| trim_trailing_assistant::apply(t),
    ),
    // Sees every change that was made.
    edit(
        &DROP_THINKING_BEHIND_CHANGES,
        |c| c.lint.prefix_bound_thinking,
        |t, _| drop_thinking_behind_changes::apply(t),
    ),
];

/// The wire refuses neighbouring turns of one side, whatever the policy says.
fn alternates(context: &Context<'_>) -> bool {
    context.lint.strict_alternation || matches!(context.wire, Some(Shape::Converse | Shape::Gemini))
}

fn always(_: &Context<'_>) -> bool {
    true
}

fn pairs(context: &Context<'_>) -> bool {
    context.policy.repair_tool_use_result_pairing()
}

fn pair(transcript: &mut Transcript<'_>, context: &mut Context<'_>) {
    repair_tool_result_pairing::apply(transcript, &context.pairing(true));
}

fn mend(transcript: &mut Transcript<'_>, context: &mut Context<'_>) {
    let checks_thinking = match context.wire {
        Some(Shape::Anthropic) => true,
        // Only Claude signs; the models that take no mixed turns are others.
        Some(Shape::Converse) => !context.lint.no_mixed,
        _ => false,
    };
    mend_content::apply(transcript, checks_thinking);
}

fn drop_unknown(transcript: &mut Transcript<'_>, context: &mut Context<'_>) {
    if let Some(wire) = context.wire {
        drop_unknown_blocks::apply(transcript, wire);
    }
}

fn rewrite_ids(transcript: &mut Transcript<'_>, context: &mut Context<'_>) {
    if let Some(rewriting) = context.id_rewriting() {
        sanitize_tool_call_ids::apply(transcript, &rewriting);
    }
}

/// Every step in order: the rule's id.
pub fn pipeline_steps() -> impl Iterator<Item = &'static str> {
    PREPARE
        .iter()
        .chain(SANITIZE)
        .chain(VALIDATE)
        .chain(COMPLETE)
        .map(|step| step.rule.id)
}

/// Makes a transcript acceptable to a target. The turns are edited in place; untouched ones keep their bytes.
///
/// # Errors
/// `invalid-replay-transcript` when calls and results cannot be paired for an OpenAI Responses API; errors of
/// reading `session_entries`.
pub fn sanitize(
    transcript: &mut Transcript<'_>,
    target: &Target,
    options: &ReplayOptions,
) -> Result<Outcome, Error> {
    let mut context = Context::new(target, options)?;
    let mut recorder = options
        .report
        .then(|| Recorder::new(transcript, options.include_text));
    for _ in 0..context.rounds() {
        run(PREPARE, transcript, &mut context, &mut recorder)?;
        let landmarks = Landmarks::of(&transcript.turns);
        run(SANITIZE, transcript, &mut context, &mut recorder)?;
        if options.validate_turns {
            run(VALIDATE, transcript, &mut context, &mut recorder)?;
        }
        let thinking = thinking_turns(transcript);
        run(COMPLETE, transcript, &mut context, &mut recorder)?;
        // Else a rule that went by them may find another turn in their place now, or none that keeps its ids for its
        // thinking.
        if landmarks == Landmarks::of(&transcript.turns) && thinking == thinking_turns(transcript) {
            break;
        }
    }
    context.append_model_snapshot(transcript);
    let advice = context
        .wire
        .map_or(Vec::new(), |wire| advise(transcript, wire, &context.lint));
    Ok(Outcome {
        append_entries: context.appended,
        advice,
        policy: context.policy,
        report: recorder.map(|recorder| recorder.finish(transcript)),
        pixels: context.pixels,
    })
}

/// How many turns hold thinking.
fn thinking_turns(transcript: &Transcript<'_>) -> usize {
    let thinks = |turn: &&Turn| turn.has(KindSet::THINKING);
    transcript.turns.iter().filter(thinks).count()
}

fn run(
    steps: &[Step],
    transcript: &mut Transcript<'_>,
    context: &mut Context<'_>,
    recorder: &mut Option<Recorder>,
) -> Result<(), Error> {
    for step in steps {
        if context.pixels.is_waiting() {
            break;
        }
        if !(step.when)(context) || !context.options.runs(step.rule) {
            continue;
        }
        let before = recorder.as_ref().map(|_| transcript.turns.clone());
        match step.run {
            Run::Edit(run) => run(transcript, context),
            Run::Check(run) => run(transcript)?,
        }
        if let (Some(recorder), Some(before)) = (recorder.as_mut(), before) {
            recorder.record(step.rule, &before, transcript);
        }
    }
    Ok(())
}

/// Removes all thinking, for the one retry after a provider refused it.
pub fn strip_all_thinking(
    transcript: &mut Transcript<'_>,
    report: bool,
    include_text: bool,
) -> Option<Report> {
    let recorder = report.then(|| Recorder::new(transcript, include_text));
    let before = transcript.turns.clone();
    strip_copilot_thinking::apply(transcript);
    recorder.map(|mut recorder| {
        recorder.record(&STRIP_COPILOT_THINKING, &before, transcript);
        recorder.finish(transcript)
    })
}
