//! The projection against what the reference release was seen to answer: every operation of the recorded display cases.
//!
//! Values, the order of keys and the spelling have to agree.
#![cfg(feature = "conformance")]

use std::fs;
use std::path::Path;

use transcript_hygiene::Limits;
use transcript_hygiene::conformance::display;
use transcript_hygiene::json::{Document, write};

/// The clock of the recorded cases, in milliseconds.
const NOW: f64 = 1_700_000_000_000.0;

/// Levels of a file that are read: the list, its cases, their requests.
const LEVELS: usize = 3;

/// Runs all cases of a file; fails with every case that differs.
fn check(area: &str, expected_cases: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors/display")
        .join(area)
        .with_extension("json");
    let file = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let document = Document::parse(&file, LEVELS, &Limits::default())
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut count = 0;
    let mut differing = Vec::new();
    for case in document.entries(document.root()) {
        let part = |key| {
            let part = document.get(case.value, key);
            part.unwrap_or_else(|| panic!("no {key} in case {count} of {area}"))
        };
        let now = document.get(part("request"), "now");
        let now = now.and_then(|now| document.number(now)).unwrap_or(NOW);
        let request = write(&document, part("request"));
        let expected = write(&document, part("expect"));
        let id = String::from_utf8_lossy(&write(&document, part("id"))).into_owned();
        let answer = display(&request, now).unwrap_or_else(|e| panic!("{id}: {e}"));
        count += 1;
        if answer.as_bytes() != expected {
            let expected = String::from_utf8_lossy(&expected);
            differing.push(format!("{id}\n  expected {expected}\n  answered {answer}"));
        }
    }
    assert_eq!(count, expected_cases, "cases in {area}");
    assert!(
        differing.is_empty(),
        "{} of {count} cases in {area} differ:\n{}",
        differing.len(),
        differing.join("\n")
    );
}

macro_rules! areas {
    ($($name:ident: $area:literal, $cases:literal;)*) => {
        $(#[test]
        fn $name() {
            check($area, $cases);
        })*
    };
}

areas! {
    canvas_previews_are_shown_as_recorded: "canvas", 146;
    directives_are_read_as_recorded: "directives", 140;
    envelopes_are_stripped_as_recorded: "envelope", 157;
    rows_are_hidden_and_merged_as_recorded: "filter", 189;
    rows_keep_their_identity_as_recorded: "identity", 74;
    unpaired_surrogates_pass_as_recorded: "lone", 11;
    metadata_is_stripped_as_recorded: "meta", 185;
    tool_replies_are_mirrored_as_recorded: "mirror", 193;
    histories_are_paged_and_streamed_as_recorded: "paging", 323;
    transcripts_are_projected_as_recorded: "project", 301;
    runtime_context_is_stripped_as_recorded: "runtime", 130;
    rows_are_sanitized_as_recorded: "sanitize", 222;
    silence_is_recognised_as_recorded: "silent", 501;
    small_texts_are_read_as_recorded: "small", 66;
    tags_are_stripped_as_recorded: "tags", 303;
    white_space_and_case_are_what_was_recorded: "unicode", 64;
}
