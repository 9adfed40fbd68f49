//! The text of constraints, for people: `constraints.json`.

use super::constraints::CONSTRAINTS;
use super::finding::Constraint;
use crate::json::quoted;

/// Every constraint as JSON: an array of objects.
pub fn constraints_json() -> String {
    let constraints: Vec<String> = CONSTRAINTS
        .iter()
        .map(|each| constraint_json(each))
        .collect();
    format!("[\n{}\n]\n", constraints.join(",\n"))
}

fn constraint_json(constraint: &Constraint) -> String {
    let fragments: Vec<String> = constraint
        .fragments
        .iter()
        .map(|text| quoted(text))
        .collect();
    format!(
        r#"{{"id":{},"api":{},"severity":{},"statement":{},"fragments":[{}],"source":{}}}"#,
        quoted(constraint.id),
        quoted(constraint.scope.name()),
        quoted(constraint.severity.name()),
        quoted(constraint.statement),
        fragments.join(","),
        quoted(constraint.source),
    )
}
