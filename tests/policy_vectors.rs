//! Resolved policies against what the reference release was seen to resolve.
//!
//! `tests/vectors/policy/` holds a seventh of the recorded grid; where the whole of it is at hand beside the
//! repository, it is checked too.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use transcript_hygiene::policy::{
    AliasResolution, ModelFacts, Policy, Profile, ResolveOptions, Target,
};

/// A table of recorded policies: each case points to the policy that its target got.
#[derive(Deserialize)]
struct Table {
    /// Kept as text, so that the order of keys is compared too.
    policies: Vec<Box<RawValue>>,
    cases: Vec<Case>,
}

/// Provider, API, model id, model, index of the policy.
#[derive(Deserialize)]
struct Case(
    Option<String>,
    Option<String>,
    Option<String>,
    Option<Value>,
    usize,
);

impl Case {
    fn target(&self) -> Target {
        let Case(provider, api, id, model, _) = self;
        let mut target = Target::new();
        if let Some(provider) = provider {
            target = target.with_provider(provider);
        }
        if let Some(api) = api {
            target = target.with_model_api(api);
        }
        if let Some(id) = id {
            target = target.with_model_id(id);
        }
        let fact = |pointer| model.as_ref().and_then(|model| model.pointer(pointer));
        target.with_facts(
            ModelFacts::new()
                .with_reasoning(fact("/reasoning") == Some(&Value::Bool(true)))
                .with_refuses_reasoning_effort(
                    fact("/compat/supportsReasoningEffort") == Some(&Value::Bool(false)),
                ),
        )
    }

    fn name(&self) -> String {
        let Case(provider, api, id, model, _) = self;
        format!("[{provider:?}, {api:?}, {id:?}, {model:?}]")
    }
}

/// Checks every case of a table; answers how many there were and a line for each that failed.
fn check(path: &Path, aliases: AliasResolution) -> (usize, Vec<String>) {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let table: Table =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let options = ResolveOptions::new()
        .with_profile(Profile::Compat)
        .with_alias_resolution(aliases);
    let failures = table.cases.iter().filter_map(|case| {
        let policy = Policy::resolve(&case.target(), &options);
        let (expected, actual) = (table.policies[case.4].get(), policy.to_json());
        (expected != actual).then(|| {
            format!(
                "{} {}\n  expected {expected}\n  actual   {actual}\n  origins  {}",
                path.display(),
                case.name(),
                policy.origins_json()
            )
        })
    });
    (table.cases.len(), failures.collect())
}

/// Checks both tables of a folder and lists all cases that failed.
fn check_folder(folder: &Path) {
    let (lookups, mut failures) = check(&folder.join("grid.json"), AliasResolution::Lookup);
    let (loaded, more) = check(&folder.join("loaded-aliases.json"), AliasResolution::Loaded);
    failures.extend(more);
    let count = lookups + loaded;
    println!(
        "{}: {count} cases, {} failed",
        folder.display(),
        failures.len()
    );
    assert!(count > 0, "no cases in {}", folder.display());
    assert!(
        failures.is_empty(),
        "{} of {count} cases failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn policies_resolve_as_recorded() {
    check_folder(&root().join("tests/vectors/policy"));
}

#[test]
fn policies_resolve_as_recorded_in_the_whole_grid_where_it_is_at_hand() {
    let whole = root().join("../shared/vectors/policy");
    if whole.exists() {
        check_folder(&whole);
    }
}
