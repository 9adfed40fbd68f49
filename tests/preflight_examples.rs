//! Every rule of request bodies: its own example, with the rule and without it.

use std::collections::BTreeSet;

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::preflight::{PreflightOptions, preflight, preflight_steps};
use transcript_hygiene::rule::{Documentation, RULES, documentation};
use transcript_hygiene::text::JsStr;

/// Where the rules that are for bodies alone are declared.
const PREFLIGHT_RULES: &str = "src/preflight/rules/";

fn options(example: &Documentation) -> PreflightOptions {
    let document = Document::parse(example.target.as_bytes(), 1, &Limits::default()).unwrap();
    let text = |key: &str| {
        let text = document.get_string(document.root(), key)?;
        Some(JsStr::from_wtf8(&text).to_string_lossy())
    };
    PreflightOptions::new()
        .with_api(text("api"))
        .with_provider(text("provider"))
        .with_model(text("model"))
}

fn run(example: &Documentation, without: Vec<String>) -> String {
    let options = options(example).with_without_rules(without);
    let outcome = preflight(example.before.as_bytes(), &options);
    let body = outcome
        .body
        .unwrap_or_else(|| example.before.clone().into_bytes());
    String::from_utf8(body).unwrap()
}

#[test]
fn examples_of_preflight_rules_come_true_through_their_rule() {
    let rules: Vec<_> = RULES
        .iter()
        .filter(|rule| rule.file.starts_with(PREFLIGHT_RULES))
        .collect();
    assert_eq!(rules.len(), 16);
    for rule in rules {
        let example = documentation(rule);
        assert_eq!(run(&example, Vec::new()), example.after, "{}", rule.id);
        let without = run(&example, vec![rule.id.into()]);
        assert_ne!(without, example.after, "{} left out", rule.id);
    }
}

#[test]
fn every_step_is_a_registered_rule_and_every_preflight_rule_is_a_step() {
    let steps: BTreeSet<&str> = preflight_steps().collect();
    for id in &steps {
        assert!(RULES.iter().any(|rule| rule.id == *id), "{id}");
    }
    for rule in RULES
        .iter()
        .filter(|rule| rule.file.starts_with(PREFLIGHT_RULES))
    {
        assert!(steps.contains(rule.id), "{}", rule.id);
    }
}
