//! The promises of repair and of reading, held against generated session files.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use transcript_hygiene::policy::Profile;
use transcript_hygiene::repair::{Planner, RepairOptions, plan};
use transcript_hygiene::session::{Builder, SessionOptions, load};

/// Cases for each promise.
const CASES: u32 = 400;

/// The seed of every run.
const SEED: u64 = 20_261_130;

/// Pieces that lines are made of, and damage.
const PIECES: &[&str] = &[
    "{\"type\":\"session\",\"version\":3,\"id\":\"s\"}\n",
    "{\"type\":\"session\",\"id\":\"s\"}\n",
    "{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":\" \"}}\n",
    "{\"type\":\"message\",\"id\":\"b\",\"parentId\":\"a\",\"message\":{\"role\":\"assistant\",\"content\":[],\"stopReason\":\"error\"}}\n",
    "{\"type\":\"message\",\"id\":\"c\",\"parentId\":\"b\",\"message\":{\"role\":\"assistant\",\"api\":\"openai-chatgpt-responses\",\"provider\":\"openai\",\"content\":[{\"type\":\"toolCall\",\"id\":\" x \",\"name\":\"ls\"},{\"type\":\"toolUse\",\"id\":\"y\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"d\",\"parentId\":\"c\",\"message\":{\"role\":\"assistant\",\"api\":\"openai-responses\",\"content\":[{\"type\":\"toolCall\",\"id\":\"z\",\"name\":\"message\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"e\",\"parentId\":\"d\",\"message\":{\"role\":\"assistant\",\"provider\":\"openclaw\",\"model\":\"delivery-mirror\",\"content\":\"x\"}}\n",
    "{\"type\":\"message\",\"id\":\"f\",\"parentId\":\"lost\",\"message\":{\"role\":\"toolResult\",\"toolCallId\":\"y\",\"content\":{\"a\":1}}}\n",
    "{\"type\":\"message\",\"id\":\"g\",\"parentId\":\"f\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"},{\"type\":\"text\",\"text\":\"\"}]}}\n",
    "{\"type\":\"message\",\"id\":\"h\",\"parentId\":\"h\",\"message\":null}\n",
    "{\"type\":\"message\",\"message\":{\"role\":\"hookMessage\",\"content\":\"x\"}}\n",
    "{\"type\":\"compaction\",\"id\":\"k\",\"parentId\":\"c\",\"firstKeptEntryId\":\"o\",\"firstKeptEntryIndex\":2,\"summary\":\"s\"}\n",
    "{\"type\":\"reset\",\"id\":\"r\",\"parentId\":\"k\",\"firstKeptEntryId\":\"a\"}\n",
    "{\"type\":\"branch_summary\",\"id\":\"m\",\"parentId\":\"r\",\"summary\":\"s\",\"timestamp\":\"2026-03-01T10:00:00.000Z\"}\n",
    "{\"type\":\"leaf\",\"id\":\"l\",\"parentId\":\"a\",\"targetId\":\"b\",\"appendParentId\":\"o\"}\n",
    "{\"type\":\"leaf\",\"id\":\"n\",\"parentId\":null,\"targetId\":null}\n",
    "{\"type\":\"x\",\"id\":\"o\",\"parentId\":\"p\"}\n",
    "{\"type\":\"x\",\"id\":\"p\",\"parentId\":\"o\"}\n",
    "{\"type\":\"session_info\",\"id\":7,\"name\":\"x\",\"appendMode\":\"side\"}\n",
    "null\n",
    "[]\n",
    "\n",
    " \r\n",
    "\u{FEFF}",
    "\0",
    "{\"cut\":\"",
    "\"",
    "}",
    "é",
];

/// Damage that is no text.
const BYTES: [&[u8]; 3] = [b"\xFF", b"\xE6\x87", b"\xED\xA0\x80"];

fn file(choices: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    for &choice in choices {
        let at = usize::from(choice) % (PIECES.len() + BYTES.len());
        match PIECES.get(at) {
            Some(piece) => file.extend_from_slice(piece.as_bytes()),
            None => file.extend_from_slice(BYTES[at - PIECES.len()]),
        }
    }
    file
}

fn header_first(choices: &[u8]) -> Vec<u8> {
    [PIECES[0].as_bytes(), &file(choices)].concat()
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    }
}

fn options(bits: u8) -> RepairOptions {
    let on = |bit: u8| bits & bit != 0;
    RepairOptions::new()
        .with_relink(on(1))
        .with_split_glued(on(2))
        .with_drop_payloadless(on(4))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn repairing_again_changes_nothing(choices in vec(any::<u8>(), 0..40), bits in any::<u8>()) {
        let before = header_first(&choices);
        let once = plan(&before, &options(bits)).apply(&before);
        let again = plan(&once, &options(bits));
        prop_assert!(!again.rewrites(), "{}\n{}", again.report().to_json(), String::from_utf8_lossy(&once));
        prop_assert_eq!(again.apply(&once), once);
    }

    #[test]
    fn lines_without_a_change_keep_their_bytes(choices in vec(any::<u8>(), 0..40)) {
        let before = header_first(&choices);
        let plan = plan(&before, &RepairOptions::new());
        let after = plan.apply(&before);
        let mut rest = after.as_slice();
        for (number, line) in (1..).zip(before.split_inclusive(|byte| *byte == b'\n')) {
            if plan.report().changes.iter().any(|change| change.line == number) {
                continue;
            }
            let at = rest.windows(line.len()).position(|window| window == line);
            prop_assert!(at.is_some(), "line {number} is lost: {}", String::from_utf8_lossy(line));
            rest = &rest[at.unwrap_or(0) + line.len()..];
        }
    }

    #[test]
    fn chunks_and_the_whole_give_one_plan(choices in vec(any::<u8>(), 0..30), size in 1usize..50, bits in any::<u8>()) {
        let before = file(&choices);
        let mut planner = Planner::new(options(bits));
        before.chunks(size).for_each(|chunk| planner.feed(chunk));
        let (fed, whole) = (planner.finish(), plan(&before, &options(bits)));
        prop_assert_eq!(fed.report(), whole.report());
        prop_assert_eq!(fed.apply(&before), whole.apply(&before));
    }

    #[test]
    fn reading_never_fails_by_default_and_gives_an_array(choices in vec(any::<u8>(), 0..40)) {
        for before in [file(&choices), header_first(&choices)] {
            for builder in [Builder::Tree, Builder::Flat] {
                let options = SessionOptions::new().with_builder(builder);
                let mut session = load(&before, &options).map_err(|e| TestCaseError::fail(e.to_string()))?;
                for json in [session.messages_json(), session.model_messages_json(&options)] {
                    let messages: Result<Vec<serde_json::Value>, _> = serde_json::from_slice(&json);
                    prop_assert!(messages.is_ok(), "{}", String::from_utf8_lossy(&json));
                }
                // The release may fail on the same file, with an error.
                let _ = load(&before, &options.with_profile(Profile::Compat));
            }
        }
    }

    #[test]
    fn a_rewritten_file_reads_the_same_and_is_current(choices in vec(any::<u8>(), 0..40)) {
        let before = file(&choices);
        let options = SessionOptions::new();
        let first = load(&before, &options).map_err(|e| TestCaseError::fail(e.to_string()))?;
        if let Some(text) = first.rewritten(&options) {
            let second = load(&text, &options).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert!(second.rewritten(&options).is_none());
            let parse = |json: Vec<u8>| serde_json::from_slice::<serde_json::Value>(&json).ok();
            prop_assert_eq!(parse(second.messages_json()), parse(first.messages_json()), "{}", String::from_utf8_lossy(&text));
        }
    }
}
