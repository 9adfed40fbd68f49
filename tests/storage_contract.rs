//! What repair makes of a storage that fails, dies or is raced: `tests/vectors/repair/storage-contract.json`.

#![cfg(feature = "testing")]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::path::Path;
use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Kind, Value};
use transcript_hygiene::repair::{
    Fault, FaultKind, FaultyStorage, Level, MemoryStorage, Outcome, RepairOptions, Status, Step,
    conformance, run,
};
use transcript_hygiene::text::JsStr;

const SESSION: &str = "session.jsonl";

/// How the name of a backup begins.
const BACKUP: &str = "session.jsonl.bak-";

/// The name that a first repair gives its backup: the storage's first unique text, and its clock.
const FIRST_BACKUP: &str = "session.jsonl.bak-1-1700000000000";

/// The clock of the storage.
const NOW: f64 = 1_700_000_000_000.0;

/// Names of the steps in the cases.
const STEPS: [&str; 10] = [
    "load",
    "plan",
    "saveNew",
    "writeTemp",
    "flushTemp",
    "checkVersion",
    "replace",
    "flushDir",
    "verify",
    "remove",
];

/// A case and what came of it.
struct Run<'d> {
    document: &'d Document<'d>,
    require: Value,
    original: Vec<u8>,
    repaired: Vec<u8>,
    /// What another writer adds or puts in the session's place.
    other: Vec<u8>,
    storage: FaultyStorage,
    outcome: Outcome,
    failures: Vec<String>,
}

fn text(document: &Document<'_>, object: Value, key: &str) -> Option<String> {
    document
        .get_string(object, key)
        .map(|text| JsStr::from_wtf8(&text).to_string_lossy())
}

fn fault(document: &Document<'_>, fault: Value) -> Fault {
    let step = text(document, fault, "step").expect("a step");
    let at = STEPS
        .iter()
        .position(|name| *name == step)
        .expect("a known step");
    let bytes = || text(document, fault, "text").expect("a text").into_bytes();
    let kind = match text(document, fault, "kind").as_deref() {
        Some("crash") => FaultKind::Crash,
        Some("powerloss") => FaultKind::PowerLoss,
        Some("error") => FaultKind::Error(text(document, fault, "message").expect("a message")),
        Some("exists") => FaultKind::Exists,
        // In memory a name is all there is of a file: who holds it of old writes to the same bytes.
        Some("append" | "append-old") => FaultKind::Append(bytes()),
        Some("replace") => FaultKind::Overwrite(bytes()),
        Some("delete") => FaultKind::Delete,
        other => panic!("unknown kind {other:?}"),
    };
    Fault {
        step: Step::ALL[at],
        after: text(document, fault, "when").as_deref() == Some("after"),
        partial: document
            .get(fault, "partial")
            .and_then(|n| document.number(n))
            .map(|n| n as usize),
        kind,
    }
}

impl<'d> Run<'d> {
    fn new(document: &'d Document<'d>, case: Value, repaired: &[u8]) -> Self {
        let request = document.get(case, "request").expect("a request");
        let original = match text(document, request, "fileText") {
            Some(text) => text.into_bytes(),
            None => STANDARD
                .decode(text(document, request, "fileBase64").expect("a file"))
                .expect("base64"),
        };
        let injected: Vec<Value> = document
            .get(request, "inject")
            .map(|inject| document.entries(inject).map(|entry| entry.value).collect())
            .unwrap_or_default();
        let faults = injected
            .iter()
            .map(|value| fault(document, *value))
            .collect();
        let other = injected
            .iter()
            .find_map(|value| text(document, *value, "text"))
            .unwrap_or_default();
        let mut files = MemoryStorage::new().with_now(NOW);
        files.put(SESSION, original.clone());
        let mut storage = FaultyStorage::new(files, SESSION, faults);
        let outcome = run(&mut storage, SESSION, &RepairOptions::new());
        Run {
            document,
            require: document.get(case, "require").expect("requirements"),
            original,
            repaired: repaired.to_vec(),
            other: other.into_bytes(),
            storage,
            outcome,
            failures: Vec::new(),
        }
    }

    fn expect(&mut self, what: &str, holds: bool) {
        if !holds {
            let names = self.storage.files.names();
            self.failures.push(format!(
                "{what}\n    {}\n    files {names:?}",
                self.outcome.to_json()
            ));
        }
    }

    fn required(&self, key: &str) -> Option<Value> {
        self.document.get(self.require, key)
    }

    /// The texts that a requirement allows.
    fn allowed(&self, value: Value) -> Vec<String> {
        let string = |value| {
            self.document
                .string(value)
                .map(|text| JsStr::from_wtf8(&text).to_string_lossy())
        };
        match string(value) {
            Some(one) => vec![one],
            None => self
                .document
                .entries(value)
                .filter_map(|entry| string(entry.value))
                .collect(),
        }
    }

    /// Bytes of the only file whose name begins so.
    fn stored(&self, prefix: &str) -> Option<Vec<u8>> {
        let name = self
            .storage
            .files
            .names()
            .into_iter()
            .find(|name| name.starts_with(prefix))?;
        self.storage.files.get(&name).map(<[u8]>::to_vec)
    }

    fn state(&self, bytes: Option<&[u8]>) -> &'static str {
        match bytes {
            None => "absent",
            Some(bytes) if bytes == self.repaired => "repaired",
            Some(bytes) if bytes == self.original => "original",
            Some(bytes) if self.original.starts_with(bytes) || self.repaired.starts_with(bytes) => {
                "prefix"
            }
            Some(_) => "something else",
        }
    }

    fn expect_state(&mut self, key: &str, require: Value, bytes: Option<Vec<u8>>) {
        if let Some(allowed) = self.document.get(require, key) {
            let (state, allowed) = (self.state(bytes.as_deref()), self.allowed(allowed));
            self.expect(
                &format!("{key} is {state}, not {allowed:?}"),
                allowed.iter().any(|one| one == state),
            );
        }
    }

    fn session(&self) -> Option<Vec<u8>> {
        self.storage.files.get(SESSION).map(<[u8]>::to_vec)
    }

    fn check(&mut self) {
        if let Some(outcome) = self
            .required("outcome")
            .filter(|o| self.document.kind(*o) != Kind::Null)
        {
            let (found, allowed) = (self.outcome.status.text(), self.allowed(outcome));
            self.expect(
                &format!("outcome is {found}, not {allowed:?}"),
                allowed.contains(&found),
            );
        }
        let require = self.require;
        self.expect_state("session", require, self.session());
        if self.required("existingBackupUntouched").is_none() {
            self.expect_state("backup", require, self.stored(BACKUP));
        }
        self.expect_state(
            "temp",
            require,
            self.stored(&FaultyStorage::temporary_name(SESSION)),
        );
        self.check_details();
        self.check_nothing_lost();
        if let Some(rerun) = self.required("thenRerun") {
            let files = std::mem::take(&mut self.storage.files);
            self.storage = FaultyStorage::new(files, SESSION, Vec::new());
            self.outcome = run(&mut self.storage, SESSION, &RepairOptions::new());
            self.expect_state("session", rerun, self.session());
            self.check_nothing_lost();
        }
    }

    fn check_details(&mut self) {
        let outcome = self.outcome.clone();
        if self.required("opsOnly").is_some() {
            self.expect(
                "more than loading was asked for",
                self.storage.steps == [Step::Load],
            );
        }
        if self.required("warned").is_some() {
            let warned = outcome.logs.iter().any(|log| log.level == Level::Warn);
            self.expect("no warning", warned);
        }
        if let Some(text) = self.required("sessionText") {
            let text = self.allowed(text).concat();
            self.expect(
                "session is not the other writer's",
                self.session() == Some(text.into_bytes()),
            );
        }
        if let Some(text) = self.required("sessionContains") {
            let text = self.allowed(text).concat();
            let session = String::from_utf8_lossy(&self.session().unwrap_or_default()).into_owned();
            self.expect("session lacks the late record", session.contains(&text));
        }
        if self.required("validated").is_some() {
            self.expect("validated", !outcome.validated);
        }
        if self.required("durability").is_some() {
            self.expect("called durable", !outcome.durable);
        }
        if self.required("backupReported").is_some() {
            let reported = outcome
                .backup_path
                .as_deref()
                .and_then(|path| self.storage.files.get(path));
            let is_there = reported.is_some();
            self.expect("backup not reported", is_there);
        }
        if self.required("backupBytes").is_some() {
            self.expect(
                "backup has other bytes",
                self.stored(BACKUP) == Some(self.original.clone()),
            );
        }
        if self.required("existingBackupUntouched").is_some() {
            let kept = self.storage.files.get(FIRST_BACKUP) == Some(b"somebody else's".as_slice());
            self.expect("the existing backup was touched", kept);
            let tries = self
                .storage
                .steps
                .iter()
                .filter(|step| **step == Step::SaveNew)
                .count();
            self.expect("other than two names tried", tries == 2);
        }
    }

    /// Every record ever written is in the session or in a reported backup.
    fn check_nothing_lost(&mut self) {
        let asked = self.required("lost").is_some() || self.required("thenRerun").is_some();
        if !asked || self.outcome.status.text().contains("the host is dead") {
            return;
        }
        let mut kept = self.session().unwrap_or_default();
        if let Some(path) = &self.outcome.backup_path {
            kept.extend_from_slice(self.storage.files.get(path).unwrap_or_default());
        }
        let kept = String::from_utf8_lossy(&kept).into_owned();
        let repaired = String::from_utf8_lossy(&self.repaired).into_owned();
        let other = String::from_utf8_lossy(&self.other).into_owned();
        for line in repaired.lines().chain(other.lines()) {
            self.expect(&format!("lost {line}"), kept.contains(line));
        }
    }
}

#[test]
fn nothing_is_lost_whatever_fails_dies_or_races() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/repair/storage-contract.json");
    let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let document = Document::parse(&bytes, 6, &Limits::default()).expect("JSON");
    let repaired = text(&document, document.root(), "repairedText")
        .expect("a text")
        .into_bytes();
    let cases = document.get(document.root(), "vectors").expect("vectors");
    let (mut count, mut failures) = (0, Vec::new());
    for case in document.entries(cases).map(|entry| entry.value) {
        let mut run = Run::new(&document, case, &repaired);
        run.check();
        let id = text(&document, case, "id").unwrap_or_default();
        failures.extend(
            run.failures
                .iter()
                .map(|failure| format!("{id}: {failure}")),
        );
        count += 1;
    }
    println!("{count} cases, {} failures", failures.len());
    assert!(count > 0 && failures.is_empty(), "{}", failures.join("\n"));
}

/// The whole against every fault at every step, one at a time: the session is wholly old or wholly new, or what another
/// writer made of it, and no file but a reported backup is left when the host lives.
#[test]
fn every_fault_at_every_step_leaves_the_session_whole() {
    let original =
        b"{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"custom\",\"id\":\"a\"}\n{\"cut".to_vec();
    let repaired =
        b"{\"type\":\"session\",\"id\":\"s\"}\n{\"type\":\"custom\",\"id\":\"a\"}\n".to_vec();
    let late = b"\n{\"type\":\"custom\",\"id\":\"late\"}\n".to_vec();
    let kinds = [
        FaultKind::Crash,
        FaultKind::PowerLoss,
        FaultKind::Error("io".into()),
        FaultKind::Append(late.clone()),
    ];
    for step in Step::ALL {
        for after in [false, true] {
            for partial in [None, Some(3)] {
                for kind in &kinds {
                    let fault = Fault {
                        step,
                        after,
                        partial,
                        kind: kind.clone(),
                    };
                    let mut files = MemoryStorage::new().with_now(NOW);
                    files.put(SESSION, original.clone());
                    let mut storage = FaultyStorage::new(files, SESSION, vec![fault.clone()]);
                    let outcome = run(&mut storage, SESSION, &RepairOptions::new());
                    let session = storage
                        .files
                        .get(SESSION)
                        .expect("the session is there")
                        .to_vec();
                    let raced = matches!(kind, FaultKind::Append(_));
                    let is_whole = session == original || session == repaired;
                    let has_late = String::from_utf8_lossy(&session).contains("late");
                    assert!(
                        if raced {
                            has_late || is_whole
                        } else {
                            is_whole
                        },
                        "{fault:?}"
                    );
                    let dead = matches!(kind, FaultKind::Crash | FaultKind::PowerLoss);
                    for name in storage
                        .files
                        .names()
                        .iter()
                        .filter(|name| *name != SESSION && !dead)
                    {
                        assert_eq!(Some(name), outcome.backup_path.as_ref(), "{fault:?}");
                    }
                    let mut storage = FaultyStorage::new(storage.files, SESSION, Vec::new());
                    run(&mut storage, SESSION, &RepairOptions::new());
                    let again = String::from_utf8_lossy(storage.files.get(SESSION).expect("there"))
                        .into_owned();
                    assert!(
                        again.contains("\"a\"") && !again.contains("cut"),
                        "{fault:?}"
                    );
                }
            }
        }
    }
}

/// However often it fails, no backup is left beside a session that is as it was.
#[test]
fn a_repair_that_keeps_failing_gathers_no_backups() {
    // openclaw/openclaw#80960: 2,180 backups of one session.
    let original = b"{\"type\":\"session\",\"id\":\"s\"}\n{bad".to_vec();
    for step in [
        Step::SaveNew,
        Step::WriteTemp,
        Step::FlushTemp,
        Step::CheckVersion,
        Step::Replace,
    ] {
        let mut files = MemoryStorage::new().with_now(NOW);
        files.put(SESSION, original.clone());
        for _ in 0..3 {
            let fault = Fault {
                step,
                after: false,
                partial: Some(3),
                kind: FaultKind::Error("ENOSPC".into()),
            };
            let mut storage = FaultyStorage::new(files, SESSION, vec![fault]);
            let outcome = run(&mut storage, SESSION, &RepairOptions::new());
            assert_eq!(outcome.status.text(), "repair failed: ENOSPC", "{step:?}");
            assert_eq!(storage.files.names(), [SESSION], "{step:?}");
            assert_eq!(
                storage.files.get(SESSION),
                Some(original.as_slice()),
                "{step:?}"
            );
            files = storage.files;
        }
        let outcome = run(&mut files, SESSION, &RepairOptions::new());
        assert_eq!(
            (outcome.status, files.names()),
            (Status::Repaired, vec![SESSION.to_owned()])
        );
    }
}

#[test]
fn memory_and_the_faulty_storage_without_faults_keep_the_contract() {
    conformance::check_all(&mut MemoryStorage::new);
    conformance::check_all(&mut || FaultyStorage::new(MemoryStorage::new(), SESSION, Vec::new()));
}
