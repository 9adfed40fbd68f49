//! Text as JavaScript sees it, and the grammars that replay and display share.
//!
//! Every grammar is one file with its exact rule in its docs, matched by hand on [`JsStr`] in linear time. What only
//! cuts its text at the ends gives a slice back; what rewrites it gives `Option<JsString>`, with `None` for
//! "unchanged", so that text nobody has to touch costs no allocation.

mod base64_signature;
mod case;
mod code_regions;
mod context_blocks;
mod control_reply;
mod directive_parse;
mod directive_whitespace;
mod directives;
mod embedded_json;
mod end_tokens;
mod envelope;
mod hash;
mod heartbeat;
pub mod inbound_metadata;
pub mod inter_session;
mod internal_metadata;
mod iso_timestamp;
mod js_str;
mod leading_blocks;
mod lines;
mod marked_calls;
mod memory_tags;
mod model_tokens;
mod plain_calls;
mod reasoning_tags;
pub mod runtime_context;
mod session_key;
mod shape;
pub mod silent;
mod silent_reasoning;
mod stretches;
mod tags;
mod text_signature;
mod thinking_error;
mod timestamp;
mod tool_marks;
mod trace_lines;
mod truncate;
mod unicode;
mod unicode_tables;
mod utf16_offsets;
mod written_text;

pub use base64_signature::{is_base64_signature, is_padded_base64};
pub(crate) use case::{lower_case, upper_case};
pub use code_regions::CodeRegions;
pub use context_blocks::{ContextSplit, Unclosed, split_context_blocks};
pub use control_reply::{is_control_lead_fragment, is_control_reply, strip_control_tokens};
pub use directive_parse::{DirectiveOptions, Directives, parse_directives};
pub use directives::{
    strip_directives, strip_directives_for_delivery, strip_directives_outside_code,
};
pub use embedded_json::decode_json_string;
pub use end_tokens::strip_heartbeat_ends;
pub use envelope::{strip_envelope, strip_message_id_hints, strip_user_envelope};
pub use hash::sha256_hex_prefix;
pub use heartbeat::{DEFAULT_ACK_UNITS, HEARTBEAT_TOKEN, Heartbeat, strip_heartbeat_token};
pub use internal_metadata::{may_hold_internal_text, strip_internal_metadata};
pub use iso_timestamp::iso_timestamp;
pub use js_str::{CodePoints, JsStr, JsString, find_byte2, find_bytes, is_space, is_word};
pub use leading_blocks::{Message, lead_label, split_message};
pub use marked_calls::strip_marked_calls;
pub use memory_tags::strip_memory_tags;
pub use model_tokens::strip_model_tokens;
pub use plain_calls::{CALL_ADDRESS, strip_plain_calls};
pub use reasoning_tags::{
    ReasoningOptions, TrimEnds, UnclosedReasoning, strip_final_tags, strip_reasoning_tags,
};
pub use session_key::{AgentSessionKey, agent_session_key};
pub use text_signature::{Phase, TextSignature, text_signature};
pub use thinking_error::is_thinking_error_text;
pub use timestamp::parse_timestamp;
pub use trace_lines::strip_trace_lines;
pub use truncate::{TRUNCATION_MARK, truncate_marked, truncate_utf16};
pub use utf16_offsets::Utf16Offsets;
pub use written_text::{
    strip_all_control_tokens, strip_around_model, strip_around_person, strip_runtime_blocks,
    visible_text, visible_text_without_blocks,
};
