//! Preflight of provider-native bodies: what each case expects.

#[path = "wire/case.rs"]
mod case;
#[path = "wire/lint_options.rs"]
mod lint_options;
#[path = "wire/member.rs"]
mod member;
#[path = "wire/parts.rs"]
mod parts;
#[path = "wire/texts.rs"]
mod texts;

use std::collections::BTreeSet;

use case::{Case, blocks, cases};
use parts::{around, list_key, parse};
use texts::all_text;
use transcript_hygiene::preflight::{Mode, Outcome};
use transcript_hygiene::validate::{Severity, Shape, validate_request};

/// Reports never repeat a text of this length or more.
const TELLING: usize = 12;

fn body_of(outcome: &Outcome, body: &str) -> String {
    match &outcome.body {
        Some(new) => String::from_utf8(new.clone()).expect("UTF-8"),
        None => body.to_owned(),
    }
}

/// Runs a check on every case and lists what failed.
fn each(check: impl Fn(&Case, &mut Vec<String>)) {
    let mut failures = Vec::new();
    let cases = cases();
    assert!(cases.len() > 100);
    for case in &cases {
        let mut failed = Vec::new();
        check(case, &mut failed);
        failures.extend(
            failed
                .into_iter()
                .map(|failed| format!("{}: {failed}", case.id())),
        );
    }
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn repair_answers_what_each_case_expects() {
    each(|case, failed| {
        let body = case.body();
        let outcome = case.run(&body, Mode::Repair);
        let changed = outcome.body.is_some();
        match case.expect("changed").as_deref() {
            Some("true") if !changed => failed.push("not changed".into()),
            Some("false") if changed => failed.push(format!("changed: {}", told(&outcome))),
            _ => {}
        }
        if changed == outcome.changes.is_empty() {
            failed.push(format!(
                "changed is {changed}, and there are {} changes",
                outcome.changes.len()
            ));
        }
        let new = body_of(&outcome, &body);
        if case.expect("valid").is_some_and(|valid| valid != "null") {
            let document = parse(new.as_bytes());
            let findings = validate_request(&document, case.shape(), &case.judged_by());
            for finding in findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error)
            {
                failed.push(format!(
                    "{} at {} of {new}",
                    finding.constraint.id, finding.pointer
                ));
            }
            let text = all_text(&parse(new.as_bytes()));
            let lost = case
                .expected("keepText")
                .into_iter()
                .filter(|kept| !text.contains(kept.as_str()));
            failed.extend(lost.map(|kept| format!("lost {kept:?} in {new}")));
            let left = case
                .expected("dropText")
                .into_iter()
                .filter(|gone| text.contains(gone.as_str()));
            failed.extend(left.map(|gone| format!("kept {gone:?}")));
        }
        let exact = case
            .expected("keepExact")
            .into_iter()
            .filter(|kept| !new.contains(kept.as_str()));
        failed.extend(exact.map(|kept| format!("lost exactly {kept:?} in {new}")));
        for advice in case.expected("advice") {
            if !outcome
                .advice
                .iter()
                .any(|given| given.constraint.id == advice)
            {
                failed.push(format!("no advice {advice}"));
            }
        }
    });
}

fn told(outcome: &Outcome) -> String {
    let changes = outcome.changes.iter().map(|change| change.sentence());
    changes.collect::<Vec<_>>().join(" ")
}

#[test]
fn report_names_what_each_case_breaks_and_changes_nothing() {
    each(|case, failed| {
        let outcome = case.run(&case.body(), Mode::Report);
        if outcome.body.is_some() || !outcome.changes.is_empty() {
            failed.push("report changes".into());
        }
        let found: BTreeSet<&str> = outcome
            .findings
            .iter()
            .map(|finding| finding.constraint.id)
            .collect();
        for wanted in case.expected("findings") {
            if !wanted.split('|').any(|either| found.contains(either)) {
                failed.push(format!("{wanted} is missing in {found:?}"));
            }
        }
        if case.expect("anyFinding").is_some() && found.is_empty() {
            failed.push("no finding".into());
        }
        if case.is_valid() && !outcome.remaining.is_empty() {
            failed.push(format!("valid, and found {:?}", outcome.remaining));
        }
    });
}

/// Which turns a repair may change.
struct Touch {
    turn: usize,
    /// Nothing: the whole turn. A block: that one alone. No block: all but the blocks.
    block: Option<Option<usize>>,
}

fn touches(case: &Case) -> Vec<Touch> {
    let list = case
        .expected("touch")
        .into_iter()
        .map(|touch| match touch.split_once('/') {
            None => Touch {
                turn: touch.parse().expect("a turn"),
                block: None,
            },
            Some((turn, block)) => Touch {
                turn: turn.parse().expect("a turn"),
                block: Some(block.parse().ok()),
            },
        });
    list.collect()
}

/// True when all of `wanted` stand in `found` in this order.
fn in_order(wanted: &[String], found: &[String]) -> bool {
    let mut rest = found.iter();
    wanted
        .iter()
        .all(|wanted| rest.any(|found| found == wanted))
}

#[test]
fn neighbours_of_what_is_broken_keep_their_bytes() {
    each(|case, failed| {
        if case.expect("touch").is_none() {
            return;
        }
        let body = case.body();
        let outcome = case.run(&body, Mode::Repair);
        let new = body_of(&outcome, &body);
        let (Some((head, turns, tail)), Some((new_head, new_turns, new_tail))) = (
            around(body.as_bytes(), case.shape()),
            around(new.as_bytes(), case.shape()),
        ) else {
            return;
        };
        if case.expect("touchTop").is_none() && (head, tail) != (new_head, new_tail) {
            failed.push("the text around the turns changed".into());
        }
        let touches = touches(case);
        let free: BTreeSet<usize> = touches.iter().map(|touch| touch.turn).collect();
        let kept: Vec<String> = turns
            .iter()
            .enumerate()
            .filter(|(at, _)| !free.contains(at))
            .map(|(_, turn)| turn.clone())
            .collect();
        if !in_order(&kept, &new_turns) {
            failed.push(format!("another turn changed: {}", told(&outcome)));
        }
        for moved in case.expected("moved") {
            let at: usize = moved.parse().expect("a turn");
            if !new_turns.contains(&turns[at]) {
                failed.push(format!("turn {at} changed"));
            }
        }
        for turn in free {
            let here: Vec<_> = touches.iter().filter(|touch| touch.turn == turn).collect();
            if here.iter().any(|touch| touch.block.is_none()) {
                continue;
            }
            let free: BTreeSet<usize> = here
                .iter()
                .filter_map(|touch| touch.block.flatten())
                .collect();
            let kept = blocks(&turns[turn]).into_iter().enumerate();
            for (at, block) in kept.filter(|(at, _)| !free.contains(at)) {
                if !new.contains(&block) {
                    failed.push(format!("block {turn}/{at} changed: {}", told(&outcome)));
                }
            }
        }
    });
}

#[test]
fn calls_are_answered_by_their_results() {
    each(|case, failed| {
        let Some(pairs) = case.expect("pairs") else {
            return;
        };
        let body = case.body();
        let new = body_of(&case.run(&body, Mode::Repair), &body);
        let pairs: Vec<(String, String)> = serde_json::from_str(&pairs).expect("pairs");
        let answered = answered(&new, case.shape());
        for (call, result) in pairs {
            let holds = |(arguments, output): &(String, String)| {
                arguments.contains(&call) && output.contains(&result)
            };
            if !answered.iter().any(holds) {
                failed.push(format!(
                    "{call:?} is not answered by {result:?}: {answered:?}"
                ));
            }
        }
    });
}

/// What calls are called with and what answers them, by id, each result to the last call before it.
fn answered(body: &str, shape: Shape) -> Vec<(String, String)> {
    let body: serde_json::Value = serde_json::from_str(body).expect("strict JSON");
    let mut calls: Vec<(String, String)> = Vec::new();
    let mut pairs = Vec::new();
    let mut rest: Vec<&serde_json::Value> = vec![&body[list_key(shape)]];
    while let Some(value) = rest.pop() {
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let call = match shape {
            Shape::Anthropic if value["type"] == "tool_use" => {
                text("id").zip(Some(value["input"].to_string()))
            }
            Shape::Chat => {
                text("id").zip(value["function"]["arguments"].as_str().map(str::to_owned))
            }
            Shape::Responses => text("call_id").zip(text("arguments")),
            Shape::Converse => text("toolUseId").zip(value.get("input").map(ToString::to_string)),
            _ => None,
        };
        let result = match shape {
            Shape::Anthropic => text("tool_use_id"),
            Shape::Chat => text("tool_call_id"),
            Shape::Responses => value.get("output").and_then(|_| text("call_id")),
            Shape::Converse if value.get("input").is_none() => text("toolUseId"),
            _ => None,
        };
        if let Some(id) = result
            && let Some((_, arguments)) = calls.iter().rfind(|(known, _)| *known == id)
        {
            pairs.push((arguments.clone(), value.to_string()));
        }
        calls.extend(call);
        match value {
            serde_json::Value::Array(items) => rest.extend(items.iter().rev()),
            serde_json::Value::Object(members) => rest.extend(members.values().rev()),
            _ => {}
        }
    }
    pairs
}

#[test]
fn thinking_behind_a_change_is_bound_or_gone() {
    each(|case, failed| {
        if case.expect("binding").is_none() {
            return;
        }
        let body = case.body();
        let outcome = case.run(&body, Mode::Repair);
        let new = body_of(&outcome, &body);
        let asks = new.contains(r#""prefix_mismatch_behavior":"drop_block""#);
        let header = ("anthropic-beta", "thinking-binding-controls-2026-08-01");
        let thinking = |text: &str| text.matches(r#""signature""#).count();
        if !(asks && outcome.headers.contains(&header) && thinking(&new) == thinking(&body)) {
            failed.push(format!("not bound: {new}"));
        }
        let without = case.options(Mode::Repair).with_adds_headers(false);
        let outcome = transcript_hygiene::preflight::preflight(body.as_bytes(), &without);
        let new = body_of(&outcome, &body);
        if thinking(&new) > 0 || !outcome.headers.is_empty() {
            failed.push("thinking is left where no header can be sent".into());
        }
    });
}

#[test]
fn a_second_run_changes_nothing_and_another_one_answers_the_same() {
    each(|case, failed| {
        let body = case.body();
        let outcome = case.run(&body, Mode::Repair);
        let same = case.run(&body, Mode::Repair);
        if outcome.body != same.body || outcome.to_json() != same.to_json() {
            failed.push("two runs differ".into());
        }
        let new = body_of(&outcome, &body);
        let again = case.run(&new, Mode::Repair);
        if again.body.is_some() {
            failed.push(format!("changed again: {}", told(&again)));
        }
    });
}

#[test]
fn reports_hold_no_text_of_messages() {
    each(|case, failed| {
        let kept = case.expected("keepText");
        let telling: Vec<&String> = kept.iter().filter(|text| text.len() >= TELLING).collect();
        for mode in [Mode::Report, Mode::Repair, Mode::Strict] {
            let told = case.run(&case.body(), mode).to_json();
            failed.extend(
                telling
                    .iter()
                    .filter(|text| told.contains(text.as_str()))
                    .map(|text| format!("tells {text:?}")),
            );
        }
    });
}

#[test]
fn strict_says_to_refuse_what_stays_broken_and_nothing_else() {
    each(|case, failed| {
        let body = case.body();
        let repaired = case.run(&body, Mode::Repair);
        let strict = case.run(&body, Mode::Strict);
        if strict.body != repaired.body
            || strict.refused == strict.remaining.is_empty()
            || repaired.refused
        {
            failed.push(format!(
                "refused: {}, remaining {:?}",
                strict.refused, strict.remaining
            ));
        }
    });
}

/// A turn of the user's and one of the model's.
fn turns(shape: Shape, model: &str) -> [String; 2] {
    match shape {
        Shape::Anthropic | Shape::Chat => [
            r#"{"role":"user","content":"And one more thing."}"#.into(),
            format!(r#"{{"role":"{model}","content":"Done with it."}}"#),
        ],
        Shape::Responses => [
            r#"{"type":"message","role":"user","content":[{"type":"input_text","text":"And one more thing."}]}"#.into(),
            format!(r#"{{"type":"message","role":"{model}","content":[{{"type":"output_text","text":"Done with it."}}]}}"#),
        ],
        Shape::Gemini => [
            r#"{"role":"user","parts":[{"text":"And one more thing."}]}"#.into(),
            r#"{"role":"model","parts":[{"text":"Done with it."}]}"#.into(),
        ],
        Shape::Converse => [
            r#"{"role":"user","content":[{"text":"And one more thing."}]}"#.into(),
            format!(r#"{{"role":"{model}","content":[{{"text":"Done with it."}}]}}"#),
        ],
    }
}

#[test]
fn appending_turns_changes_no_repair_before_them() {
    each(|case, failed| {
        if case.expect("append").as_deref() == Some("false") {
            return;
        }
        let body = case.body();
        let new = body_of(&case.run(&body, Mode::Repair), &body);
        if case.text("class").as_deref() == Some("total") {
            return;
        }
        let (Some((head, old, tail)), Some((_, repaired, _))) = (
            around(body.as_bytes(), case.shape()),
            around(new.as_bytes(), case.shape()),
        ) else {
            return;
        };
        let last = old.last().cloned().unwrap_or_default();
        let by_model = [
            r#""assistant""#,
            r#""model""#,
            "function_call\"",
            "reasoning",
        ];
        let ends_with_model =
            by_model.iter().any(|role| last.contains(role)) && !last.contains(r#""role":"user""#);
        let [user, model] = turns(case.shape(), "assistant");
        let mut longer = old.clone();
        if !ends_with_model {
            longer.push(model);
        }
        longer.push(user);
        let longer = format!("{head}[{}]{tail}", longer.join(","));
        let longer = body_of(&case.run(&longer, Mode::Repair), &longer);
        let (_, longer, _) = around(longer.as_bytes(), case.shape()).expect("turns");
        let tail = case
            .expect("tail")
            .map_or(usize::from(ends_with_model), |tail| {
                tail.parse().expect("a number")
            });
        let stable = repaired.len().saturating_sub(tail);
        for at in 0..stable {
            if longer.get(at) != Some(&repaired[at]) {
                failed.push(format!(
                    "turn {at} is another one: {} instead of {}",
                    longer[at], repaired[at]
                ));
            }
        }
    });
}
