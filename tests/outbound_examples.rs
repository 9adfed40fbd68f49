//! Every outbound rule's own example, with the rule and without it.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, write};
use transcript_hygiene::outbound::{
    PreRequestOptions, REQUEST_LEVELS, RequestOptions, pre_request, pre_request_steps,
    request_steps, sanitize_request,
};
use transcript_hygiene::policy::Target;
use transcript_hygiene::replay::pipeline_steps;
use transcript_hygiene::rule::{Documentation, HEADINGS, RULES, documentation, rule};
use transcript_hygiene::text::JsStr;
use transcript_hygiene::transcript::Transcript;

/// The target of an example, and the address that goes with it.
fn target(documentation: &Documentation) -> (Target, Option<String>) {
    let json = documentation.target.as_bytes();
    let document = Document::parse(json, 1, &Limits::default()).unwrap();
    let text = |key: &str| {
        let text = document.get_string(document.root(), key)?;
        Some(JsStr::from_wtf8(&text).to_string_lossy())
    };
    let target = Target::new()
        .with_provider(text("provider").unwrap())
        .with_model_api(text("modelApi").unwrap())
        .with_model_id(text("modelId").unwrap());
    (target, text("baseUrl"))
}

fn run_on_body(example: &Documentation, without: Vec<String>) -> String {
    let (target, base_url) = target(example);
    let options = RequestOptions::new()
        .with_base_url(base_url)
        .with_without_rules(without);
    let before = example.before.as_bytes();
    let mut document = Document::parse(before, REQUEST_LEVELS, &Limits::default()).unwrap();
    let outcome = sanitize_request(&mut document, &target, &options).unwrap();
    String::from_utf8(write(&document, outcome.value)).unwrap()
}

fn run_on_turns(example: &Documentation, without: Vec<String>) -> String {
    let (target, _) = target(example);
    let options = PreRequestOptions::new()
        .with_prune_seen_images(true)
        .with_without_rules(without);
    let mut transcript = Transcript::parse(example.before.as_bytes(), &Limits::default()).unwrap();
    pre_request(&mut transcript, &target, &options).unwrap();
    String::from_utf8(transcript.to_text()).unwrap()
}

/// Asserts that an example comes true, and that it is the rule who makes it so.
fn check(id: &str, run: fn(&Documentation, Vec<String>) -> String) {
    let rule = rule(id).unwrap_or_else(|| panic!("{id} is not in the registry"));
    let example = documentation(rule);
    assert_eq!(run(&example, Vec::new()), example.after, "{id}");
    assert_ne!(
        run(&example, vec![id.into()]),
        example.after,
        "{id} left out"
    );
}

#[test]
fn examples_of_body_rules_come_true_through_their_rule() {
    assert_eq!(request_steps().count(), 6);
    for id in request_steps() {
        check(id, run_on_body);
    }
}

#[test]
fn examples_of_rules_before_each_call_come_true_through_their_rule() {
    let shared: Vec<&str> = pipeline_steps().collect();
    let mut own: Vec<&str> = pre_request_steps()
        .filter(|id| !shared.contains(id))
        .collect();
    own.sort_unstable();
    own.dedup();
    assert_eq!(own.len(), 4);
    for id in own {
        check(id, run_on_turns);
    }
}

#[test]
fn every_outbound_rule_is_registered_with_all_headings() {
    let outbound = request_steps().chain(pre_request_steps());
    for id in outbound {
        let rule = RULES.iter().find(|rule| rule.id == id).unwrap();
        let headings: Vec<String> = documentation(rule)
            .sections
            .into_iter()
            .map(|(heading, _)| heading)
            .collect();
        assert_eq!(headings, HEADINGS, "{id}");
    }
}
