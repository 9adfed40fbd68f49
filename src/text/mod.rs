//! Text as JavaScript sees it, and the grammars that replay and display share.
//!
//! Every grammar is one file with its exact rule in its docs, matched by hand on [`JsStr`] in linear time. What only
//! cuts its text at the ends gives a slice back; what rewrites it gives `Option<JsString>`, with `None` for
//! "unchanged", so that text nobody has to touch costs no allocation.

mod embedded_json;
pub mod inbound_metadata;
mod js_str;
mod lines;
pub mod runtime_context;
mod silent;
mod silent_reasoning;
mod unicode;
mod unicode_tables;

pub use embedded_json::decode_json_string;
pub use js_str::{JsStr, JsString, is_space};
pub use silent::{
    SILENT_TOKEN, is_formatting_artifact, is_silent_payload, is_silent_prefix, is_silent_reply,
    starts_with_silent_token, strip_leading_silent_token, strip_silent_token,
};
