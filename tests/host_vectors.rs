//! Repairs on a host that fails, against what the reference release was seen to do: `tests/vectors/repair/host.json`.
//!
//! The steps are taken by hand, so that names and words are those of the recording. Where this project does better on
//! purpose (a failure is logged, backups go with a failure and stay while a session is not validated), the difference is
//! stated here.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use transcript_hygiene::policy::Profile;
use transcript_hygiene::repair::{Action, Answer, Outcome, RepairOptions, RepairSession, Status};

/// The clock and the process of every recording.
const NOW: f64 = 1_700_000_000_000.0;
const PROCESS: &str = "4242";

const SESSION: &str = "session.jsonl";

/// What is compared as it is recorded.
const FIELDS: [&str; 10] = [
    "repaired",
    "droppedLines",
    "rewrittenAssistantMessages",
    "droppedBlankUserMessages",
    "rewrittenUserMessages",
    "removedCorruptedImageBlocks",
    "insertedToolResults",
    "reason",
    "backupPath",
    "logs",
];

/// The words of a fault, when the recording has one of these operations fail.
fn fault(case: &Value, operations: &[(&str, u64)]) -> Option<String> {
    let faults = case["request"]["faults"].as_array()?;
    let fault = faults.iter().find(|fault| {
        let nth = fault["nth"].as_u64().unwrap_or(1);
        operations
            .iter()
            .any(|(name, which)| fault["op"] == *name && nth == *which)
    })?;
    fault["message"].as_str().map(str::to_owned)
}

/// Takes the steps on a host with the recording's faults. Modes and times of files are the host's own business.
fn run(case: &Value) -> Outcome {
    let path = case["request"]["path"].as_str();
    let file = case["request"]["fileText"]
        .as_str()
        .unwrap_or_default()
        .as_bytes()
        .to_vec();
    let options = RepairOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(NOW));
    let mut session = RepairSession::new(path.unwrap_or(SESSION), options, PROCESS, NOW);
    let (mut stored, mut answer) = (file, Answer::Start);
    let or_failed = |words: Option<String>, answer: Answer| words.map_or(answer, Answer::Failed);
    loop {
        answer = match session.step(answer) {
            Action::Load if path.is_some() => Answer::Missing,
            Action::Load => or_failed(
                fault(case, &[("read:main", 1)]),
                Answer::Loaded(stored.clone()),
            ),
            Action::SaveBackup(_) => or_failed(
                fault(case, &[("write:backup", 1), ("chmod:backup", 1)]),
                Answer::Done,
            ),
            Action::Replace => match fault(case, &[("write:temp", 1), ("rename", 1)]) {
                Some(words) => Answer::Failed(words),
                None => {
                    stored = session.planned().to_vec();
                    Answer::Replaced {
                        durable: true,
                        appended: Vec::new(),
                    }
                }
            },
            Action::Verify => or_failed(
                fault(case, &[("read:main", 2)]),
                Answer::Loaded(stored.clone()),
            ),
            Action::Remove(_) => or_failed(fault(case, &[("unlink:backup", 1)]), Answer::Done),
            Action::Finished(outcome) => return *outcome,
        };
    }
}

/// The recording, as this project has it.
fn expected(case: &Value, outcome: &Outcome) -> Value {
    let mut expected = case["expect"].clone();
    if let Status::Failed(_) = outcome.status {
        let words = format!(
            "session file repair skipped: {} ({SESSION})",
            outcome.status.text()
        );
        expected["logs"] = json!([["warn", words]]);
    }
    if outcome.status == Status::Repaired && expected["validated"] == false {
        expected["backupPath"] = json!(format!("{SESSION}.bak-{PROCESS}-{NOW}"));
    }
    if expected.get("logs").is_none() {
        expected["logs"] = json!([]);
    }
    expected
}

#[test]
fn hosts_that_fail_end_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/repair/host.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let table: Value = serde_json::from_str(&text).expect("JSON");
    let mut failures = Vec::new();
    for case in table["vectors"].as_array().expect("vectors") {
        let outcome = run(case);
        let got: Value = serde_json::from_str(&outcome.to_json()).expect("JSON");
        let expected = expected(case, &outcome);
        for field in FIELDS {
            if got.get(field) != expected.get(field) {
                failures.push(format!(
                    "{}: {field}\n  expected {}\n  got      {}",
                    case["id"], expected[field], got[field]
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
