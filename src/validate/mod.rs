//! What providers accept, and where a request or a transcript breaks it.
//!
//! The constraints are data ([`CONSTRAINTS`]). A body of any of the five wire shapes, or a transcript looked at as the
//! body it would become, is read into one view ([`wire`]) that points into the text; the checks of a shape walk that
//! view once. Nothing is changed, nothing is copied but ids, and no input is refused: a malformed shape is itself a
//! finding.
//!
//! ```
//! use transcript_hygiene::json::Document;
//! use transcript_hygiene::validate::{LintOptions, Shape, validate_request};
//!
//! let body = br#"{"messages":[{"role":"user","content":[{"type":"text","text":" "}]}]}"#;
//! let document = Document::parse(body, 6, &Default::default())?;
//! let findings = validate_request(&document, Shape::Anthropic, &LintOptions::new());
//! assert_eq!(findings[0].constraint.id, "AM-06");
//! assert_eq!(findings[0].pointer, "/messages/0/content/0/text");
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod capability;
mod check;
mod constraints;
mod finding;
mod grammar;
mod options;
mod read;
mod shape;
mod wire;

pub use capability::lint_options;
pub(crate) use check::{SKIP_SENTINEL, is_gemini_signature, is_opaque_signature};
pub use constraints::CONSTRAINTS;
pub(crate) use constraints::*;
pub use finding::{Constraint, Finding, Severity};
pub use grammar::Grammar;
pub use options::LintOptions;
pub use shape::{Scope, Shape};

use crate::json::Document;
use finding::Findings;

/// Levels of a request body that are worth listing before it is validated.
pub const LINT_LEVELS: usize = 6;

/// Checks a provider's own body. Findings come ordered by path.
pub fn validate_request(
    document: &Document<'_>,
    shape: Shape,
    options: &LintOptions,
) -> Vec<Finding> {
    let mut findings = Findings::new(document, shape.body_list());
    let options = options.clone().stated_by(document, shape);
    check::strings::check(&mut findings);
    match read::body(document, shape) {
        Some(turns) => check::check(&mut findings, &turns, shape, &options, false),
        None => findings.top(check::empty_constraint(shape), Severity::Error),
    }
    findings.finish()
}

/// Checks a transcript, an array of turns, as the body that it would become, with nothing repaired on the way.
/// Findings point into the transcript and come ordered by path.
pub fn validate_transcript(
    document: &Document<'_>,
    shape: Shape,
    options: &LintOptions,
) -> Vec<Finding> {
    let mut findings = Findings::new(document, "");
    check::strings::check(&mut findings);
    let turns = read::transcript(document, shape);
    check::check(&mut findings, &turns, shape, options, true);
    findings.finish()
}
