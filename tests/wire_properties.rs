//! The promises of preflight, held against transcripts that were converted to bodies: those of the cases, and generated
//! ones.

#[path = "wire/convert.rs"]
mod convert;
mod generate;
#[path = "generate/cases.rs"]
mod generated;
#[path = "wire/member.rs"]
mod member;
#[path = "wire/parts.rs"]
mod parts;
#[path = "wire/promises.rs"]
mod promises;
#[path = "generate/smaller.rs"]
mod smaller;
#[expect(dead_code, reason = "other tests use the rest")]
mod tree;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;

use transcript_hygiene::policy::Target;
use transcript_hygiene::preflight::preflight_steps;
use transcript_hygiene::validate::Shape;

use member::text_of;
use parts::{parse, spelled};
use promises::Request;
use smaller::smallest;

/// Cases of transcripts: the project's own, and the ones they were made after, where those lie beside the repository.
const TRANSCRIPTS: [&str; 2] = [
    "tests/vectors/strict-cases.jsonl",
    "../shared/cases/provider-rejections.jsonl",
];

/// Generated cases for each promise.
const CASES: u32 = 400;

/// Of how many bytes a case is made.
const BYTES: Range<usize> = 0..1_000;

/// A transcript as agents store them, as the body that it would become.
fn realistic(bytes: &[u8]) -> Request {
    let replay = generate::realistic(bytes);
    Request::of(&replay.text, replay.target)
}

/// The body of a transcript that may be damaged, damaged itself.
fn damaged(bytes: &[u8]) -> Request {
    Request::damaged(&generate::replay(bytes), bytes)
}

/// Holds a promise against generated bodies.
fn hold(make: fn(&[u8]) -> Request, promise: fn(&Request)) {
    generated::hold(generated::cases(CASES), BYTES, make, smaller, promise);
}

fn smaller(request: Request, fails: &dyn Fn(&Request) -> bool) -> Request {
    let with = |body: &str| Request {
        body: body.into(),
        shape: request.shape,
        target: request.target.clone(),
    };
    with(&smallest(&request.body, |body| fails(&with(body))))
}

#[test]
fn repaired_bodies_break_nothing() {
    hold(realistic, promises::breaks_nothing);
    hold(damaged, promises::breaks_nothing);
}

#[test]
fn repaired_bodies_are_a_fixed_point() {
    hold(realistic, promises::is_a_fixed_point);
    hold(damaged, promises::is_a_fixed_point);
}

#[test]
fn bodies_that_break_nothing_keep_every_byte() {
    hold(realistic, promises::clean_bodies_keep_every_byte);
    hold(damaged, promises::clean_bodies_keep_every_byte);
}

#[test]
fn turns_that_no_change_names_keep_their_bytes() {
    hold(realistic, promises::untouched_turns_keep_their_bytes);
    hold(damaged, promises::untouched_turns_keep_their_bytes);
}

#[test]
fn more_turns_change_no_earlier_repair() {
    hold(realistic, promises::more_turns_change_no_earlier_repair);
}

/// Rules for what transcripts do not become: the recorded bodies reach them, and their own examples.
const OUT_OF_REACH: [&str; 7] = [
    "bind-thinking",
    "drop-final-thinking",
    "drop-item-references",
    "lift-system-turns",
    "limit-cache-marks",
    "split-mixed-turns",
    "split-parts",
];

#[test]
fn generated_bodies_reach_the_rules() {
    let reached = RefCell::new(BTreeSet::new());
    generated::run(5 * CASES, BYTES, |bytes| {
        let request = damaged(bytes);
        let changes = request.run(&request.body).changes;
        reached
            .borrow_mut()
            .extend(changes.iter().map(|change| change.rule.id));
    })
    .expect("nothing fails");
    let steps: BTreeSet<&str> = preflight_steps().collect();
    let missed: Vec<&str> = steps.difference(&reached.borrow()).copied().collect();
    assert_eq!(missed, OUT_OF_REACH, "never at work");
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
                    target: target.with_model_api(Shape::named(&api).expect("a shape").api()),
                },
                (None, None) => panic!("a case without input"),
            };
            count += 1;
            println!("{:?}", text_of(&case, root, "id"));
            promises::breaks_nothing(&request);
            promises::is_a_fixed_point(&request);
        }
    }
    assert!(count > 20, "{count}");
}
