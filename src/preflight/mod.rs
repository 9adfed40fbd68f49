//! Preflight: what a provider would refuse about its own request body, found and mended on the way out.
//!
//! The validator reads the body into its one view of turns and parts. When it finds nothing that would be refused, the
//! body goes on as it is. Else the rules say edits by place, one rule after the other, and the
//! validator looks again at what came of it. Rules are written once, over the view; what a wire spells in a way of its
//! own (where an id stands, how a result looks) is in `wire.rs`.
//!
//! ```
//! use transcript_hygiene::preflight::{PreflightOptions, preflight};
//!
//! let body = br#"{"max_tokens":9, "messages":[{"role":"user","content":[{"type":"text","text":"hi"}, {"type":"text","text":" "}]}]}"#;
//! let outcome = preflight(body, &PreflightOptions::new().with_api(Some("anthropic".into())));
//! assert_eq!(
//!     outcome.body.as_deref(),
//!     Some(&br#"{"max_tokens":9, "messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}"#[..])
//! );
//! assert_eq!(outcome.findings[0].constraint.id, "AM-06");
//! assert_eq!(outcome.changes[0].rule.id, "drop-blank-text");
//! ```

mod advice;
mod apply;
mod context;
mod edits;
mod notes;
mod options;
mod outcome;
mod recognise;
pub(crate) mod rules;
mod run;
mod steps;
mod trouble;
mod view;
mod wire;

pub use options::{Mode, PreflightOptions, Results};
pub use outcome::Outcome;
pub use run::preflight;
pub use steps::preflight_steps;
