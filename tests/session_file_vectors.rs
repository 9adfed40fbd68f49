//! Session files against what the reference release was seen to make of them: repaired, and read.
//!
//! `tests/vectors/repair` and `tests/vectors/context` hold all cases written by hand and a third of the generated ones;
//! where the whole set is at hand beside the repository, it is checked too.

#![cfg(feature = "conformance")]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::path::{Path, PathBuf};
use transcript_hygiene::Limits;
use transcript_hygiene::conformance::{context, repair};
use transcript_hygiene::json::{Document, Value, write};
use transcript_hygiene::text::JsStr;

/// The clock of every case, in milliseconds.
const NOW: f64 = 1_700_000_000_000.0;

/// Levels of a file of cases that are read at once.
const LEVELS: usize = 4;

/// What is compared of a repair.
const REPAIR_FIELDS: [&str; 12] = [
    "repaired",
    "droppedLines",
    "rewrittenAssistantMessages",
    "droppedBlankUserMessages",
    "rewrittenUserMessages",
    "removedCorruptedImageBlocks",
    "insertedToolResults",
    "reason",
    "plan",
    "unchanged",
    "outText",
    "outBase64",
];

/// What is compared of a reading.
const CONTEXT_FIELDS: [&str; 5] = ["loaded", "tree", "flat", "unchanged", "outText"];

/// Cases that need a host: their request names a path or faults.
const HOST_KEYS: [&str; 2] = ["path", "faults"];

/// Checks all cases of the files of a folder and lists those that failed.
fn check_folder(folder: &Path, fields: &[&str], answer: fn(&[u8], f64) -> String) {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let (mut count, mut failures) = (0, Vec::new());
    for file in files
        .iter()
        .filter(|file| !file.ends_with("storage-contract.json"))
    {
        let text = fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let document = Document::parse(&text, LEVELS, &Limits::default()).expect("JSON");
        let vectors = document.get(document.root(), "vectors").expect("vectors");
        for case in document.entries(vectors).map(|entry| entry.value) {
            let request = document.get(case, "request").expect("a request");
            if HOST_KEYS
                .iter()
                .any(|key| document.get(request, key).is_some())
            {
                continue;
            }
            count += 1;
            let got = answer(&input(&document, request), NOW);
            let expected = document.get(case, "expect").expect("an expectation");
            if let Some(difference) = difference(&document, expected, &got, fields) {
                let id = text_of(&document, case, "id").unwrap_or_default();
                failures.push(format!("{id}: {difference}"));
            }
        }
    }
    println!(
        "{}: {count} cases, {} failed",
        folder.display(),
        failures.len()
    );
    assert!(count > 0, "no cases in {}", folder.display());
    assert!(
        failures.is_empty(),
        "{} of {count} cases failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn text_of(document: &Document<'_>, object: Value, key: &str) -> Option<String> {
    document
        .get_string(object, key)
        .map(|text| JsStr::from_wtf8(&text).to_string_lossy())
}

fn input(document: &Document<'_>, request: Value) -> Vec<u8> {
    match text_of(document, request, "fileText") {
        Some(text) => text.into_bytes(),
        None => STANDARD
            .decode(text_of(document, request, "fileBase64").expect("a file"))
            .expect("base64"),
    }
}

/// The first field that is not as recorded.
fn difference(
    document: &Document<'_>,
    expected: Value,
    got: &str,
    fields: &[&str],
) -> Option<String> {
    let expected = String::from_utf8(write(document, expected)).expect("UTF-8");
    let both = format!("[{expected},{got}]");
    let both = Document::parse(both.as_bytes(), 2, &Limits::default()).expect("JSON");
    let sides: Vec<Value> = both.entries(both.root()).map(|entry| entry.value).collect();
    fields.iter().find_map(|field| {
        let (wanted, found) = (both.get(sides[0], field), both.get(sides[1], field));
        let is_same = match (wanted, found) {
            (Some(wanted), Some(found)) => both.deep_equal(wanted, found),
            (wanted, found) => wanted == found,
        };
        let show = |value: Option<Value>| {
            value.map_or("nothing".into(), |value| {
                String::from_utf8_lossy(&write(&both, value)).into_owned()
            })
        };
        (!is_same).then(|| {
            format!(
                "{field}\n  expected {}\n  got      {}",
                show(wanted),
                show(found)
            )
        })
    })
}

fn check(kind: &str, fields: &[&str], answer: fn(&[u8], f64) -> String) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    check_folder(&root.join("tests/vectors").join(kind), fields, answer);
    let whole = root.join("../shared/vectors").join(kind);
    if whole.exists() {
        check_folder(&whole, fields, answer);
    }
}

#[test]
fn files_are_repaired_as_recorded() {
    check("repair", &REPAIR_FIELDS, repair);
}

#[test]
fn files_are_read_as_recorded() {
    check("context", &CONTEXT_FIELDS, context);
}
