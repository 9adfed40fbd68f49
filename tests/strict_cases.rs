//! What makes providers refuse a request: the validator names it, profile `strict` cures it.
//!
//! The kinds have texts of their own here; the shared cases run too where their folder is.

#[path = "wire/lint_options.rs"]
mod lint_options;
#[path = "wire/member.rs"]
mod member;
#[path = "wire/texts.rs"]
mod texts;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lint_options::options;
use member::text_of;
use texts::{all_text, texts};
use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, Kind, Value};
use transcript_hygiene::policy::{Profile, Target};
use transcript_hygiene::replay::{Outcome, ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::validate::{
    Finding, Grammar, LINT_LEVELS, LintOptions, Severity, Shape, lint_options, validate_request,
    validate_transcript,
};

/// Cases of the project's own, in the form of the shared ones.
const OWN: &str = "tests/vectors/strict-cases.jsonl";

/// The shared cases.
const SHARED: &str = "../shared/cases/provider-rejections.jsonl";

/// Provider-native bodies.
const SHARED_BODIES: &str = "../shared/cases/wire-bodies.jsonl";

fn parse(text: &[u8]) -> Document<'_> {
    Document::parse(text, LINT_LEVELS, &Limits::default()).expect("a case is JSON")
}

fn lines(path: &str) -> Vec<String> {
    let text = match fs::read_to_string(Path::new(path)) {
        Ok(text) => text,
        Err(_) => return Vec::new(),
    };
    text.lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn json(document: &Document<'_>, value: Value) -> Vec<u8> {
    transcript_hygiene::json::write(document, value)
}

fn target(document: &Document<'_>, case: Value) -> Target {
    let mut target = Target::new();
    if let Some(text) = text_of(document, case, "provider") {
        target = target.with_provider(text);
    }
    if let Some(text) = text_of(document, case, "modelApi") {
        target = target.with_model_api(text);
    }
    if let Some(text) = text_of(document, case, "modelId") {
        target = target.with_model_id(text);
    }
    target
}

/// The options of a case. For Mistral those of its server, which no case spells.
fn case_options(document: &Document<'_>, case: Value, given: Option<Value>) -> LintOptions {
    let mistral = document.member_is(case, "modelApi", "mistral-conversations");
    let base = if mistral {
        lint_options(&target(document, case))
    } else {
        LintOptions::new()
    };
    options(document, given, base)
}

fn errors(findings: &[Finding]) -> BTreeSet<&'static str> {
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.constraint.id).collect()
}

fn shape_of(document: &Document<'_>, case: Value) -> Shape {
    let api = text_of(document, case, "modelApi").unwrap_or_default();
    Shape::named(&api).unwrap_or_else(|| Shape::of_api(&api))
}

/// True for images that stand for generated pixels: they need the images module.
fn needs_pixels(line: &str) -> bool {
    line.contains("\"generate\":")
}

fn report(failures: &[String], of: usize) {
    assert!(
        failures.is_empty(),
        "{} of {of} cases:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn check_input_rules(path: &str) {
    let mut failures = Vec::new();
    let lines = lines(path);
    for line in lines.iter().filter(|line| !needs_pixels(line)) {
        let case = parse(line.as_bytes());
        let root = case.root();
        let input = case.get(root, "input").expect("input");
        let constraints = case
            .get(root, "expected")
            .and_then(|expected| case.get(expected, "constraints"));
        let Some(valid) = constraints.and_then(|constraints| case.get(constraints, "valid")) else {
            continue;
        };
        let options = case_options(&case, root, Some(valid));
        let shape = shape_of(&case, root);
        let findings = match (case.get(input, "wire"), case.get(input, "messages")) {
            (Some(wire), _) => {
                let text = json(&case, wire);
                validate_request(&parse(&text), shape, &options)
            }
            (None, Some(messages)) => {
                let text = json(&case, messages);
                validate_transcript(&parse(&text), shape, &options)
            }
            (None, None) => panic!("a case without input"),
        };
        let expected = texts(&case, case.get(root, "input_rules_broken"));
        let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
        // A case may name what is a warning alone; an error that it does not name is one too many.
        let all: BTreeSet<&str> = findings
            .iter()
            .map(|finding| finding.constraint.id)
            .collect();
        let found = errors(&findings);
        if !expected.is_subset(&all) || !found.is_subset(&expected) {
            failures.push(format!(
                "{:?}: expected {expected:?}, found {found:?}",
                text_of(&case, root, "id")
            ));
        }
    }
    report(&failures, lines.len());
}

#[test]
fn the_validator_names_what_each_case_breaks() {
    check_input_rules(OWN);
    check_input_rules(SHARED);
}

#[test]
fn the_validator_names_what_each_body_breaks_and_nothing_in_a_valid_one() {
    let mut failures = Vec::new();
    let lines = lines(SHARED_BODIES);
    for line in &lines {
        let case = parse(line.as_bytes());
        let root = case.root();
        let id = text_of(&case, root, "id");
        let shape =
            Shape::named(&text_of(&case, root, "shape").unwrap_or_default()).expect("a shape");
        let expect = case.get(root, "expect").expect("expect");
        let body = text_of(&case, root, "body").expect("body");
        let Ok(document) = Document::parse(body.as_bytes(), LINT_LEVELS, &Limits::default()) else {
            continue;
        };
        let given = case
            .get(expect, "valid")
            .filter(|valid| case.kind(*valid) == Kind::Object);
        let options = options(&case, given, LintOptions::new());
        let findings = validate_request(&document, shape, &options);
        let all: BTreeSet<&str> = findings
            .iter()
            .map(|finding| finding.constraint.id)
            .collect();
        for wanted in texts(&case, case.get(expect, "findings")) {
            if !wanted.split('|').any(|either| all.contains(either)) {
                failures.push(format!("{id:?}: {wanted} is missing in {all:?}"));
            }
        }
        if case.member_is(root, "class", "valid") && !errors(&findings).is_empty() {
            let places: Vec<_> = findings
                .iter()
                .map(|f| format!("{} {}", f.constraint.id, f.pointer))
                .collect();
            failures.push(format!("{id:?} is valid: {places:?}"));
        }
    }
    report(&failures, lines.len());
}

struct Ran {
    output: Vec<u8>,
    outcome: Outcome,
}

fn run(messages: &[u8], target: &Target, entries: Option<String>, without: &[String]) -> Ran {
    let options = ReplayOptions::new()
        .with_profile(Profile::Strict)
        .with_without_rules(without.to_vec())
        .with_session_entries(entries);
    let mut transcript = Transcript::parse(messages, &Limits::default()).expect("a transcript");
    let outcome = sanitize(&mut transcript, target, &options).expect("strict sends something");
    Ran {
        output: transcript.to_text(),
        outcome,
    }
}

/// Calls of an output: id and the JSON of what they are called with.
fn calls(document: &Document<'_>) -> Vec<(String, String)> {
    let turns = document.entries(document.root());
    let blocks = turns
        .filter_map(|turn| document.get(turn.value, "content"))
        .flat_map(|content| document.entries(content));
    blocks
        .filter(|block| {
            ["toolCall", "toolUse", "functionCall"]
                .iter()
                .any(|kind| document.member_is(block.value, "type", kind))
        })
        .map(|block| {
            let arguments = document
                .get(block.value, "arguments")
                .or_else(|| document.get(block.value, "input"));
            let arguments = arguments.map_or(Vec::new(), |arguments| json(document, arguments));
            (
                text_of(document, block.value, "id").unwrap_or_default(),
                String::from_utf8_lossy(&arguments).into_owned(),
            )
        })
        .collect()
}

/// What of a case's constraints an output does not hold.
fn broken(case: &Document<'_>, root: Value, input: &[u8], ran: &Ran) -> Vec<String> {
    let mut broken = Vec::new();
    let output = parse(&ran.output);
    let text = all_text(&output);
    let raw = String::from_utf8_lossy(&ran.output);
    let expected = case.get(root, "expected").expect("expected");
    let constraints = case.get(expected, "constraints").expect("constraints");
    let advised: BTreeSet<&str> = ran
        .outcome
        .advice
        .iter()
        .map(|advice| advice.constraint.id)
        .collect();
    for entry in case.entries(constraints) {
        let key = case.key(entry).into_owned();
        let list = || texts(case, Some(entry.value));
        match key.as_slice() {
            b"valid" => {
                for base in [
                    case_options(case, root, Some(entry.value)),
                    options(case, Some(entry.value), lint_options(&target(case, root))),
                ] {
                    let findings = validate_transcript(&output, shape_of(case, root), &base);
                    let left = findings.iter().filter(|f| {
                        f.severity == Severity::Error && !advised.contains(f.constraint.id)
                    });
                    broken.extend(left.map(|f| format!("{} at {}", f.constraint.id, f.pointer)));
                }
            }
            b"keepText" | b"keepSig" => {
                broken.extend(
                    list()
                        .iter()
                        .filter(|kept| !text.contains(*kept))
                        .map(|kept| format!("lost {kept:.30}")),
                );
            }
            b"dropText" | b"dropSig" => {
                broken.extend(
                    list()
                        .iter()
                        .filter(|gone| text.contains(*gone))
                        .map(|gone| format!("kept {gone:.30}")),
                );
            }
            b"dropSigIfPrefixChanged" => {
                broken.extend(
                    list()
                        .iter()
                        .filter(|gone| text.contains(*gone))
                        .map(|gone| format!("kept {gone:.30}")),
                );
            }
            b"uniqueIds" => {
                let ids: Vec<String> = calls(&output).into_iter().map(|(id, _)| id).collect();
                let distinct: BTreeSet<&String> = ids.iter().collect();
                if distinct.len() != ids.len() {
                    broken.push(format!("ids {ids:?}"));
                }
            }
            b"idPattern" => {
                let grammar =
                    Grammar::parse(&text_of(case, constraints, "idPattern").unwrap_or_default())
                        .expect("a pattern");
                broken.extend(
                    calls(&output)
                        .iter()
                        .filter(|(id, _)| !grammar.holds(id.as_bytes()))
                        .map(|(id, _)| format!("id {id}")),
                );
            }
            b"maxIdLen" => {
                let most = case.number(entry.value).unwrap_or_default() as usize;
                broken.extend(
                    calls(&output)
                        .iter()
                        .filter(|(id, _)| id.len() > most)
                        .map(|(id, _)| format!("id {id:.20}")),
                );
            }
            b"pairText" => {
                for pair in case.entries(entry.value) {
                    let pair = texts(case, Some(pair.value));
                    let call = calls(&output)
                        .into_iter()
                        .find(|(_, arguments)| arguments.contains(&format!("\"{}\"", pair[0])));
                    let answered = call.is_some_and(|(id, _)| {
                        output.entries(output.root()).any(|turn| {
                            output.member_is(turn.value, "toolCallId", &id)
                                && String::from_utf8_lossy(&json(&output, turn.value))
                                    .contains(&pair[1])
                        })
                    });
                    if !answered {
                        broken.push(format!("pair {pair:?}"));
                    }
                }
            }
            b"synthetic" => {
                let made = raw.matches("\"aborted\"").count()
                    + raw.matches("[openclaw] missing tool result").count();
                if Some(made as f64) != case.number(entry.value) {
                    broken.push(format!("{made} placeholder results"));
                }
            }
            b"hasTypes" => {
                broken.extend(
                    list()
                        .iter()
                        .filter(|kind| !raw.contains(&format!("\"type\":\"{kind}\"")))
                        .map(|kind| format!("no {kind}")),
                );
            }
            b"sameLastAssistant" => {
                let last = |document: &Document<'_>| {
                    let turns: Vec<_> = document.entries(document.root()).collect();
                    let turn = turns
                        .into_iter()
                        .rev()
                        .find(|turn| document.member_is(turn.value, "role", "assistant"));
                    turn.and_then(|turn| document.get(turn.value, "content"))
                        .map(|content| json(document, content))
                };
                if last(&output) != last(&parse(input)) {
                    broken.push("another last assistant turn".into());
                }
            }
            other => panic!("unknown constraint {}", String::from_utf8_lossy(other)),
        }
    }
    if case.get_non_null(expected, "advice").is_some()
        && !text_of(case, expected, "advice")
            .unwrap_or_default()
            .contains(" or ")
    {
        // A value put into the history is as good as the advice to put it into the request.
        let cured = text.contains("skip_thought_signature_validator");
        if ran.outcome.advice.is_empty() && !cured {
            broken.push("no advice".into());
        }
    }
    broken
}

/// The cases that a run without some rules fails, and how many there are.
fn failures(path: &str, without: &[String]) -> (Vec<String>, usize) {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in lines(path).iter().filter(|line| !needs_pixels(line)) {
        let case = parse(line.as_bytes());
        let root = case.root();
        let input = case.get(root, "input").expect("input");
        let Some(messages) = case.get(input, "messages") else {
            continue;
        };
        count += 1;
        let messages = json(&case, messages);
        let entries = case
            .get_non_null(root, "priorModelSnapshot")
            .map(|snapshot| {
                let snapshot = String::from_utf8(json(&case, snapshot)).expect("JSON is UTF-8");
                format!(r#"[{{"type":"custom","customType":"model-snapshot","data":{snapshot}}}]"#)
            });
        let target = target(&case, root);
        let ran = run(&messages, &target, entries.clone(), without);
        let mut failed = broken(&case, root, &messages, &ran);
        let again = run(&ran.output, &target, entries, without);
        if again.output != ran.output {
            failed.push("a second run changes it again".into());
        }
        if !failed.is_empty() {
            let output: String = String::from_utf8_lossy(&ran.output)
                .chars()
                .take(700)
                .collect();
            failures.push(format!(
                "{:?}: {failed:?}\n    {output}",
                text_of(&case, root, "id")
            ));
        }
    }
    (failures, count)
}

#[test]
fn strict_cures_every_kind() {
    let (failed, count) = failures(OWN, &[]);
    assert!(count > 0, "{OWN} is empty");
    report(&failed, count);
}

#[test]
fn strict_cures_the_shared_cases() {
    let (failed, count) = failures(SHARED, &[]);
    report(&failed, count);
}

/// The cures: rules that only profile `strict` runs.
const CURES: [&str; 18] = [
    "replace-unpaired-surrogates",
    "mend-content",
    "drop-unknown-blocks",
    "keep-error-results-text",
    "drop-foreign-reasoning",
    "drop-refused-reasoning",
    "replace-silent-reasoning",
    "drop-blank-summaries",
    "canonicalize-tool-calls",
    "parse-tool-call-arguments",
    "rename-tools",
    "fit-tool-call-ids",
    "drop-repeated-item-ids",
    "keep-a-turn",
    "sign-gemini-calls",
    "bridge-tool-results",
    "trim-trailing-assistant",
    "drop-thinking-behind-changes",
];

#[test]
fn removing_a_cure_makes_a_case_fail() {
    let idle = CURES
        .into_iter()
        .filter(|cure| failures(OWN, &[(*cure).into()]).0.is_empty());
    let idle: Vec<&str> = idle.collect();
    assert!(idle.is_empty(), "not missed: {idle:?}");
}

#[test]
fn what_breaks_nothing_comes_back_byte_for_byte() {
    let mut seen = 0;
    for line in lines(OWN) {
        let case = parse(line.as_bytes());
        let root = case.root();
        let id = text_of(&case, root, "id").unwrap_or_default();
        if !id.ends_with("-stays") && !id.ends_with("-no-change") {
            continue;
        }
        seen += 1;
        let input = case.get(root, "input").expect("input");
        let messages = json(&case, case.get(input, "messages").expect("messages"));
        let ran = run(&messages, &target(&case, root), None, &[]);
        assert_eq!(
            String::from_utf8_lossy(&ran.output),
            String::from_utf8_lossy(&messages),
            "{id}"
        );
    }
    assert_eq!(seen, 3);
}
