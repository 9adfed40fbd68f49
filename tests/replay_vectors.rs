//! Replay against what the reference release was seen to answer: the recorded cases under `tests/vectors`.
//!
//! Values are what counts there; here the order of keys and the spelling have to agree as well.

mod recorded;

use recorded::Difference;
use recorded::replay::{cases, outcome_difference};

/// Fails with every case that differs, and says how far off each is.
fn require_none(count: usize, differing: &[(String, Difference)]) {
    println!("{count} cases, {} differ", differing.len());
    assert!(count > 0, "no cases were found");
    let lines: Vec<String> = differing
        .iter()
        .map(|(id, how)| format!("  {id}: {how:?}"))
        .collect();
    assert!(
        differing.is_empty(),
        "{} of {count} cases differ:\n{}",
        differing.len(),
        lines.join("\n")
    );
}

#[test]
fn whole_runs_answer_as_recorded() {
    let mut count = 0;
    let mut differing = Vec::new();
    for case in cases() {
        let answer = case.answer(|options| options);
        let Some(expected) = case.expected() else {
            continue;
        };
        count += 1;
        match outcome_difference(&answer, &expected) {
            Difference::None => {}
            how => differing.push((case.id, how)),
        }
    }
    require_none(count, &differing);
}

#[cfg(feature = "conformance")]
#[test]
fn single_steps_answer_as_recorded() {
    use recorded::{NOW, difference, json, lines, parse, string};
    use transcript_hygiene::conformance::step;

    let mut count = 0;
    let mut differing = Vec::new();
    for line in lines("steps") {
        let document = parse(&line);
        let part = |key| {
            document
                .get(document.root(), key)
                .unwrap_or_else(|| panic!("no {key} in {line}"))
        };
        let (args, expect) = (part("args"), part("expect"));
        let name = string(&document, document.root(), "step");
        let answer = step(
            &name.expect("a case names its step"),
            NOW,
            json(&document, args).as_bytes(),
        );
        if document.member_is(expect, "errorKind", "crash") {
            continue;
        }
        count += 1;
        let expected = document
            .get(expect, "output")
            .or_else(|| document.get(args, "messages"));
        let how = match (answer, string(&document, expect, "error")) {
            (Err(error), Some(expected)) if error.message() == expected => Difference::None,
            (Ok(answer), None) => difference(
                &answer,
                &json(&document, expected.expect("an output is recorded")),
            ),
            _ => Difference::Value,
        };
        if how != Difference::None {
            differing.push((
                string(&document, document.root(), "id").unwrap_or_default(),
                how,
            ));
        }
    }
    require_none(count, &differing);
}
