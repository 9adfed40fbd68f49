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
use crate::tree::{Tree, element_texts};

/// Roles of turns that are sent.
const SENT: [&str; 4] = ["user", "assistant", "toolResult", "compactionSummary"];

/// What came of one run of a transcript for a known API.
struct Ran {
    output: Vec<u8>,
    outcome: Outcome,
}

/// Runs; none where nothing is promised, and where calls and results cannot be paired.
fn run(text: &[u8], replay: &Replay) -> Option<Ran> {
    run_with(text, replay, &ReplayOptions::new())
}

fn run_with(text: &[u8], replay: &Replay, options: &ReplayOptions) -> Option<Ran> {
    let api = replay.target.model_api()?;
    if !known_apis().any(|known| known == api) {
        return None;
    }
    let mut transcript = Transcript::parse(text, &Limits::default()).expect("a transcript");
    let outcome = sanitize(&mut transcript, &replay.target, options).ok()?;
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
        .filter(|finding| !advised(finding.constraint.id))
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

/// Rules that the documentation ties to the latest turn: what they take from another one stayed while it was the latest.
const BY_THE_LATEST: [&str; 3] = [
    "strip-unsigned-thinking",
    "drop-history-thinking",
    "drop-history-reasoning",
];

/// Whatever comes behind a transcript, its own turns are repaired as before, save its last two, which may join or answer
/// what comes. Left out is what the documentation ties to what comes later: placeholders for results that do, the thinking
/// that only the latest assistant turn keeps, and the signatures that a compaction voids.
pub(crate) fn more_turns_change_no_earlier_repair(replay: &Replay) {
    let turns = element_texts(&replay.text);
    let options = ReplayOptions::new().with_report(true);
    let Some(long) = run_with(replay.text.as_bytes(), replay, &options) else {
        return;
    };
    let report = long.outcome.report.expect("a report was asked for");
    let mut at_work = report.changes.iter().map(|change| change.rule.id);
    if at_work.any(|id| BY_THE_LATEST.contains(&id)) {
        return;
    }
    let long_text = String::from_utf8_lossy(&long.output);
    let long = element_texts(&long_text);
    for cut in (1..turns.len()).filter(|cut| is_whole(&turns, *cut)) {
        let text = format!("[{}]", turns[..cut].join(","));
        let Some(short) = run(text.as_bytes(), replay) else {
            continue;
        };
        let short_text = String::from_utf8_lossy(&short.output);
        let short = element_texts(&short_text);
        let same = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
        assert!(
            same + 2 >= short.len(),
            "cut at {cut}, turn {same} of {} changed\n{}\n{}",
            short.len(),
            short[same],
            long.get(same).copied().unwrap_or_default()
        );
    }
}

/// The user speaks next, and neither a result of a call before that comes behind nor a compaction.
fn is_whole(turns: &[&str], cut: usize) -> bool {
    let role = |turn: &str| Tree::parse(turn).get("role").and_then(Tree::as_text);
    let (before, behind) = turns.split_at(cut);
    role(behind[0]).as_deref() == Some("user")
        && behind.iter().all(|turn| match role(turn).as_deref() {
            Some("toolResult") => !answers(turn, before),
            Some("compactionSummary") => false,
            _ => true,
        })
}

fn answers(result: &str, turns: &[&str]) -> bool {
    let id = Tree::parse(result).get("toolCallId").map(Tree::text);
    id.is_none_or(|id| turns.iter().any(|turn| turn.contains(&id)))
}

/// Rules that only profile `strict` runs, save those whose constraints only the issuer of a signature can check, and the
/// one that spells calls so that later steps find them.
const CURES: [&str; 13] = [
    "replace-unpaired-surrogates",
    "mend-content",
    "drop-unknown-blocks",
    "keep-error-results-text",
    "drop-refused-reasoning",
    "replace-silent-reasoning",
    "parse-tool-call-arguments",
    "rename-tools",
    "fit-tool-call-ids",
    "drop-repeated-item-ids",
    "sign-gemini-calls",
    "bridge-tool-results",
    "trim-trailing-assistant",
];

/// Calls as a wire spells them, which become calls of a transcript before anything is asked of them.
const WIRE_CALLS: [&str; 2] = ["\"function_call\"", "\"tool_call\""];

/// Where the validator finds nothing, and no rule of the documentation is at work that a cure may have to follow, no cure
/// is.
pub(crate) fn cures_leave_alone_what_breaks_nothing(replay: &Replay) {
    if WIRE_CALLS.iter().any(|call| replay.text.contains(call)) {
        return;
    }
    let input = document(replay.text.as_bytes());
    let shape = Shape::of_api(replay.target.model_api().unwrap_or_default());
    if !validate_transcript(&input, shape, &lint_options(&replay.target)).is_empty() {
        return;
    }
    let options = ReplayOptions::new().with_report(true);
    let Some(ran) = run_with(replay.text.as_bytes(), replay, &options) else {
        return;
    };
    let report = ran.outcome.report.expect("a report was asked for");
    let at_work: Vec<&str> = report.changes.iter().map(|change| change.rule.id).collect();
    let cures_alone = !at_work.is_empty() && at_work.iter().all(|rule| CURES.contains(rule));
    assert!(!cures_alone, "{at_work:?} in {}", replay.text);
}

/// What every thought is in the input of [`reasoning_never_becomes_visible`].
const THOUGHT: &str = "nobody but the model is to read this";

/// What a model thought is never what it says (GEN-06).
pub(crate) fn reasoning_never_becomes_visible(replay: &Replay) {
    let mut input = Tree::parse(&replay.text);
    let Tree::Array(turns) = &mut input else {
        return;
    };
    for turn in turns {
        if let Some(Tree::Array(blocks)) = turn.at_mut("/content") {
            blocks
                .iter_mut()
                .filter(|block| block.get("thinking").is_some())
                .for_each(|block| block.set("thinking", Tree::string(THOUGHT)));
        }
    }
    let Some(ran) = run(input.text().as_bytes(), replay) else {
        return;
    };
    let output = Tree::parse(&String::from_utf8_lossy(&ran.output));
    for turn in output.elements() {
        let Some(content) = turn.get("content") else {
            continue;
        };
        let said = content
            .elements()
            .iter()
            .filter_map(|block| block.get("text"));
        for text in said.chain([content]).filter_map(Tree::as_text) {
            assert!(!text.contains(THOUGHT), "{}", turn.text());
        }
    }
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
