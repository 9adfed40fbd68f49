//! Replay: sending stored history to a provider again.
//!
//! ```
//! use transcript_hygiene::policy::Target;
//! use transcript_hygiene::replay::{ReplayOptions, sanitize};
//! use transcript_hygiene::transcript::Transcript;
//!
//! let stored = br#"[{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"ls","arguments":{}}]},
//!  {"role":"user","content":"go on"}]"#;
//! let target = Target::new().with_provider("openai").with_model_api("openai-responses");
//! let mut transcript = Transcript::parse(stored, &Default::default())?;
//! sanitize(&mut transcript, &target, &ReplayOptions::new())?;
//! assert_eq!(transcript.turns.len(), 3);
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod advice;
mod clock;
mod context;
mod landmarks;
mod options;
mod pipeline;
pub(crate) mod rules;
mod session_entries;

pub use advice::Advice;
pub(crate) use advice::THINKING_OFF;
pub use clock::Clock;
pub(crate) use context::Context;
pub use options::ReplayOptions;
pub use pipeline::{Outcome, pipeline_steps, sanitize, strip_all_thinking};
pub use rules::sanitize_images::sanitize_image_blocks;
pub use session_entries::AppendEntry;
