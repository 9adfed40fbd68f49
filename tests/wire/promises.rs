//! What preflight promises of any request.

use std::fmt;

use transcript_hygiene::policy::Target;
use transcript_hygiene::preflight::{Mode, Outcome, PreflightOptions, preflight};
use transcript_hygiene::validate::{Severity, Shape, lint_options, validate_request};

use crate::convert;
use crate::generate::damage::damage;
use crate::generate::{Choices, Replay};
use crate::parts::{around, list_key, parse};
use crate::tree::Tree;

/// A body with whom it is for.
pub(crate) struct Request {
    pub(crate) body: String,
    pub(crate) shape: Shape,
    pub(crate) target: Target,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}\n{}", self.shape, self.target, self.body)
    }
}

impl Request {
    /// A transcript as the body that it would become.
    pub(crate) fn of(transcript: &str, target: Target) -> Request {
        let shape = Shape::of_api(target.model_api().unwrap_or_default());
        let target = target.with_model_api(shape.api());
        Request {
            body: convert::body(transcript.as_bytes(), shape),
            shape,
            target,
        }
    }

    /// Runs preflight on a body that goes where this one goes.
    pub(crate) fn run(&self, body: &str) -> Outcome {
        let options = PreflightOptions::new()
            .with_mode(Mode::Strict)
            .with_api(Some(self.shape.name().into()))
            .with_provider(self.target.provider().map(str::to_owned))
            .with_model(self.target.model_id().map(str::to_owned));
        preflight(body.as_bytes(), &options)
    }

    /// The same with its turns damaged as things are on the way, too.
    pub(crate) fn damaged(replay: &Replay, bytes: &[u8]) -> Request {
        let mut request = Request::of(&replay.text, replay.target.clone());
        let Tree::Object(mut members) = Tree::parse(&request.body) else {
            return request;
        };
        let list = members.iter_mut().find_map(|(_, value)| match value {
            Tree::Array(turns) => Some(turns),
            _ => None,
        });
        if let Some(turns) = list {
            // The last choices are those that the transcript left.
            let rest: Vec<u8> = bytes.iter().rev().copied().collect();
            damage(turns, &mut Choices::new(&rest));
        }
        request.body = Tree::Object(members).text();
        request
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

pub(crate) fn breaks_nothing(request: &Request) {
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

pub(crate) fn is_a_fixed_point(request: &Request) {
    let (new, _) = request.mended(&request.body);
    let (again, outcome) = request.mended(&new);
    let told: Vec<_> = outcome
        .changes
        .iter()
        .map(|change| change.sentence())
        .collect();
    assert_eq!(again, new, "{told:?}");
}

pub(crate) fn clean_bodies_keep_every_byte(request: &Request) {
    let outcome = request.run(&request.body);
    let policy = outcome
        .changes
        .iter()
        .any(|change| change.rule.id == "drop-history-reasoning");
    if errors_of(request, &request.body).is_empty() && !policy {
        assert!(outcome.body.is_none(), "{:?}", outcome.changes);
    }
}

pub(crate) fn untouched_turns_keep_their_bytes(request: &Request) {
    let (new, outcome) = request.mended(&request.body);
    let list = format!("/{}/", list_key(request.shape));
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

/// Rules that go by the latest turn or by a count over the request.
const BY_THE_END: [&str; 5] = [
    "drop-history-reasoning",
    "sign-gemini-calls",
    "drop-final-thinking",
    "limit-cache-marks",
    "sanitize-images",
];

/// With an answer and a question behind them all turns but those at the end are what they were.
pub(crate) fn more_turns_change_no_earlier_repair(request: &Request) {
    let (new, outcome) = request.mended(&request.body);
    let by_the_end = |outcome: &Outcome| {
        outcome
            .changes
            .iter()
            .any(|change| BY_THE_END.contains(&change.rule.id))
    };
    let Some((head, mut turns, tail)) = around(request.body.as_bytes(), request.shape) else {
        return;
    };
    // Results at the end may be for calls at the end, which stay open only until an answer comes.
    turns.extend(exchange(request.shape));
    let longer = format!("{head}[{}]{tail}", turns.join(","));
    let (longer, later) = request.mended(&longer);
    if by_the_end(&outcome) || by_the_end(&later) {
        return;
    }
    let (_, before, _) = around(new.as_bytes(), request.shape).expect("turns");
    let (_, after, _) = around(longer.as_bytes(), request.shape).expect("turns");
    // What stands at the end may be a placeholder, a turn that goes, or one that others join.
    let stable = before.len().saturating_sub(TAIL);
    for (at, turn) in before[..stable].iter().enumerate() {
        assert_eq!(after.get(at), Some(turn), "turn {at} of {longer}");
    }
}

/// Turns at the end that may be another way when more come.
const TAIL: usize = 3;

/// A question and its answer.
fn exchange(shape: Shape) -> [String; 2] {
    match shape {
        Shape::Anthropic | Shape::Chat | Shape::Responses => [
            r#"{"role":"user","content":"And one more thing."}"#.into(),
            r#"{"role":"assistant","content":"Done with it."}"#.into(),
        ],
        Shape::Gemini => [
            r#"{"role":"user","parts":[{"text":"And one more thing."}]}"#.into(),
            r#"{"role":"model","parts":[{"text":"Done with it."}]}"#.into(),
        ],
        Shape::Converse => [
            r#"{"role":"user","content":[{"text":"And one more thing."}]}"#.into(),
            r#"{"role":"assistant","content":[{"text":"Done with it."}]}"#.into(),
        ],
    }
}
