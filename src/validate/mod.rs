//! What providers accept, and where a request or a transcript breaks it.
//!
//! The constraints are data ([`CONSTRAINTS`]). A body of any of the five wire shapes, or a transcript looked at as the
//! body it would become, is read into one view that points into the text; the checks of a shape walk that
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
#[cfg(not(target_arch = "wasm32"))]
mod doc;
mod finding;
mod grammar;
mod options;
mod read;
mod shape;
pub(crate) mod wire;

pub use capability::lint_options;
pub(crate) use check::strings::halves;
pub(crate) use check::{
    ANTHROPIC_FIELDS, MAX_ANTHROPIC_NAME, MAX_CACHE_MARKS, MAX_ITEM_ID, SCALED_ABOVE,
    SKIP_SENTINEL, holds_empty_content, image_faults, is_gemini_signature, is_opaque_signature,
    item_id_prefix, says,
};
pub use constraints::CONSTRAINTS;
pub(crate) use constraints::*;
#[cfg(not(target_arch = "wasm32"))]
pub use doc::constraints_json;
pub use finding::{Constraint, Finding, Severity};
pub use grammar::Grammar;
pub use options::LintOptions;
pub(crate) use read::{GEMINI_PAYLOADS, REASONING_FIELDS, body as read_body};
pub use shape::{Scope, Shape};

use crate::json::{Document, Value};
use crate::policy::{Target, known_apis};
use finding::Findings;

/// Levels of a request body that are worth listing before it is validated.
pub const LINT_LEVELS: usize = 7;

/// Checks a provider's own body. Findings come ordered by path.
pub fn validate_request(
    document: &Document<'_>,
    shape: Shape,
    options: &LintOptions,
) -> Vec<Finding> {
    let root = document.root();
    let options = options.clone().stated_by(document, root, shape);
    let mut findings = Findings::new(document, root, shape.body_list());
    check::strings::check(&mut findings);
    check_body(findings, shape, &options)
}

/// Checks a body that was edited: `root` is what became of it, and its options hold already what it says of itself. Its
/// strings are not looked at again.
pub(crate) fn validate_edited(
    document: &Document<'_>,
    root: Value,
    shape: Shape,
    options: &LintOptions,
) -> Vec<Finding> {
    check_body(
        Findings::new(document, root, shape.body_list()),
        shape,
        options,
    )
}

fn check_body(mut findings: Findings<'_>, shape: Shape, options: &LintOptions) -> Vec<Finding> {
    match read::body(findings.document, findings.root, shape) {
        Some(turns) => check::check(&mut findings, &turns, shape, options, false),
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
    let mut findings = Findings::new(document, document.root(), "");
    check::strings::check(&mut findings);
    let turns = read::transcript(document, shape);
    check::check(&mut findings, &turns, shape, options, true);
    findings.finish()
}

/// [`validate_transcript`] in the shape of the target's API. Of an API that nobody knows only what every provider asks
/// for is found.
pub fn validate_for_target(
    document: &Document<'_>,
    target: &Target,
    options: &LintOptions,
) -> Vec<Finding> {
    let api = target.model_api().unwrap_or_default();
    let mut findings = validate_transcript(document, Shape::of_api(api), options);
    if !known_apis().any(|known| known == api) {
        findings.retain(|finding| finding.constraint.scope == Scope::Every);
    }
    findings
}
