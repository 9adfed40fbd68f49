//! What the registry promises of every rule: its words, its example, its place, and that it is missed.

mod recorded;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use recorded::replay::{cases, outcome_difference, target};
use recorded::{Difference, NOW, difference, json, parse, string};
use transcript_hygiene::Limits;
use transcript_hygiene::policy::Profile;
use transcript_hygiene::replay::{ReplayOptions, pipeline_steps, sanitize};
use transcript_hygiene::rule::{Documentation, HEADINGS, RULES, Rule, documentation};
use transcript_hygiene::transcript::Transcript;

/// Where the rules of the replay pipeline are declared.
const REPLAY_RULES: &str = "src/replay/rules/";

/// A test that fails when the step of a rule is removed: its file and its name.
type Cover = (&'static str, &'static str);

const STRICT_TARGETS: Cover = (
    "tests/registry.rs",
    "antigravity_claude_gets_no_thinking_without_a_valid_signature",
);
const BEFORE_EACH_CALL: Cover = (
    "tests/outbound_examples.rs",
    "examples_of_rules_before_each_call_come_true_through_their_rule",
);
const CURES: Cover = ("tests/strict_cases.rs", "strict_cures_every_kind");
const ON_BODIES: Cover = (
    "tests/outbound_examples.rs",
    "examples_of_body_rules_come_true_through_their_rule",
);
const ON_WIRES: Cover = (
    "tests/preflight_examples.rs",
    "examples_of_preflight_rules_come_true_through_their_rule",
);
const ON_FILES: Cover = (
    "tests/repair_examples.rs",
    "examples_of_repair_rules_come_true_through_their_rule",
);

const ON_ROWS: Cover = (
    "tests/display_examples.rs",
    "examples_of_display_rules_come_true_through_their_rule",
);

/// Rules that no recorded case reaches, and what covers them instead.
const COVERED_BY_TESTS: [(&str, Cover); 63] = [
    ("replace-unpaired-surrogates", CURES),
    ("mend-content", CURES),
    ("drop-unknown-blocks", CURES),
    ("normalize-antigravity-signatures", STRICT_TARGETS),
    ("drop-foreign-reasoning", CURES),
    ("drop-refused-reasoning", CURES),
    ("drop-blank-summaries", CURES),
    ("canonicalize-tool-calls", CURES),
    ("parse-tool-call-arguments", CURES),
    ("keep-error-results-text", CURES),
    ("replace-silent-reasoning", CURES),
    ("drop-repeated-item-ids", CURES),
    ("rename-tools", CURES),
    ("fit-tool-call-ids", CURES),
    ("keep-a-turn", CURES),
    ("sign-gemini-calls", CURES),
    ("bridge-tool-results", CURES),
    ("trim-trailing-assistant", CURES),
    ("drop-thinking-behind-changes", CURES),
    ("prune-seen-images", BEFORE_EACH_CALL),
    ("drop-unsent-tool-calls", BEFORE_EACH_CALL),
    ("drop-embedded-results", BEFORE_EACH_CALL),
    ("strip-trailing-assistant", BEFORE_EACH_CALL),
    ("backfill-deepseek-reasoning", ON_BODIES),
    ("strip-copilot-payload-thinking", ON_BODIES),
    ("normalize-copilot-items", ON_BODIES),
    ("drop-item-ids", ON_BODIES),
    ("strip-anthropic-prefill", ON_BODIES),
    ("strip-openrouter-anthropic-prefill", ON_BODIES),
    ("lift-system-turns", ON_WIRES),
    ("name-roles", ON_WIRES),
    ("split-parts", ON_WIRES),
    ("drop-unknown-fields", ON_WIRES),
    ("name-content-parts", ON_WIRES),
    ("flatten-tools", ON_WIRES),
    ("drop-orphan-server-results", ON_WIRES),
    ("drop-final-thinking", ON_WIRES),
    ("drop-item-references", ON_WIRES),
    ("mend-reasoning-items", ON_WIRES),
    ("wrap-function-responses", ON_WIRES),
    ("pad-reasoning", ON_WIRES),
    ("split-mixed-turns", ON_WIRES),
    ("mark-prefix", ON_WIRES),
    ("limit-cache-marks", ON_WIRES),
    ("bind-thinking", ON_WIRES),
    ("drop-malformed-lines", ON_FILES),
    ("drop-invalid-messages", ON_FILES),
    ("fill-failed-assistant-turns", ON_FILES),
    ("omit-corrupt-images", ON_FILES),
    ("fill-blank-user-turns", ON_FILES),
    ("insert-missing-tool-results", ON_FILES),
    ("relink-orphans", ON_FILES),
    ("drop-pre-session-announcements", ON_ROWS),
    ("strip-envelopes", ON_ROWS),
    ("show-visible-text", ON_ROWS),
    ("mirror-tool-replies", ON_ROWS),
    ("project-failed-turns", ON_ROWS),
    ("omit-media-payloads", ON_ROWS),
    ("sanitize-rows", ON_ROWS),
    ("project-forwarded-turns", ON_ROWS),
    ("hide-internal-rows", ON_ROWS),
    ("merge-speech-supplements", ON_ROWS),
    ("attach-canvas-previews", ON_ROWS),
];

/// Rules of the replay pipeline.
fn replay_rules() -> impl Iterator<Item = &'static Rule> {
    RULES
        .iter()
        .copied()
        .filter(|rule| rule.file.starts_with(REPLAY_RULES))
}

/// Runs a rule's example with the rules that `adjust` leaves on.
fn run_example(
    example: &Documentation,
    adjust: impl FnOnce(ReplayOptions) -> ReplayOptions,
) -> String {
    let text = if example.target.is_empty() {
        "{}"
    } else {
        &example.target
    };
    let document = parse(text);
    let mut options = ReplayOptions::new()
        .with_profile(Profile::Compat)
        .with_now(Some(NOW));
    if let Some(profile) = string(&document, document.root(), "profile") {
        options = options.with_profile(profile.parse().expect("a known profile"));
    }
    if let Some(overrides) = document.get(document.root(), "policyOverrides") {
        options = options.with_policy_overrides(
            serde_json::from_str(&json(&document, overrides)).expect("known flags"),
        );
    }
    let mut transcript =
        Transcript::parse(example.before.as_bytes(), &Limits::default()).expect("a transcript");
    sanitize(
        &mut transcript,
        &target(&document, document.root()),
        &adjust(options),
    )
    .expect("the example passes");
    String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8")
}

#[test]
fn ids_are_unique_kebab_case_and_name_their_file() {
    let mut seen = HashSet::new();
    for rule in RULES {
        assert!(seen.insert(rule.id), "{} stands twice", rule.id);
        let words: Vec<&str> = rule.id.split('-').collect();
        let is_word = |word: &&str| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        assert!(words.iter().all(is_word), "{} is not kebab-case", rule.id);
        let stem = Path::new(rule.file)
            .file_stem()
            .and_then(|stem| stem.to_str());
        assert_eq!(
            stem,
            Some(words.join("_").as_str()),
            "{} is declared in {}",
            rule.id,
            rule.file
        );
    }
}

#[test]
fn every_rule_has_every_heading_with_text_under_it() {
    for rule in RULES {
        let sections = documentation(rule).sections;
        let headings: Vec<&str> = sections
            .iter()
            .map(|(heading, _)| heading.as_str())
            .collect();
        assert_eq!(headings, HEADINGS, "{}", rule.id);
        let empty: Vec<&str> = sections
            .iter()
            .filter(|(_, text)| text.is_empty())
            .map(|(h, _)| h.as_str())
            .collect();
        assert!(empty.is_empty(), "{} says nothing under {empty:?}", rule.id);
    }
}

#[test]
fn every_summary_is_one_clause() {
    for rule in RULES {
        assert!(!rule.summary.is_empty(), "{}", rule.id);
        assert!(
            !rule.summary.ends_with(['.', '!', ';', ':']),
            "{}: {:?}",
            rule.id,
            rule.summary
        );
        assert!(!rule.effects.is_empty(), "{} does nothing", rule.id);
    }
}

#[test]
fn every_example_yields_exactly_its_after() {
    for rule in replay_rules() {
        let example = documentation(rule);
        assert!(
            !example.before.is_empty() && !example.after.is_empty(),
            "{} has no example",
            rule.id
        );
        let got = run_example(&example, |options| {
            options.with_only_rules(Some(vec![rule.id.into()]))
        });
        assert_eq!(
            difference(&got, &example.after),
            Difference::None,
            "{}\n     got {got}\nexpected {}",
            rule.id,
            example.after
        );
    }
}

#[test]
fn every_rule_stands_in_the_pipeline_in_the_order_of_the_registry() {
    let mut seen = HashSet::new();
    let first_uses: Vec<&str> = pipeline_steps().filter(|id| seen.insert(*id)).collect();
    let listed: Vec<&str> = replay_rules().map(|rule| rule.id).collect();
    assert_eq!(first_uses, listed);
}

#[test]
fn removing_a_step_makes_a_recorded_case_fail() {
    let recorded: Vec<_> = cases()
        .into_iter()
        .filter_map(|case| Some((case.expected()?, case)))
        .collect();
    assert!(!recorded.is_empty());
    let missed_by = |rule: &Rule| {
        recorded.iter().find(|(expected, case)| {
            let answer = case.answer(|options| options.with_without_rules(vec![rule.id.into()]));
            outcome_difference(&answer, expected) == Difference::Value
        })
    };
    let mut not_missed = Vec::new();
    for rule in replay_rules() {
        match missed_by(rule) {
            Some((_, case)) => println!("{} is missed by {}", rule.id, case.id),
            None => not_missed.push(rule.id),
        }
    }
    let elsewhere: Vec<&str> = RULES
        .iter()
        .filter(|r| !r.file.starts_with(REPLAY_RULES))
        .map(|r| r.id)
        .collect();
    let covered: Vec<&str> = COVERED_BY_TESTS.iter().map(|(id, _)| *id).collect();
    assert_eq!([not_missed, elsewhere].concat(), covered);
}

#[test]
fn the_tests_that_cover_rules_without_a_recorded_case_exist() {
    for (id, (file, test)) in COVERED_BY_TESTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{id}: {file}: {e}"));
        assert!(
            text.contains(&format!("fn {test}()")),
            "{id}: no test {test} in {file}"
        );
    }
}

#[test]
fn antigravity_claude_gets_no_thinking_without_a_valid_signature() {
    let rule = RULES
        .iter()
        .find(|rule| rule.id == "normalize-antigravity-signatures")
        .expect("a rule");
    let example = documentation(rule);
    let with = run_example(&example, |options| options);
    let without = run_example(&example, |options| {
        options.with_without_rules(vec![rule.id.into()])
    });
    assert!(with.contains(r#""thinkingSignature":"QUJD""#), "{with}");
    assert!(!with.contains(r#""signature":"x""#), "{with}");
    assert!(without.contains(r#""signature":"x""#), "{without}");
}
