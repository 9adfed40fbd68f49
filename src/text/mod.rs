//! Text as JavaScript sees it, and the grammars that replay and display share.
//!
//! Every grammar is one file with its exact rule in its docs, matched by hand on [`JsStr`] in linear time. What only
//! cuts its text at the ends gives a slice back; what rewrites it gives `Option<JsString>`, with `None` for
//! "unchanged", so that text nobody has to touch costs no allocation.

mod base64_signature;
mod embedded_json;
mod envelope;
mod hash;
pub mod inbound_metadata;
pub mod inter_session;
mod internal_metadata;
mod iso_timestamp;
mod js_str;
mod lines;
pub mod runtime_context;
mod shape;
pub mod silent;
mod silent_reasoning;
mod thinking_error;
mod timestamp;
mod unicode;
mod unicode_tables;
mod utf16_offsets;

pub use base64_signature::{is_base64_signature, is_padded_base64};
pub use embedded_json::decode_json_string;
pub use envelope::{strip_envelope, strip_message_id_hints, strip_user_envelope};
pub use hash::sha256_hex_prefix;
pub use internal_metadata::{may_hold_internal_text, strip_internal_metadata};
pub use iso_timestamp::iso_timestamp;
pub use js_str::{CodePoints, JsStr, JsString, find_byte2, find_bytes, is_space, is_word};
pub use thinking_error::is_thinking_error_text;
pub use timestamp::parse_timestamp;
pub use utf16_offsets::Utf16Offsets;
