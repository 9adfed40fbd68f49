//! Arguments and options of the public calls.

use transcript_hygiene::Limits;
use transcript_hygiene::policy::{
    ModelFacts, Policy, PolicyOverrides, Profile, ResolveOptions, Target,
};
use transcript_hygiene::replay::{ReplayOptions, pipeline_steps, sanitize};
use transcript_hygiene::rule::{rejections, rule};
use transcript_hygiene::transcript::Transcript;

use crate::generate;
use crate::tree::Tree;

/// Parts that the bytes are cut into at line ends: enough for every option that is a text.
const PARTS: usize = 10;

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
        run(stored.as_bytes(), &target, &options);
        run(generate::replay(bytes).text.as_bytes(), &target, &options);
    }
    for rejection in rejections(&text) {
        assert_eq!(rule(rejection.rule.id), Some(rejection.rule));
    }
    assert_eq!(rule(&text).is_some(), pipeline_steps().any(|id| id == text));
}

fn run(text: &[u8], target: &Target, options: &ReplayOptions) {
    let shallow = Limits {
        nesting: 100,
        ..Limits::default()
    };
    let Ok(mut transcript) = Transcript::parse(text, &shallow) else {
        return;
    };
    let Ok(outcome) = sanitize(&mut transcript, target, options) else {
        return;
    };
    Tree::parse(&String::from_utf8(transcript.to_text()).expect("written JSON is UTF-8"));
    for entry in &outcome.append_entries {
        Tree::parse(&entry.data);
    }
    if let Some(report) = outcome.report {
        Tree::parse(&report.to_json(None));
    }
}
