//! From a target (provider, API, model) to the flags that replay goes by.
//!
//! ```
//! use transcript_hygiene::policy::{Flag, Origin, Policy, ResolveOptions, Target};
//!
//! let target = Target::new()
//!     .with_provider("anthropic")
//!     .with_model_api("anthropic-messages")
//!     .with_model_id("claude-sonnet-4-6");
//! let policy = Policy::resolve(&target, &ResolveOptions::new());
//!
//! assert!(policy.preserve_signatures());
//! assert_eq!(policy.origin(Flag::PreserveSignatures), Origin::Family("native-anthropic"));
//! ```
//!
//! The facts are rows in `table.rs`; adding a provider is adding one line there. A policy is decided before a turn is
//! read, so nothing here knows messages.

mod flags;
mod hook;
pub(crate) mod models;
mod options;
mod origin;
mod profile;
mod resolve;
mod table;
mod target;
mod values;

pub use flags::{Flag, Policy, PolicyOverrides, provider_requires_signed_thinking};
pub use hook::{ReplayHook, replay_hook};
pub use options::{AliasResolution, ResolveOptions};
pub use origin::Origin;
pub use profile::Profile;
pub use table::{known_apis, known_providers};
pub use target::{ModelFacts, Target, is_antigravity_claude};
pub use values::{DuplicateToolCallIdStyle, SanitizeMode, ThoughtSignatureRule, ToolCallIdMode};
