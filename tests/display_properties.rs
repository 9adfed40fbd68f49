//! The promises of the projection, held against generated histories.

#[path = "generate/choices.rs"]
mod choices;
mod history;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

use history::History;

/// Cases for each promise.
const CASES: u32 = 1_000;

/// The seed of every run. Changing it is a good way to look for more.
const SEED: u64 = 20_261_130;

/// Holds one promise against generated cases, `PROPERTY_CASES` of them if the variable says so; the one that fails is
/// made as small as it gets.
fn hold(promise: fn(&History)) {
    let said = std::env::var("PROPERTY_CASES").ok();
    let config = ProptestConfig {
        cases: said.and_then(|said| said.parse().ok()).unwrap_or(CASES),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    };
    let ended = TestRunner::new(config).run(&vec(any::<u8>(), 0..400), |bytes| {
        promise(&history::history(&bytes));
        Ok(())
    });
    match ended {
        Ok(()) => {}
        Err(TestError::Fail(reason, bytes)) => {
            panic!("{reason}\nfor {:#?}", history::history(&bytes))
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
                hold(history::$promise);
            }
        )+
    };
}

tests! {
    appended_rows_show_the_same,
    shown_rows_stay_shown,
    rows_are_shown_alike_whatever_they_hold,
    whole_blocks_are_gone,
    text_outside_removed_ranges_stays,
    rows_are_the_same_or_have_a_reason,
}
