//! Outbound: the last step before a request leaves.
//!
//! Three things, all of them pure:
//! - [`sanitize_request`] mends the body of a request that is about to be sent, whatever built it.
//! - [`pre_request`] goes over the whole list of turns before each model call, after replay.
//! - [`is_thinking_error`] tells whether a provider refused replayed thinking, so that the host may try once more
//!   without it ([`strip_all_thinking`](crate::replay::strip_all_thinking)).
//!
//! ```
//! use transcript_hygiene::json::{Document, write};
//! use transcript_hygiene::outbound::{REQUEST_LEVELS, RequestOptions, sanitize_request};
//! use transcript_hygiene::policy::Target;
//!
//! let body = br#"{"thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"q"}, {"role":"assistant","content":"Sure:"}]}"#;
//! let target = Target::new().with_provider("anthropic").with_model_api("anthropic-messages");
//! let mut document = Document::parse(body, REQUEST_LEVELS, &Default::default())?;
//! let outcome = sanitize_request(&mut document, &target, &RequestOptions::new())?;
//! assert_eq!(outcome.removed, 1);
//! assert_eq!(
//!     write(&document, outcome.value),
//!     br#"{"thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"q"}]}"#
//! );
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod body;
mod pre_request;
mod reasoning;
mod request;
mod route;
pub(crate) mod rules;
mod thinking_recovery;

pub use pre_request::{PreRequestOptions, pre_request, pre_request_steps};
pub use request::{
    REQUEST_LEVELS, RequestOptions, RequestOutcome, request_steps, sanitize_request,
};
pub use thinking_recovery::{is_thinking_error, recovery_armed};
