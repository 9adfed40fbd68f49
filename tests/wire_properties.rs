//! The promises of preflight, held against transcripts that were converted to bodies: those of the cases, and generated
//! ones.

#[path = "wire/convert.rs"]
mod convert;
#[expect(dead_code, reason = "replay's own tests use the rest")]
mod generate;
#[expect(dead_code, reason = "other tests use the rest")]
mod tree;
#[expect(dead_code, reason = "cases of bodies are for another test")]
mod wire;

use std::fs;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use transcript_hygiene::policy::Target;
use transcript_hygiene::preflight::{Mode, Outcome, PreflightOptions, preflight};
use transcript_hygiene::validate::{Severity, Shape, lint_options, validate_request};
use wire::{around, parse, spelled, text_of};

/// Cases of transcripts: the project's own, and the ones they were made after, where those lie beside the repository.
const TRANSCRIPTS: [&str; 2] = [
    "tests/vectors/strict-cases.jsonl",
    "../shared/cases/provider-rejections.jsonl",
];

/// Generated cases for each promise.
const CASES: u32 = 600;

/// The seed of every run.
const SEED: u64 = 20_261_130;

fn cases() -> u32 {
    let said = std::env::var("PROPERTY_CASES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(CASES)
}

/// A body with whom it is for.
struct Request {
    body: String,
    shape: Shape,
    target: Target,
}

impl Request {
    fn of(transcript: &str, target: Target) -> Request {
        let shape = Shape::of_api(target.model_api().unwrap_or_default());
        let target = target.with_model_api(api(shape));
        Request {
            body: convert::body(transcript.as_bytes(), shape),
            shape,
            target,
        }
    }

    fn run(&self, body: &str) -> Outcome {
        let options = PreflightOptions::new()
            .with_mode(Mode::Strict)
            .with_api(Some(self.shape.name().into()))
            .with_provider(self.target.provider().map(str::to_owned))
            .with_model(self.target.model_id().map(str::to_owned));
        preflight(body.as_bytes(), &options)
    }

    /// What goes on, and what came of it.
    fn mended(&self, body: &str) -> (String, Outcome) {
        let outcome = self.run(body);
        let new = outcome
            .body
            .clone()
            .map(|new| String::from_utf8(new).expect("UTF-8"));
        (new.unwrap_or_else(|| body.to_owned()), outcome)
    }
}

/// The API that a shape stands for.
fn api(shape: Shape) -> &'static str {
    match shape {
        Shape::Anthropic => "anthropic-messages",
        Shape::Chat => "openai-completions",
        Shape::Responses => "openai-responses",
        Shape::Gemini => "google-generative-ai",
        Shape::Converse => "bedrock-converse-stream",
    }
}

fn errors_of(request: &Request, body: &str) -> Vec<String> {
    let document = parse(body.as_bytes());
    let findings = validate_request(&document, request.shape, &lint_options(&request.target));
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| format!("{} {}", finding.constraint.id, finding.pointer))
        .collect()
}

/// What only the caller can cure, whatever is done to the history.
const NOT_IN_THE_HISTORY: [&str; 1] = ["AM-17"];

fn breaks_nothing(request: &Request) {
    let (new, outcome) = request.mended(&request.body);
    let errors = errors_of(request, &new);
    let of_history: Vec<_> = errors
        .iter()
        .filter(|error| {
            !NOT_IN_THE_HISTORY
                .iter()
                .any(|known| error.starts_with(known))
        })
        .collect();
    assert!(of_history.is_empty(), "{of_history:?} in {new}");
    assert_eq!(outcome.refused, !errors.is_empty());
}

fn is_a_fixed_point(request: &Request) {
    let (new, _) = request.mended(&request.body);
    let (again, outcome) = request.mended(&new);
    let told: Vec<_> = outcome
        .changes
        .iter()
        .map(|change| change.sentence())
        .collect();
    assert_eq!(again, new, "{told:?}");
}

fn clean_bodies_keep_every_byte(request: &Request) {
    let outcome = request.run(&request.body);
    let policy = outcome
        .changes
        .iter()
        .any(|change| change.rule.id == "drop-history-reasoning");
    if errors_of(request, &request.body).is_empty() && !policy {
        assert!(outcome.body.is_none(), "{:?}", outcome.changes);
    }
}

fn untouched_turns_keep_their_bytes(request: &Request) {
    let (new, outcome) = request.mended(&request.body);
    let list = format!("/{}/", wire::list_key(request.shape));
    let touched = |at: usize| {
        let turn = format!("{list}{at}");
        let inside = format!("{turn}/");
        let places = outcome
            .changes
            .iter()
            .filter_map(|change| change.input.as_ref());
        let mut places = places.filter(|place| **place == turn || place.starts_with(&inside));
        places.next().is_some()
    };
    let (_, before, _) = around(request.body.as_bytes(), request.shape).expect("turns");
    let (_, after, _) = around(new.as_bytes(), request.shape).expect("turns");
    let merged = outcome
        .changes
        .iter()
        .any(|change| change.kind.name() == "merged");
    let inserted = |at: usize| {
        // What is put into a turn, or behind another one's words, is told by its place in the new body.
        let places = outcome
            .changes
            .iter()
            .filter(|change| change.input.is_none() || change.kind.name() == "moved");
        places
            .filter_map(|change| change.output.as_ref())
            .any(|place| {
                after
                    .get(place_of(place, &list))
                    .is_some_and(|turn| turn.len() > before[at].len())
            })
    };
    for (at, turn) in before.iter().enumerate() {
        if !touched(at) && !after.contains(turn) {
            assert!(
                merged || inserted(at),
                "turn {at} changed untold: {turn} is not in {new}"
            );
        }
    }
}

/// The turn that a pointer into the list names.
fn place_of(pointer: &str, list: &str) -> usize {
    let rest = pointer.strip_prefix(list).unwrap_or_default();
    rest.split('/')
        .next()
        .and_then(|at| at.parse().ok())
        .unwrap_or(usize::MAX)
}

/// Runs a promise against generated transcripts.
fn hold(make: fn(&[u8]) -> generate::Replay, promise: fn(&Request)) {
    let config = ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..ProptestConfig::default()
    };
    let request = |bytes: &[u8]| {
        let replay = make(bytes);
        Request::of(&replay.text, replay.target)
    };
    let run = TestRunner::new(config).run(&vec(any::<u8>(), 0..1_000), |bytes| {
        promise(&request(&bytes));
        Ok(())
    });
    match run {
        Ok(()) => {}
        Err(TestError::Fail(reason, bytes)) => {
            let request = request(&bytes);
            panic!("{reason}\nfor {:?}\n{}", request.target, request.body)
        }
        Err(error) => panic!("{error}"),
    }
}

/// A test for each promise, under its name.
macro_rules! tests {
    ($($name:ident: $promise:ident),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                hold(generate::replay, $promise);
            }
        )+
    };
}

tests! {
    repaired_bodies_break_nothing: breaks_nothing,
    repaired_bodies_are_a_fixed_point: is_a_fixed_point,
    bodies_that_break_nothing_keep_every_byte: clean_bodies_keep_every_byte,
    turns_that_no_change_names_keep_their_bytes: untouched_turns_keep_their_bytes,
}

#[test]
fn transcripts_of_the_cases_are_valid_bodies_after_repair() {
    let mut count = 0;
    for path in TRANSCRIPTS {
        let text = fs::read_to_string(path).unwrap_or_default();
        // Images that stand for generated pixels need the codecs.
        for line in text.lines().filter(|line| !line.contains("\"generate\":")) {
            let case = parse(line.as_bytes());
            let root = case.root();
            let input = case.get(root, "input").expect("input");
            let mut target = Target::new();
            if let Some(provider) = text_of(&case, root, "provider") {
                target = target.with_provider(provider);
            }
            if let Some(model) = text_of(&case, root, "modelId") {
                target = target.with_model_id(model);
            }
            let api = text_of(&case, root, "modelApi").unwrap_or_default();
            let request = match (case.get(input, "messages"), case.get(input, "wire")) {
                (Some(messages), _) => {
                    Request::of(&spelled(&case, messages), target.with_model_api(api))
                }
                (None, Some(wire)) => Request {
                    body: spelled(&case, wire),
                    shape: Shape::named(&api).expect("a shape"),
                    target: target.with_model_api(self::api(Shape::named(&api).expect("a shape"))),
                },
                (None, None) => panic!("a case without input"),
            };
            count += 1;
            println!("{:?}", text_of(&case, root, "id"));
            breaks_nothing(&request);
            is_a_fixed_point(&request);
        }
    }
    assert!(count > 20, "{count}");
}
