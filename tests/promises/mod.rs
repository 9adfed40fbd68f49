//! What replay promises for any transcript, target and options, each promise as a check that panics when it is broken.

mod changes;
mod pairing;
mod strict;

use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::report::Report;
use transcript_hygiene::transcript::Transcript;
use transcript_hygiene::{ErrorKind, Limits};

use crate::generate::Replay;
use crate::tree::{Tree, element_texts};

pub(crate) use changes::changes_give_the_output;
pub(crate) use pairing::calls_and_results_are_paired;
pub(crate) use strict::{
    cures_leave_alone_what_breaks_nothing, more_turns_change_no_earlier_repair,
    output_breaks_no_constraint, output_is_a_fixed_point, reasoning_never_becomes_visible,
    something_is_always_sent,
};

/// Two times, neither of which any generated transcript holds.
const TIMES: [&str; 2] = ["1811111111111", "1822222222222"];

/// What came of one run.
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) appended: Vec<String>,
    pub(crate) report: Option<Report>,
}

/// Runs; none when the pairs cannot be mended, which is the one error that a transcript may cause.
pub(crate) fn run(text: &str, target: &Target, options: &ReplayOptions) -> Option<Run> {
    let mut transcript =
        Transcript::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    match sanitize(&mut transcript, target, options) {
        Ok(outcome) => Some(Run {
            text: String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8"),
            appended: outcome
                .append_entries
                .iter()
                .map(|entry| format!("{} {}", entry.custom_type, entry.data))
                .collect(),
            report: outcome.report,
        }),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidReplayTranscript, "{error}");
            None
        }
    }
}

/// Runs with a report that holds text.
pub(crate) fn run_with_report(replay: &Replay) -> Option<(Run, Report)> {
    let options = replay
        .options
        .clone()
        .with_report(true)
        .with_include_text(true);
    let mut run = run(&replay.text, &replay.target, &options)?;
    let report = run.report.take().expect("a report was asked for");
    Some((run, report))
}

/// The index of the input's turn that a pointer leads into.
fn turn_index(pointer: &str) -> usize {
    let index = pointer
        .split('/')
        .nth(1)
        .and_then(|token| token.parse().ok());
    index.unwrap_or_else(|| panic!("{pointer:?} leads to no turn"))
}

/// Turns that no change names are the same bytes, in the same order.
pub(crate) fn untouched_turns_keep_their_bytes(replay: &Replay) {
    let Some((run, report)) = run_with_report(replay) else {
        return;
    };
    let touched: Vec<usize> = report
        .changes
        .iter()
        .filter_map(|c| c.input.as_deref())
        .map(turn_index)
        .collect();
    let output = element_texts(&run.text);
    let mut rest = output.iter();
    for (index, turn) in element_texts(&replay.text).iter().enumerate() {
        if !touched.contains(&index) {
            assert!(
                rest.any(|text| text == turn),
                "turn {index} is not in the output as it was\n{turn}\n{}",
                run.text
            );
        }
    }
}

/// Where nothing changes the text is the same, white space and spelling included.
pub(crate) fn unchanged_transcripts_are_the_same_text(replay: &Replay) {
    let Some((run, report)) = run_with_report(replay) else {
        return;
    };
    let trimmed = replay.text.trim_ascii();
    if report.changes.is_empty() {
        assert_eq!(run.text, replay.text);
    }
    assert_eq!(report.turns_before, element_texts(trimmed).len());
    assert_eq!(report.turns_after, element_texts(&run.text).len());
}

/// The same input gives the same output, whether or not a report is made.
pub(crate) fn runs_repeat_and_reports_only_watch(replay: &Replay) {
    let plain =
        run(&replay.text, &replay.target, &replay.options).map(|run| (run.text, run.appended));
    let again =
        run(&replay.text, &replay.target, &replay.options).map(|run| (run.text, run.appended));
    assert_eq!(plain, again);
    for include_text in [false, true] {
        let options = replay
            .options
            .clone()
            .with_report(true)
            .with_include_text(include_text);
        let reported =
            run(&replay.text, &replay.target, &options).map(|run| (run.text, run.appended));
        assert_eq!(plain, reported);
    }
}

/// The caller's clock is the only one: another time shows as that time, and as nothing else.
pub(crate) fn time_shows_only_as_itself(replay: &Replay) {
    let [early, late] = TIMES.map(|time| {
        let now = time.parse().expect("a number");
        run(
            &replay.text,
            &replay.target,
            &replay.options.clone().with_now(Some(now)),
        )
        .map(|run| (run.text, run.appended))
    });
    let shifted = early.map(|(text, appended)| {
        let shift = |text: &String| text.replace(TIMES[0], TIMES[1]);
        (shift(&text), appended.iter().map(shift).collect::<Vec<_>>())
    });
    assert_eq!(shifted, late);
}

/// The order of an object's members does not matter to what they become.
pub(crate) fn order_of_members_does_not_matter(replay: &Replay) {
    let mut tree = Tree::parse(&replay.text);
    reverse_members(&mut tree);
    let plain = run(&replay.text, &replay.target, &replay.options);
    let reversed = run(&tree.text(), &replay.target, &replay.options);
    let value = |run: Option<Run>| run.map(|run| Tree::parse(&run.text).canonical());
    assert_eq!(value(plain), value(reversed));
}

/// Turns the members of every object round, save those with a key that stands twice, where order is meaning.
fn reverse_members(tree: &mut Tree) {
    match tree {
        Tree::Scalar(_) => {}
        Tree::Array(elements) => elements.iter_mut().for_each(reverse_members),
        Tree::Object(members) => {
            members
                .iter_mut()
                .for_each(|(_, value)| reverse_members(value));
            let mut keys: Vec<String> = members
                .iter()
                .map(|(key, _)| Tree::raw(key).canonical())
                .collect();
            keys.sort();
            if keys.windows(2).all(|pair| pair[0] != pair[1]) {
                members.reverse();
            }
        }
    }
}

/// Nothing but objects and arrays is sent as a turn, when input repair ran.
pub(crate) fn members_are_objects(replay: &Replay) {
    let Some(run) = run(&replay.text, &replay.target, &replay.options) else {
        return;
    };
    for turn in element_texts(&run.text) {
        assert!(turn.starts_with(['{', '[']), "{turn} is no turn");
    }
}

/// After turns were validated for Anthropic no two of one side stand side by side, save around members without a role.
pub(crate) fn sides_alternate(replay: &Replay) {
    let role = |turn: &Tree| {
        turn.get("role")
            .and_then(Tree::as_text)
            .filter(|role| !role.is_empty())
    };
    if Tree::parse(&replay.text)
        .elements()
        .iter()
        .any(|turn| role(turn).is_none())
    {
        return;
    }
    let mut transcript =
        Transcript::parse(replay.text.as_bytes(), &Limits::default()).expect("a transcript");
    let options = replay.options.clone().with_validate_turns(true);
    let Ok(outcome) = sanitize(&mut transcript, &replay.target, &options) else {
        return;
    };
    if !outcome.policy.validate_anthropic_turns() {
        return;
    }
    let output = String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8");
    let tree = Tree::parse(&output);
    for pair in tree.elements().windows(2) {
        let [a, b] = [role(&pair[0]), role(&pair[1])];
        let sides = ["user", "assistant"];
        assert!(
            a != b || !a.is_some_and(|role| sides.contains(&role.as_str())),
            "two of one side in {output}"
        );
    }
}
