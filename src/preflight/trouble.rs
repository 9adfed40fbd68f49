//! What keeps a body from being looked at, in the form of constraints, so that it is told as findings are.

use crate::validate::{Constraint, Scope, Severity};

/// Declares each trouble, and the table of their sentences. Others than those of the catalogue these are told in the
/// module too: a caller finds them in no other place.
macro_rules! troubles {
    ($($(#[doc = $doc:literal])+ $name:ident: $id:literal, $severity:ident, $sentence:literal;)+) => {
        $(
            $(#[doc = $doc])+
            pub(super) static $name: Constraint = Constraint {
                id: $id,
                scope: Scope::Every,
                severity: Severity::$severity,
                #[cfg(not(target_arch = "wasm32"))]
                statement: $sentence,
                fragments: &[],
                #[cfg(not(target_arch = "wasm32"))]
                source: "the body could not be looked at",
            };
        )+

        static TROUBLES: &[(&Constraint, &str)] = &[$((&$name, $sentence)),+];
    };
}

troubles! {
    /// No JSON text, or no UTF-8.
    NOT_JSON: "not-json", Error, "the body is JSON in UTF-8";
    /// No JSON object.
    NOT_A_REQUEST: "not-a-request", Error, "the body is an object with a list of turns";
    /// Over a limit of the caller's.
    LIMIT_EXCEEDED: "limit-exceeded", Warn, "the body is within the limits that it is looked at with";
    /// The caller names an API that nobody knows.
    UNKNOWN_API: "unknown-api", Warn, "the API is a wire shape or a known API";
    /// Nothing tells the shape.
    UNKNOWN_SHAPE: "unknown-shape", Warn, "the path or the body tells the wire shape";
    /// Two shapes fit equally.
    AMBIGUOUS_SHAPE: "ambiguous-shape", Warn, "the path or the body tells one wire shape from the others";
}

/// The sentence of a trouble; none for constraints of the catalogue.
pub(super) fn sentence(constraint: &Constraint) -> Option<&'static str> {
    TROUBLES
        .iter()
        .find(|(trouble, _)| *trouble == constraint)
        .map(|(_, sentence)| *sentence)
}
