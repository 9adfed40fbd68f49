//! From the bytes of a session file to the messages of its active branch.
//!
//! Reading writes nothing. A file of an older version is migrated in memory, a file without a header gets one in
//! memory; [`Session::rewritten`] has the text that a host may store.
//!
//! ```
//! use transcript_hygiene::session::{self, SessionOptions};
//! let file = br#"{"type":"session","version":3,"id":"s"}
//! {"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"hi"}}"#;
//! let session = session::load(file, &SessionOptions::new())?;
//! assert_eq!(session.messages_json(), br#"[{"role":"user","content":"hi"}]"#);
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod branch;
mod entry;
mod file;
mod flat;
mod header;
mod links;
mod messages;
mod migrate;
mod model_form;
mod options;
mod report;
mod rewrite;
mod tree;

pub use branch::Session;
pub(crate) use branch::open;
pub use options::{Builder, SessionOptions, StartAt};
pub use report::SessionReport;

use crate::Error;

/// Reads a session file and builds the messages of its active branch.
///
/// # Errors
/// `limit-exceeded` for a file beyond the limits. In the compatible profile also `invalid-session`, where the reference
/// release fails on a record: its text, and the offset of the record.
pub fn load<'s>(bytes: &'s [u8], options: &SessionOptions) -> Result<Session<'s>, Error> {
    let mut session = open(bytes, options)?;
    session.build(options)?;
    Ok(session)
}

#[cfg(test)]
mod tests;
