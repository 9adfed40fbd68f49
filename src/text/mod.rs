//! Text as JavaScript sees it, and the grammars that replay and display share.
//!
//! Every grammar is one file with its exact rule in its docs, matched by hand on [`JsStr`] in linear time. What only
//! cuts its text at the ends gives a slice back; what rewrites it gives `Option<JsString>`, with `None` for
//! "unchanged", so that text nobody has to touch costs no allocation.

mod js_str;
mod lines;
mod unicode;
mod unicode_tables;

pub use js_str::{JsStr, JsString, is_space};
