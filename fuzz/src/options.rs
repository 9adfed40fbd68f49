//! Arguments and options of the public calls.

use transcript_hygiene::Limits;
use transcript_hygiene::json::{Document, write};
use transcript_hygiene::outbound::{
    PreRequestOptions, REQUEST_LEVELS, RequestOptions, pre_request, sanitize_request,
};
use transcript_hygiene::policy::{
    ModelFacts, Policy, PolicyOverrides, Profile, ResolveOptions, Target,
};
use transcript_hygiene::replay::{ReplayOptions, sanitize};
use transcript_hygiene::report::Report;
use transcript_hygiene::rule::{RULES, rejections, rule};
use transcript_hygiene::transcript::Transcript;

use crate::generate;
use crate::tree::Tree;

/// Parts that the bytes are cut into at line ends: enough for every option that is a text.
const PARTS: usize = 10;

/// As deep as the tests' own reader goes, which uses the stack.
const SHALLOW: Limits = Limits {
    bytes: 1 << 20,
    nesting: 100,
    turns: 10_000,
};

/// Bytes cut into texts for every option: whatever they say, nothing panics and what comes out is JSON.
pub fn options(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(PARTS, '\n');
    let mut next = || parts.next().unwrap_or_default();
    let (provider, api, model) = (next(), next(), next());
    let overrides: PolicyOverrides = serde_json::from_str(next()).unwrap_or_default();
    let (entries, names, rules, numbers, stored) = (next(), next(), next(), next(), next());
    let numbers: Vec<f64> = numbers
        .split(' ')
        .filter_map(|number| number.parse().ok())
        .collect();
    let number = |at: usize| numbers.get(at).copied();

    let facts = ModelFacts::new().with_reasoning(numbers.len() % 2 == 1);
    let target = Target::new()
        .with_provider(provider)
        .with_model_api(api)
        .with_model_id(model)
        .with_facts(facts);
    for profile in Profile::ALL {
        let resolution = ResolveOptions::new()
            .with_profile(profile)
            .with_overrides(overrides);
        let policy = Policy::resolve(&target, &resolution);
        Tree::parse(&policy.to_json());
        Tree::parse(&policy.origins_json());
        let options = ReplayOptions::new()
            .with_profile(profile)
            .with_policy_overrides(overrides)
            .with_session_entries((!entries.is_empty()).then(|| entries.into()))
            .with_allowed_tool_names(names.split(',').map(str::to_owned).collect())
            .with_without_rules(rules.split(',').map(str::to_owned).collect())
            .with_now(number(0))
            .with_image_max_dimension_px(number(1))
            .with_local_offset_minutes(number(2).unwrap_or_default() as i32)
            .with_report(true)
            .with_include_text(true);
        let before_call = PreRequestOptions::new()
            .with_profile(profile)
            .with_policy_overrides(overrides)
            .with_allowed_tool_names(names.split(',').map(str::to_owned).collect())
            .with_now(number(0))
            .with_report(true)
            .with_include_text(true);
        let on_body = RequestOptions::new()
            .with_profile(profile)
            .with_base_url((!entries.is_empty()).then(|| entries.into()))
            .with_thinking_level((!names.is_empty()).then(|| names.into()))
            .with_report(true)
            .with_include_text(true);
        let turns = generate::replay(bytes).text;
        for text in [stored, &turns] {
            run(text, |transcript| {
                let outcome = sanitize(transcript, &target, &options).ok()?;
                for entry in &outcome.append_entries {
                    Tree::parse(&entry.data);
                }
                outcome.report
            });
            run(text, |transcript| {
                pre_request(transcript, &target, &before_call)
                    .ok()
                    .flatten()
            });
            run_on_body(text, &target, &on_body);
            for list in ["messages", "input"] {
                let body = format!(r#"{{"{list}":{text},"thinking":{{"type":"enabled"}}}}"#);
                run_on_body(&body, &target, &on_body);
            }
        }
    }
    for rejection in rejections(&text) {
        assert_eq!(
            rejection.rule.and_then(|found| rule(found.id)),
            rejection.rule
        );
    }
    assert_eq!(
        rule(&text).is_some(),
        RULES.iter().any(|rule| rule.id == text)
    );
}

/// Runs an operation on a transcript: the text and the report that come out are JSON.
fn run(text: &str, operation: impl FnOnce(&mut Transcript<'_>) -> Option<Report>) {
    let Ok(mut transcript) = Transcript::parse(text.as_bytes(), &SHALLOW) else {
        return;
    };
    let report = operation(&mut transcript);
    Tree::parse(&String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8"));
    if let Some(report) = report {
        Tree::parse(&report.to_json(None));
    }
}

/// The same for a request body.
fn run_on_body(text: &str, target: &Target, options: &RequestOptions) {
    let Ok(mut document) = Document::parse(text.as_bytes(), REQUEST_LEVELS, &SHALLOW) else {
        return;
    };
    let Ok(outcome) = sanitize_request(&mut document, target, options) else {
        return;
    };
    let written = write(&document, outcome.value);
    Tree::parse(&String::from_utf8(written).expect("written JSON is UTF-8"));
    if let Some(report) = outcome.report {
        Tree::parse(&report.to_json(None));
    }
}
