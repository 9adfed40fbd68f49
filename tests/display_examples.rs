//! Every display rule's own example, with the rule and without it.

use transcript_hygiene::Limits;
use transcript_hygiene::display::DisplayOptions;
use transcript_hygiene::display::history::{PageOptions, page};
use transcript_hygiene::display::pipeline_steps;
use transcript_hygiene::json::{Document, Value, write};
use transcript_hygiene::policy::Profile;
use transcript_hygiene::rule::{Documentation, RULES, Rule, documentation};

/// Where the rules of the projection are declared.
const DISPLAY_RULES: &str = "src/display/rules/";

/// Levels of an example that are read: rows, their content, its blocks.
const LEVELS: usize = 4;

fn display_rules() -> impl Iterator<Item = &'static Rule> {
    let all = RULES.iter().copied();
    all.filter(|rule| rule.file.starts_with(DISPLAY_RULES))
}

/// The time at which an example's session started.
fn session_started_at(example: &Documentation) -> Option<f64> {
    let document = Document::parse(example.target.as_bytes(), 1, &Limits::default()).ok()?;
    document.number(document.get(document.root(), "sessionStartedAt")?)
}

/// The profile of an example: `compat`, unless it says otherwise.
fn profile(example: &Documentation) -> Profile {
    let names_strict = example.target.contains(r#""profile":"strict""#);
    if names_strict {
        Profile::Strict
    } else {
        Profile::Compat
    }
}

/// The page that an example gives without some rules.
fn run(example: &Documentation, without: Vec<String>) -> String {
    let before = example.before.as_bytes();
    let mut document = Document::parse(before, LEVELS, &Limits::default()).unwrap();
    let rows: Vec<Value> = document
        .entries(document.root())
        .map(|entry| entry.value)
        .collect();
    let display = DisplayOptions::new()
        .with_profile(profile(example))
        .with_without_rules(without);
    let options = PageOptions::new(0.0).with_session_started_at(session_started_at(example));
    let page = page(&mut document, &rows, &display, &options);
    let rows: Vec<String> = page
        .rows
        .iter()
        .map(|row| String::from_utf8(write(&document, *row)).unwrap())
        .collect();
    format!("[{}]", rows.join(","))
}

#[test]
fn examples_of_display_rules_come_true_through_their_rule() {
    assert!(display_rules().count() > 0);
    for rule in display_rules() {
        let example = documentation(rule);
        assert_eq!(run(&example, Vec::new()), example.after, "{}", rule.id);
        let without = run(&example, vec![rule.id.into()]);
        assert_ne!(without, example.after, "{} left out", rule.id);
    }
}

#[test]
fn display_rules_stand_in_the_registry_in_the_order_of_their_first_use() {
    let listed: Vec<&str> = display_rules().map(|rule| rule.id).collect();
    let mut places = pipeline_steps().map(|id| listed.iter().position(|known| *known == id));
    let mut furthest = 0;
    assert!(places.all(|place| {
        let place = place.expect("a rule of the registry");
        let in_order = place <= furthest + 1;
        furthest = furthest.max(place);
        in_order
    }));
}
