//! The promises of replay, held against generated transcripts, targets and options.

mod generate;
mod promises;
mod tree;

use std::cell::RefCell;
use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use transcript_hygiene::replay::pipeline_steps;
use transcript_hygiene::rule::{Effect, rule};

use generate::Replay;

/// Cases for each promise; all of them together take some twenty seconds without optimisation.
const CASES: u32 = 600;

/// The seed of every run. Changing it is a good way to look for more.
const SEED: u64 = 20_261_130;

/// How many cases to hold each promise against: `CASES`, or what the variable `PROPERTY_CASES` says for a long run.
fn cases() -> u32 {
    let said = std::env::var("PROPERTY_CASES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(CASES)
}

/// Runs generated cases.
fn run(cases: u32, case: impl Fn(&[u8])) -> Result<(), TestError<Vec<u8>>> {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    };
    TestRunner::new(config).run(&vec(any::<u8>(), 0..1_000), |bytes| {
        case(&bytes);
        Ok(())
    })
}

/// Holds one promise against generated cases; the one that fails is made as small as it gets.
fn hold(make: fn(&[u8]) -> Replay, promise: fn(&Replay)) {
    match run(cases(), |bytes| promise(&make(bytes))) {
        Ok(()) => {}
        Err(TestError::Fail(reason, bytes)) => {
            panic!("{reason}\nfor {:?}", make(&bytes))
        }
        Err(error) => panic!("{error}"),
    }
}

/// A test for each promise, under its name.
macro_rules! tests {
    ($($promise:ident),+ $(,)?) => {
        $(
            #[test]
            fn $promise() {
                hold(generate::replay, promises::$promise);
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
    something_is_always_sent,
}

#[test]
fn realistic_output_breaks_no_constraint() {
    hold(generate::realistic, promises::output_breaks_no_constraint);
}

#[test]
fn realistic_output_is_a_fixed_point() {
    hold(generate::realistic, promises::output_is_a_fixed_point);
}

#[test]
fn damaged_output_breaks_no_constraint() {
    hold(generate::replay, promises::output_breaks_no_constraint);
}

#[test]
fn damaged_output_is_a_fixed_point() {
    hold(generate::replay, promises::output_is_a_fixed_point);
}

#[test]
fn more_turns_change_no_earlier_repair() {
    hold(
        generate::realistic,
        promises::more_turns_change_no_earlier_repair,
    );
}

#[test]
fn cures_leave_alone_what_breaks_nothing() {
    hold(
        generate::realistic,
        promises::cures_leave_alone_what_breaks_nothing,
    );
}

#[test]
fn generated_cases_reach_every_rule_of_replay() {
    let reached = RefCell::new(HashSet::new());
    // Some rules are needed once in a thousand cases.
    run(5 * CASES, |bytes| {
        let changes =
            promises::run_with_report(&generate::replay(bytes)).map(|(_, report)| report.changes);
        reached.borrow_mut().extend(
            changes
                .unwrap_or_default()
                .iter()
                .map(|change| change.rule.id),
        );
    })
    .expect("nothing fails");
    let changes = |id: &&str| rule(id).is_some_and(|rule| rule.effects != [Effect::Refuses]);
    let missed: Vec<&str> = pipeline_steps()
        .filter(changes)
        .filter(|id| !reached.borrow().contains(id))
        .collect();
    assert!(missed.is_empty(), "never at work: {missed:?}");
}
