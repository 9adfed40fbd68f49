//! What profile `strict` promises beside, for every target whose API is known.

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::policy::{is_antigravity_claude, known_apis};
use transcript_hygiene::replay::{Outcome, ReplayOptions, sanitize};
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::validate::{
    LINT_LEVELS, Severity, Shape, lint_options, validate_transcript,
};

use crate::generate::Replay;

/// Broken where pixels would have to change, which is the images module's work.
const NEEDS_PIXELS: [&str; 1] = ["IMG-01"];

/// Roles of turns that are sent.
const SENT: [&str; 4] = ["user", "assistant", "toolResult", "compactionSummary"];

/// What came of one run of a transcript for a known API.
struct Ran {
    output: Vec<u8>,
    outcome: Outcome,
}

/// Runs; none where nothing is promised, and where calls and results cannot be paired.
fn run(text: &[u8], replay: &Replay) -> Option<Ran> {
    let api = replay.target.model_api()?;
    if !known_apis().any(|known| known == api) {
        return None;
    }
    let mut transcript = Transcript::parse(text, &Limits::default()).expect("a transcript");
    let outcome = sanitize(&mut transcript, &replay.target, &ReplayOptions::new()).ok()?;
    let output = transcript.to_text();
    Some(Ran { output, outcome })
}

fn document(text: &[u8]) -> Document<'_> {
    Document::parse(text, LINT_LEVELS, &Limits::default()).expect("written JSON can be read")
}

/// What leaves breaks nothing for which there is no advice.
pub(crate) fn output_breaks_no_constraint(replay: &Replay) {
    let Some(ran) = run(replay.text.as_bytes(), replay) else {
        return;
    };
    // Claude behind a Google API signs as Claude does; the checks of Gemini's signatures are not for it.
    if is_antigravity_claude(&replay.target) {
        return;
    }
    let output = document(&ran.output);
    let input = document(replay.text.as_bytes());
    if input.entries(input.root()).next().is_none() {
        return;
    }
    let shape = Shape::of_api(replay.target.model_api().unwrap_or_default());
    let advised = |id: &str| {
        ran.outcome
            .advice
            .iter()
            .any(|advice| advice.constraint.id == id)
    };
    let left: Vec<String> = validate_transcript(&output, shape, &lint_options(&replay.target))
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .filter(|finding| {
            !advised(finding.constraint.id) && !NEEDS_PIXELS.contains(&finding.constraint.id)
        })
        .map(|finding| format!("{} at {}", finding.constraint.id, finding.pointer))
        .collect();
    assert!(
        left.is_empty(),
        "{left:?}\n{}",
        String::from_utf8_lossy(&ran.output)
    );
}

/// A second run changes nothing.
pub(crate) fn output_is_a_fixed_point(replay: &Replay) {
    let Some(ran) = run(replay.text.as_bytes(), replay) else {
        return;
    };
    let again = run(&ran.output, replay).expect("what was paired once is paired");
    assert_eq!(
        String::from_utf8_lossy(&ran.output),
        String::from_utf8_lossy(&again.output)
    );
}

/// Of a transcript with members something is sent.
pub(crate) fn something_is_always_sent(replay: &Replay) {
    let Some(ran) = run(replay.text.as_bytes(), replay) else {
        return;
    };
    let (input, output) = (document(replay.text.as_bytes()), document(&ran.output));
    let is_sent = |turn| SENT.iter().any(|role| output.member_is(turn, "role", role));
    let sends = output
        .entries(output.root())
        .any(|turn| is_sent(turn.value));
    assert_eq!(sends, input.entries(input.root()).next().is_some());
}
