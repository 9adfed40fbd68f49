//! The lossless document: JSON text, spans over it, immutable edited values, copy-through writing.
//!
//! Knows JSON and nothing of transcripts. No recursion over input anywhere; unpaired surrogates, huge numbers,
//! duplicate keys and a million levels of nesting come out as they went in.
//!
//! ```
//! use transcript_hygiene::{Limits, json};
//! let mut document = json::Document::parse(br#"{ "n": 1.0, "id": "a" }"#, 1, &Limits::default())?;
//! let id = document.fresh_string("b".into());
//! let edited = document.with_member(document.root(), "id", id);
//! assert_eq!(json::write(&document, edited), br#"{ "n": 1.0, "id": "b" }"#);
//! # Ok::<(), transcript_hygiene::Error>(())
//! ```

mod document;
mod lists;
mod number;
mod pointer;
mod scan;
mod string;
mod stringify;
mod write;

pub use document::{Document, Entries, Entry, Kind, Value, parse_text};
pub use number::{number_text, parse_number};
pub(crate) use pointer::push_token;
pub use string::{decode_string, js_quoted, quoted, write_string};
pub use stringify::stringify;
#[cfg(feature = "wasm-core")]
pub(crate) use write::Sink;
pub(crate) use write::{Length, write_whole};
pub use write::{write, write_into};

#[cfg(test)]
mod tests;
