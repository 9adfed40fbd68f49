//! The order of the steps, as data.

use super::context::Context;
use super::options::ReplayOptions;
use super::rules::repair_tool_result_pairing::{ABORTED, MISSING_RESULT, Pairing};
use super::rules::sanitize_tool_call_ids::IdRewriting;
use super::rules::*;
use super::session_entries::AppendEntry;
use crate::Error;
use crate::policy::{Policy, ReplayHook, Target};
use crate::report::{Recorder, Report};
use crate::rule::Rule;
use crate::transcript::Transcript;

/// A rule in its place: when it runs and with which options.
pub(crate) struct Step {
    pub(crate) rule: &'static Rule,
    when: fn(&Context<'_>) -> bool,
    run: fn(&mut Transcript<'_>, &mut Context<'_>) -> Result<(), Error>,
}

/// What came of one run beside the turns.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Entries for the host to store with the session, in order.
    pub append_entries: Vec<AppendEntry>,
    /// The policy that the run went by.
    pub policy: Policy,
    /// What changed, when it was asked for.
    pub report: Option<Report>,
}

/// The steps of replay, in order. Each reads the output of the one before.
static SANITIZE: &[Step] = &[
    // While the text is as it was stored.
    Step { rule: &ANNOTATE_INTER_SESSION_USERS, when: always, run: |t, _| done(annotate_inter_session_users::apply(t)) },
    // Content is a list of blocks from here on, and turns that are not sent are gone.
    Step { rule: &DROP_BLANK_USER_TURNS, when: always, run: |t, _| done(drop_blank_user_turns::apply(t)) },
    Step { rule: &NORMALIZE_ASSISTANT_REPLAY, when: always, run: |t, _| done(normalize_assistant_replay::apply(t)) },
    Step {
        rule: &STRIP_THOUGHT_SIGNATURES,
        when: |c| !c.policy.preserve_signatures(),
        run: |t, c| done(strip_thought_signatures::apply(t, c.policy.sanitize_thought_signatures())),
    },
    Step { rule: &DROP_BLANK_TEXT, when: always, run: |t, _| done(drop_blank_text::apply(t)) },
    Step { rule: &SANITIZE_IMAGES, when: always, run: |t, c| done(sanitize_images::apply(t, &c.images)) },
    // Before the steps that read thinking signatures, so that they see the one key.
    Step {
        rule: &NORMALIZE_ANTIGRAVITY_SIGNATURES,
        when: |c| c.antigravity_claude,
        run: |t, _| done(normalize_antigravity_signatures::apply(t)),
    },
    // Compaction voids signatures; what is unsigned then goes.
    Step {
        rule: &STRIP_PRE_COMPACTION_THINKING_SIGNATURES,
        when: |c| c.signed_thinking,
        run: |t, c| done(strip_pre_compaction_thinking_signatures::apply(t, c.options.local_offset_minutes)),
    },
    Step {
        rule: &STRIP_UNSIGNED_THINKING,
        when: |c| c.signed_thinking,
        run: |t, c| {
            let said = c.options.preserve_latest_assistant_thinking;
            let preserve = said.unwrap_or_else(|| strip_unsigned_thinking::should_preserve_latest(t));
            done(strip_unsigned_thinking::apply(t, preserve))
        },
    },
    Step {
        rule: &DROP_HISTORY_REASONING,
        when: |c| c.policy.drop_reasoning_from_history(),
        run: |t, _| done(drop_history_reasoning::apply(t)),
    },
    Step {
        rule: &DROP_HISTORY_THINKING,
        when: |c| c.policy.drop_thinking_blocks(),
        run: |t, _| done(drop_history_thinking::apply(t)),
    },
    // A call that goes must not keep its result, so before pairing.
    Step {
        rule: &SANITIZE_TOOL_CALL_INPUTS,
        when: always,
        run: |t, c| done(sanitize_tool_call_inputs::apply(t, &c.allowed, c.own_thinking)),
    },
    // Pairing reads the ids as they were stored, so before they are rewritten.
    Step { rule: &REPAIR_TOOL_RESULT_PAIRING, when: pairs, run: pair },
    Step {
        rule: &DOWNGRADE_ORPHAN_REASONING,
        when: |c| c.responses,
        run: |t, c| done(downgrade_orphan_reasoning::apply(t, c.model_changed)),
    },
    Step {
        rule: &NORMALIZE_RESPONSES_CALL_IDS,
        when: |c| c.responses,
        run: |t, _| done(normalize_responses_call_ids::apply(t)),
    },
    Step {
        rule: &DOWNGRADE_CALL_REASONING_PAIRS,
        when: |c| c.responses,
        run: |t, _| done(downgrade_call_reasoning_pairs::apply(t)),
    },
    Step { rule: &SANITIZE_TOOL_CALL_IDS, when: |c| c.policy.sanitize_tool_call_ids(), run: rewrite_ids },
    // Made-up results are told by their details until here.
    Step {
        rule: &STRIP_TOOL_RESULT_DETAILS,
        when: |c| c.keeps_books(c.options.strip_result_details),
        run: |t, _| done(strip_tool_result_details::apply(t)),
    },
    Step {
        rule: &ZERO_STALE_USAGE,
        when: |c| c.keeps_books(c.options.zero_stale_usage),
        run: |t, c| done(zero_stale_usage::apply(t, c.options.local_offset_minutes)),
    },
    Step {
        rule: &ENSURE_USAGE_SNAPSHOTS,
        when: |c| c.keeps_books(c.options.ensure_usage_snapshots),
        run: |t, _| done(ensure_usage_snapshots::apply(t)),
    },
    // The provider's own step, and what it may have broken.
    Step { rule: &GOOGLE_USER_BOOTSTRAP, when: |c| c.hook == Some(ReplayHook::GoogleBootstrap), run: bootstrap_session },
    Step {
        rule: &STRIP_COPILOT_THINKING,
        when: |c| c.hook == Some(ReplayHook::CopilotThinking),
        run: |t, _| done(strip_copilot_thinking::apply(t)),
    },
    Step { rule: &REPAIR_TOOL_RESULT_PAIRING, when: |c| c.responses && pairs(c), run: pair },
    Step { rule: &ASSERT_RESPONSES_PAIRING, when: |c| c.responses, run: |t, _| assert_responses_pairing::check(t) },
    Step {
        rule: &GOOGLE_USER_BOOTSTRAP,
        when: |c| c.policy.apply_google_turn_ordering(),
        run: |t, c| {
            google_user_bootstrap::apply(t, c.clock);
            Ok(())
        },
    },
    Step {
        rule: &ASSERT_RESPONSES_PAIRING,
        when: |c| c.responses && c.policy.apply_google_turn_ordering(),
        run: |t, _| assert_responses_pairing::check(t),
    },
];

/// Turn validation, after the history is sanitized.
static VALIDATE: &[Step] = &[
    Step {
        rule: &MERGE_ASSISTANT_TURNS,
        when: |c| c.policy.validate_gemini_turns() || c.policy.validate_anthropic_turns(),
        run: |t, _| done(merge_assistant_turns::apply(t)),
    },
    // Between the mergers: a turn that loses its calls may leave two user turns side by side.
    Step {
        rule: &STRIP_DANGLING_TOOL_CALLS,
        when: |c| c.policy.validate_anthropic_turns(),
        run: |t, _| done(strip_dangling_tool_calls::apply(t)),
    },
    Step {
        rule: &MERGE_USER_TURNS,
        when: |c| c.policy.validate_anthropic_turns(),
        run: |t, _| done(merge_user_turns::apply(t)),
    },
];

fn always(_: &Context<'_>) -> bool {
    true
}

fn done(_: ()) -> Result<(), Error> {
    Ok(())
}

fn pairs(context: &Context<'_>) -> bool {
    context.policy.repair_tool_use_result_pairing()
}

fn pair(transcript: &mut Transcript<'_>, context: &mut Context<'_>) -> Result<(), Error> {
    let missing_text = if context.responses { ABORTED } else { MISSING_RESULT };
    let pairing = Pairing { missing_text: missing_text.into(), drop_failed: true, clock: context.clock };
    done(repair_tool_result_pairing::apply(transcript, &pairing))
}

fn rewrite_ids(transcript: &mut Transcript<'_>, context: &mut Context<'_>) -> Result<(), Error> {
    if let Some(mode) = context.policy.tool_call_id_mode() {
        let rewriting = IdRewriting {
            mode,
            duplicate_style: context.policy.duplicate_tool_call_id_style(),
            preserve_native_anthropic: context.policy.preserve_native_anthropic_tool_use_ids(),
            preserve_thinking_turns: context.own_thinking,
            allowed: &context.allowed,
            now: context.clock.milliseconds(),
        };
        sanitize_tool_call_ids::apply(transcript, &rewriting);
    }
    Ok(())
}

fn bootstrap_session(transcript: &mut Transcript<'_>, context: &mut Context<'_>) -> Result<(), Error> {
    if google_user_bootstrap::apply(transcript, context.clock) {
        context.append_bootstrap_marker(transcript);
    }
    Ok(())
}

/// Every step in order: the rule's id.
pub fn pipeline_steps() -> impl Iterator<Item = &'static str> {
    SANITIZE.iter().chain(VALIDATE).map(|step| step.rule.id)
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
    let mut recorder = options.report.then(|| Recorder::new(transcript, options.include_text));
    run(SANITIZE, transcript, &mut context, &mut recorder)?;
    context.append_model_snapshot(transcript);
    if options.validate_turns {
        run(VALIDATE, transcript, &mut context, &mut recorder)?;
    }
    Ok(Outcome {
        append_entries: context.appended,
        policy: context.policy,
        report: recorder.map(|recorder| recorder.finish(transcript)),
    })
}

fn run(
    steps: &[Step],
    transcript: &mut Transcript<'_>,
    context: &mut Context<'_>,
    recorder: &mut Option<Recorder>,
) -> Result<(), Error> {
    for step in steps {
        if !(step.when)(context) || !is_on(step.rule, context.options) {
            continue;
        }
        let before = recorder.as_ref().map(|_| transcript.turns.clone());
        (step.run)(transcript, context)?;
        if let (Some(recorder), Some(before)) = (recorder.as_mut(), before) {
            recorder.record(step.rule, &before, transcript);
        }
    }
    Ok(())
}

fn is_on(rule: &Rule, options: &ReplayOptions) -> bool {
    let named = |ids: &[String]| ids.iter().any(|id| id == rule.id);
    !named(&options.without_rules) && options.only_rules.as_deref().is_none_or(named)
}

/// Removes all thinking, for the one retry after a provider refused it.
pub fn strip_all_thinking(transcript: &mut Transcript<'_>, report: bool, include_text: bool) -> Option<Report> {
    let recorder = report.then(|| Recorder::new(transcript, include_text));
    let before = transcript.turns.clone();
    strip_copilot_thinking::apply(transcript);
    recorder.map(|mut recorder| {
        recorder.record(&STRIP_COPILOT_THINKING, &before, transcript);
        recorder.finish(transcript)
    })
}
