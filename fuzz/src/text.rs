//! The functions that take something out of a text.

use transcript_hygiene::Limits;
use transcript_hygiene::json::Document;
use transcript_hygiene::text::*;

/// A function that gives another text, or nothing when it changes none.
type Strip = fn(JsStr<'_>) -> Option<JsString>;

/// Functions of which every answer is the text without something, or with white space in its place.
const STRIPS: [Strip; 20] = [
    inbound_metadata::strip,
    inbound_metadata::strip_leading,
    runtime_context::strip,
    strip_message_id_hints,
    strip_user_envelope,
    strip_internal_metadata,
    inter_session::strip_first,
    strip_final_tags,
    strip_model_tokens,
    strip_memory_tags,
    strip_trace_lines,
    strip_marked_calls,
    strip_plain_calls,
    strip_directives,
    strip_around_person,
    strip_around_model,
    strip_runtime_blocks,
    strip_all_control_tokens,
    strip_heartbeat_ends,
    visible_text,
];

/// Any text: nothing panics, every answer is a text, and nothing is added to it but white space.
pub fn text(bytes: &[u8]) {
    // Half a surrogate pair stands where the bytes are no UTF-8.
    let json = serde_json::to_string(&String::from_utf8_lossy(bytes)).expect("a string is JSON");
    let json = json.replace('\u{FFFD}', "\\ud83d");
    let document =
        Document::parse(json.as_bytes(), 1, &Limits::default()).expect("a JSON string is JSON");
    let decoded = document
        .string(document.root())
        .expect("the root is a string");
    let text = JsStr::from_wtf8(&decoded);
    for strip in STRIPS {
        if let Some(stripped) = strip(text) {
            let said = |text: JsStr<'_>| {
                let points = text.code_points().map(|(_, point)| point);
                points.filter(|&point| !is_space(point)).collect::<Vec<_>>()
            };
            let mut whole = said(text).into_iter();
            for point in said(stripped.as_js()) {
                assert!(whole.any(|other| other == point), "something was added");
            }
        }
    }
    for stripped in [strip_envelope(text), strip_control_tokens(text)] {
        assert!(stripped.len() <= text.len());
    }
    let code = CodeRegions::of(text);
    for &(start, end) in code.regions() {
        assert!(start < end && end <= text.len() && code.contains(start));
    }
    split_context_blocks(text, Unclosed::Cut);
    split_context_blocks(text, Unclosed::Keep);
    split_message(text, true);
    inbound_metadata::sender_label(text);
    strip_reasoning_tags(text, ReasoningOptions::default());
    parse_directives(text, &DirectiveOptions::default());
    strip_heartbeat_token(text, Some(DEFAULT_ACK_UNITS));
    silent::is_silent_payload(text);
    is_control_reply(text);
    agent_session_key(text);
    text_signature(text);
}
