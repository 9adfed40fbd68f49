//! Runs of generated cases, the same ones every time.

use std::fmt::Debug;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

/// The seed of every run. Changing it is a good way to look for more.
const SEED: u64 = 20_261_130;

/// Attempts at failing on fewer bytes. By default there are four for each case, which takes minutes in long runs.
const MAX_SHRINKS: u32 = 1_000;

/// How many cases to hold each promise against: what the variable `PROPERTY_CASES` says for a long run, else `usual`.
pub(crate) fn cases(usual: u32) -> u32 {
    let said = std::env::var("PROPERTY_CASES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(usual)
}

/// Runs cases, each made from so many bytes.
pub(crate) fn run(
    cases: u32,
    bytes: Range<usize>,
    case: impl Fn(&[u8]),
) -> Result<(), TestError<Vec<u8>>> {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        max_shrink_iters: MAX_SHRINKS,
        ..ProptestConfig::default()
    };
    TestRunner::new(config).run(&vec(any::<u8>(), bytes), |bytes| {
        case(&bytes);
        Ok(())
    })
}

/// Holds a promise against cases. Of the one that fails `smaller` makes the smallest of those that fail, too.
pub(crate) fn hold<T: Debug>(
    cases: u32,
    bytes: Range<usize>,
    make: impl Fn(&[u8]) -> T,
    smaller: impl Fn(T, &dyn Fn(&T) -> bool) -> T,
    promise: impl Fn(&T),
) {
    match run(cases, bytes, |bytes| promise(&make(bytes))) {
        Ok(()) => {}
        Err(TestError::Fail(reason, bytes)) => {
            let fails = |case: &T| catch_unwind(AssertUnwindSafe(|| promise(case))).is_err();
            let smallest = smaller(make(&bytes), &fails);
            println!("the smallest case that fails: {smallest:#?}");
            promise(&smallest);
            panic!("{reason}");
        }
        Err(error) => panic!("{error}"),
    }
}
