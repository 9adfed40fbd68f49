//! Decisions about image blocks against recorded expectations.
//!
//! A case is a list of blocks and what becomes of each. Where the pixels would change, the expectation tells nothing
//! that could be checked here, only that they do. The own cases in `vectors/images` always run, the shared recordings
//! where they lie beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};
use transcript_hygiene::images::{Decision, ImageLimits, ImagePolicy, decide};
use transcript_hygiene::text::JsStr;

/// How the texts begin that can only follow from an attempt at the pixels.
const AFTER_DECODING: [&str; 3] = [
    "RastermillError: Unable to decode image",
    "ImageProcessorUnavailableError:",
    "Error: Image could not be reduced below ",
];

fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn json(path: &Path) -> Value {
    let text = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Spells out a `data` that is described rather than written: see the README of the recordings.
fn expand(data: &Value, folder: &Path) -> Value {
    let text = |key: &str| data[key].as_str().unwrap_or_default();
    let number = |key: &str| data[key].as_u64().map(|n| n as usize);
    let mut body = if let Some(repeat) = data["$repeat"].as_array() {
        let times = repeat[1].as_u64().expect("a number of times") as usize;
        repeat[0].as_str().expect("a text to repeat").repeat(times)
    } else if let Some(file) = data["$file"].as_str() {
        let mut bytes = fs::read(folder.join(file)).expect("an input file");
        bytes.resize(bytes.len() + number("$padBytes").unwrap_or(0), 0);
        bytes.truncate(number("$cut").unwrap_or(usize::MAX));
        STANDARD.encode(bytes)
    } else {
        return data.clone();
    };
    if data["$urlsafe"] == true {
        body = body.replace('+', "-").replace('/', "_");
    }
    if data["$stripPadding"] == true {
        body.truncate(body.trim_end_matches('=').len());
    }
    if let Some(width) = number("$wrap") {
        let eol = data["$eol"].as_str().unwrap_or("\n");
        body = wrap(&body, width, eol);
    }
    format!("{}{body}{}", text("$prefix"), text("$suffix")).into()
}

/// Puts `eol` behind every `width` characters of ASCII text.
fn wrap(text: &str, width: usize, eol: &str) -> String {
    let mut wrapped = String::new();
    for line in text.as_bytes().chunks(width) {
        wrapped.push_str(str::from_utf8(line).expect("ASCII"));
        if line.len() == width {
            wrapped.push_str(eol);
        }
    }
    wrapped
}

fn policy(options: &Value) -> ImagePolicy {
    let limits = ImageLimits::from_numbers(
        options["maxDimensionPx"].as_f64(),
        options["maxBytes"].as_f64(),
    );
    limits.into()
}

/// True when `data` is the text that `expected` describes.
fn is_data(data: &str, expected: &Value) -> bool {
    if expected["$pass"] == true {
        let digest: String = Sha256::digest(data)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let start = expected["$sha256"].as_str().expect("a digest");
        expected["$len"] == data.len() && digest.starts_with(start)
    } else {
        expected == data
    }
}

/// What an image block becomes, as the expectation would say it; `None` where its pixels change.
fn apply(block: &Value, label: &str, policy: &ImagePolicy) -> Option<Value> {
    let string = |key: &str| block[key].as_str().map(JsStr::from);
    match decide(string("data"), string("mimeType"), label.into(), policy) {
        Decision::Keep { canonical, mime } => {
            let mut kept = block.clone();
            if let Some(canonical) = canonical {
                kept["data"] = canonical.into();
            }
            if let Some(mime) = mime {
                kept["mimeType"] = mime.into();
            }
            Some(kept)
        }
        Decision::Omit { text } => Some(serde_json::json!({
            "type": "text",
            "text": text.as_js().to_str().expect("labels here are well-formed"),
        })),
        Decision::Reencode { .. } | Decision::Verify { .. } => None,
    }
}

/// True when the expectation is a JPEG, or a text that only an attempt at one gives.
fn pixels_change(expected: &Value) -> bool {
    let reason = expected["text"]
        .as_str()
        .and_then(|text| text.split_once("] omitted image payload: "));
    expected["data"].get("$jpeg").is_some()
        || reason
            .is_some_and(|(_, reason)| AFTER_DECODING.iter().any(|begin| reason.starts_with(begin)))
}

/// True when a block becomes what is expected.
fn agrees(block: &Value, expected: &Value, label: &str, policy: &ImagePolicy) -> bool {
    if block["type"] != "image" {
        // Nobody decides about other blocks: they have to be expected as they are.
        return block == expected;
    }
    let Some(mut outcome) = apply(block, label, policy) else {
        return pixels_change(expected);
    };
    let mut expected = expected.clone();
    if outcome["data"]
        .as_str()
        .is_some_and(|data| is_data(data, &expected["data"]))
    {
        // The same text, one spelled out and one described.
        outcome["data"] = Value::Null;
        expected["data"] = Value::Null;
    }
    outcome == expected
}

/// The input blocks of a case, spelled out.
fn blocks(case: &Value, folder: &Path) -> Vec<Value> {
    let mut blocks = case["blocks"].as_array().expect("blocks").clone();
    for data in blocks.iter_mut().filter_map(|block| block.get_mut("data")) {
        *data = expand(data, folder);
    }
    blocks
}

/// Runs all cases and lists the blocks that become something else than expected.
fn failures(cases: &Value, expected: &Value, folder: &Path) -> Vec<String> {
    let mut failures = Vec::new();
    for case in cases.as_array().expect("a list of cases") {
        let id = case["id"].as_str().expect("an id");
        let label = case["label"].as_str().expect("a label");
        let policy = policy(&case["options"]);
        let blocks = blocks(case, folder);
        let outcomes = expected[id]["out"].as_array().expect("outcomes");
        if blocks.len() != outcomes.len() {
            failures.push(format!(
                "{id}: {} blocks, {} outcomes",
                blocks.len(),
                outcomes.len()
            ));
        }
        for (at, (block, outcome)) in blocks.iter().zip(outcomes).enumerate() {
            let outcome = match outcome["$same"].as_u64() {
                Some(same) => &blocks[same as usize],
                None => outcome,
            };
            if !agrees(block, outcome, label, &policy) {
                let wanted: String = outcome.to_string().chars().take(300).collect();
                failures.push(format!("{id}, block {at}: expected {wanted}"));
            }
        }
    }
    failures
}

#[track_caller]
fn check(cases: &Value, expected: &Value, folder: &Path) {
    let failures = failures(cases, expected, folder);
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn own_cases_are_decided_as_expected() {
    let folder = folder("tests/vectors/images");
    let vectors = json(&folder.join("decisions.json"));
    check(&vectors["cases"], &vectors["expected"], &folder);
}

#[test]
fn shared_cases_are_decided_as_recorded() {
    let folder = folder("../shared/vectors/images");
    if folder.exists() {
        let cases = json(&folder.join("cases.json"));
        check(&cases, &json(&folder.join("expected.json")), &folder);
    }
}
