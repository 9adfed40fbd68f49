//! The promises of repair and of reading, held against generated session files.

mod sessions;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sessions::{file, header_first, options};

/// Cases for each promise.
const CASES: u32 = 400;

/// The seed of every run.
const SEED: u64 = 20_261_130;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn repairing_again_changes_nothing(choices in vec(any::<u8>(), 0..40), bits in any::<u8>()) {
        sessions::repairing_again_changes_nothing(&header_first(&choices), &options(bits));
    }

    #[test]
    fn lines_without_a_change_keep_their_bytes(choices in vec(any::<u8>(), 0..40), bits in any::<u8>()) {
        sessions::lines_without_a_change_keep_their_bytes(&header_first(&choices), &options(bits));
    }

    #[test]
    fn chunks_and_the_whole_give_one_plan(choices in vec(any::<u8>(), 0..30), size in 1usize..50, bits in any::<u8>()) {
        sessions::chunks_and_the_whole_give_one_plan(&file(&choices), size, &options(bits));
    }

    #[test]
    fn reading_never_fails_by_default_and_gives_an_array(choices in vec(any::<u8>(), 0..40)) {
        for file in [file(&choices), header_first(&choices)] {
            sessions::reading_never_fails_by_default_and_gives_an_array(&file);
        }
    }

    #[test]
    fn a_rewritten_file_reads_the_same_and_is_current(choices in vec(any::<u8>(), 0..40)) {
        sessions::a_rewritten_file_reads_the_same_and_is_current(&file(&choices));
    }
}
