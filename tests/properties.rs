//! The promises of replay, held against generated transcripts, targets and options.

mod generate;
#[path = "generate/cases.rs"]
mod generated;
mod promises;
#[path = "generate/smaller.rs"]
mod smaller;
mod tree;

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;

use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::pipeline_steps;
use transcript_hygiene::rule::{Effect, rule};

use generate::Replay;
use generated::{cases, run};
use smaller::smallest;

/// Cases for each promise; all of them together take some twenty seconds without optimisation.
const CASES: u32 = 600;

/// Cases for each family of targets.
const FAMILY_CASES: u32 = 60;

/// Of how many bytes a case is made.
const BYTES: Range<usize> = 0..1_000;

/// Holds promises against generated cases.
fn hold(cases: u32, make: impl Fn(&[u8]) -> Replay, promise: impl Fn(&Replay)) {
    generated::hold(cases, BYTES, make, smaller, promise);
}

fn smaller(replay: Replay, fails: &dyn Fn(&Replay) -> bool) -> Replay {
    let with = |text: &str| Replay {
        text: text.into(),
        target: replay.target.clone(),
        options: replay.options.clone(),
    };
    with(&smallest(&replay.text, |text| fails(&with(text))))
}

/// A test for each promise, under its name.
macro_rules! tests {
    ($($promise:ident),+ $(,)?) => {
        $(
            #[test]
            fn $promise() {
                hold(cases(CASES), generate::replay, promises::$promise);
            }
        )+
    };
}

tests! {
    untouched_turns_keep_their_bytes,
    unchanged_transcripts_are_the_same_text,
    runs_repeat_and_reports_only_watch,
    time_shows_only_as_itself,
    order_of_members_does_not_matter,
    members_are_objects,
    changes_give_the_output,
    calls_and_results_are_paired,
    sides_alternate,
    reasoning_never_becomes_visible,
    something_is_always_sent,
}

#[test]
fn realistic_output_breaks_no_constraint() {
    hold(
        cases(CASES),
        generate::realistic,
        promises::output_breaks_no_constraint,
    );
}

#[test]
fn realistic_output_is_a_fixed_point() {
    hold(
        cases(CASES),
        generate::realistic,
        promises::output_is_a_fixed_point,
    );
}

#[test]
fn damaged_output_breaks_no_constraint() {
    hold(
        cases(CASES),
        generate::replay,
        promises::output_breaks_no_constraint,
    );
}

#[test]
fn damaged_output_is_a_fixed_point() {
    hold(
        cases(CASES),
        generate::replay,
        promises::output_is_a_fixed_point,
    );
}

#[test]
fn more_turns_change_no_earlier_repair() {
    hold(
        cases(CASES),
        generate::realistic,
        promises::more_turns_change_no_earlier_repair,
    );
}

#[test]
fn cures_leave_alone_what_breaks_nothing() {
    hold(
        cases(CASES),
        generate::realistic,
        promises::cures_leave_alone_what_breaks_nothing,
    );
}

/// What profile `strict` promises, for one target: against realistic transcripts, and against damaged ones.
fn hold_strict([provider, api, model]: [&str; 3]) {
    let target = Target::new()
        .with_provider(provider)
        .with_model_api(api)
        .with_model_id(model);
    let with_target = |replay: Replay| Replay {
        target: target.clone(),
        ..replay
    };
    let cases = cases(FAMILY_CASES);
    let damaged = |bytes: &[u8]| with_target(generate::replay(bytes));
    hold(cases, damaged, |replay| {
        promises::output_breaks_no_constraint(replay);
        promises::output_is_a_fixed_point(replay);
        promises::reasoning_never_becomes_visible(replay);
        promises::something_is_always_sent(replay);
    });
    let realistic = |bytes: &[u8]| with_target(generate::realistic(bytes));
    hold(cases, realistic, |replay| {
        promises::more_turns_change_no_earlier_repair(replay);
        promises::cures_leave_alone_what_breaks_nothing(replay);
    });
}

/// A test for each family of targets, under its name.
macro_rules! families {
    ($($family:ident: $target:expr,)+) => {
        mod strict_keeps_its_promises_for {
            $(
                #[test]
                fn $family() {
                    super::hold_strict($target);
                }
            )+
        }
    };
}

families! {
    claude: ["anthropic", "anthropic-messages", "claude-sonnet-4-6"],
    claude_of_before_4_6: ["anthropic", "anthropic-messages", "claude-opus-4-5"],
    claude_that_binds_thinking: ["anthropic", "anthropic-messages", "claude-fable-5-1"],
    claude_on_copilot: ["github-copilot", "anthropic-messages", "claude-sonnet-4-6"],
    claude_on_bedrock: ["amazon-bedrock", "bedrock-converse-stream", "anthropic.claude-sonnet-4-6"],
    claude_on_antigravity: ["google-antigravity", "google-gemini-cli", "claude-opus-4-5-thinking"],
    claude_on_gemini: ["google", "google-generative-ai", "claude-sonnet-4-6"],
    claude_behind_a_router: ["openrouter", "openai-completions", "anthropic/claude-haiku-4-5"],
    minimax: ["minimax", "anthropic-messages", "minimax-m2.1"],
    nova: ["amazon-bedrock", "bedrock-converse-stream", "amazon.nova-pro-v1:0"],
    openai_chat: ["openai", "openai-completions", "gpt-4o-mini"],
    openai_responses: ["openai", "openai-responses", "gpt-5.2"],
    azure_responses: ["azure-openai", "azure-openai-responses", "gpt-5.2"],
    codex: ["openai-codex", "openai-chatgpt-responses", "gpt-5.2"],
    copilot_responses: ["github-copilot", "openai-responses", "gpt-5.2"],
    gemini_2: ["google", "google-generative-ai", "gemini-2.5-flash"],
    gemini_3: ["google", "google-generative-ai", "gemini-3-pro-preview"],
    gemini_behind_a_router: ["openrouter", "openai-completions", "google/gemini-3-pro-preview"],
    mistral: ["mistral", "mistral-conversations", "mistral-large-latest"],
    mistral_behind_a_router: ["openrouter", "openai-completions", "mistralai/devstral-medium"],
    groq: ["groq", "openai-completions", "qwen3-235b"],
    kimi: ["moonshot", "openai-completions", "kimi-k2.5"],
    gemma_on_ollama: ["ollama", "ollama", "gemma-3-27b"],
}

#[test]
fn generated_cases_reach_every_rule_of_replay() {
    let reached = RefCell::new(HashSet::new());
    let note = |replay: &Replay| {
        let changes = promises::run_with_report(replay).map(|(_, report)| report.changes);
        let rules = changes.unwrap_or_default().into_iter();
        reached
            .borrow_mut()
            .extend(rules.map(|change| change.rule.id));
    };
    // Some rules are needed once in a thousand cases, and one by the latest models alone.
    run(5 * CASES, BYTES, |bytes| note(&generate::replay(bytes))).expect("nothing fails");
    let binds_thinking = Target::new()
        .with_provider("anthropic")
        .with_model_api("anthropic-messages")
        .with_model_id("claude-fable-5-1");
    run(CASES, BYTES, |bytes| {
        note(&Replay {
            target: binds_thinking.clone(),
            ..generate::replay(bytes)
        });
    })
    .expect("nothing fails");
    let changes = |id: &&str| rule(id).is_some_and(|rule| rule.effects != [Effect::Refuses]);
    let missed: Vec<&str> = pipeline_steps()
        .filter(changes)
        .filter(|id| !reached.borrow().contains(id))
        .collect();
    assert!(missed.is_empty(), "never at work: {missed:?}");
}
