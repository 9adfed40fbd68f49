//! The promises of the projection, held against generated histories.

#[path = "generate/choices.rs"]
mod choices;
#[path = "generate/cases.rs"]
mod generated;
mod history;

use std::ops::Range;

use history::History;

/// Cases for each promise.
const CASES: u32 = 1_000;

/// Of how many bytes a case is made.
const BYTES: Range<usize> = 0..400;

/// Holds one promise against generated histories.
fn hold(promise: fn(&History)) {
    let cases = generated::cases(CASES);
    // The bytes of a history are few: those that fail are as good as a smaller one.
    generated::hold(
        cases,
        BYTES,
        history::history,
        |history, _| history,
        promise,
    );
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
    order_is_left_of_nothing_but_numbers,
}
