//! Operations on a text.

use super::super::canvas::preview_of_text;
use super::super::shown_block::base64_bytes;
use super::Request;
use crate::json::{Kind, Value, parse_number};
use crate::text::*;

pub(super) fn answer(request: &mut Request<'_, '_>, operation: &str) -> Option<Value> {
    let text = request.text("text").unwrap_or_default();
    let text = text.as_js();
    rewritten(request, operation, text)
        .or_else(|| tested(request, operation, text))
        .or_else(|| read(request, operation, text))
}

fn token(request: &Request<'_, '_>) -> String {
    let token = request.text("token");
    token.map_or(silent::SILENT_TOKEN.into(), |token| {
        token.as_js().to_string_lossy()
    })
}

fn rewritten(request: &mut Request<'_, '_>, operation: &str, text: JsStr<'_>) -> Option<Value> {
    let cut = |text: JsStr<'_>| Some(text.to_owned());
    let result = match operation {
        "text.strip_inbound_metadata" => inbound_metadata::strip(text),
        "text.strip_leading_inbound_metadata" => inbound_metadata::strip_leading(text),
        "text.strip_runtime_context" => runtime_context::strip(text),
        "text.escape_runtime_context" => runtime_context::escape(text),
        "text.strip_envelope" => cut(strip_envelope(text)),
        "text.strip_message_id_hints" => strip_message_id_hints(text),
        "text.strip_internal_metadata" => strip_internal_metadata(text),
        "text.strip_user_envelope" => strip_user_envelope(text),
        "text.strip_silent_token" => cut(silent::strip_silent_token(text, &token(request))),
        "text.strip_leading_silent_token" => {
            cut(silent::strip_leading_silent_token(text, &token(request)))
        }
        "text.strip_control_token" => cut(strip_control_tokens(text)),
        "text.strip_inter_session_prefix" => inter_session::strip_first(text),
        "text.truncate_utf16" => cut(truncate_utf16(text, max(request))),
        "text.strip_reasoning_tags" => strip_reasoning_tags(text, reasoning_options(request)),
        "text.strip_final_tags" => strip_final_tags(text),
        "text.strip_model_tokens" => strip_model_tokens(text),
        "text.strip_memory_tags" => strip_memory_tags(text),
        "text.strip_trace_lines" => strip_trace_lines(text),
        "text.strip_marked_calls" => strip_marked_calls(text),
        "text.strip_plain_calls" => strip_plain_calls(text),
        "text.strip_around_person" => strip_around_person(text),
        "text.strip_around_model" => strip_around_model(text),
        "text.strip_runtime_blocks" => strip_runtime_blocks(text),
        "text.visible_text" => visible_text(text),
        "text.strip_all_control_tokens" => strip_all_control_tokens(text),
        _ => return None,
    };
    Some(request.text_answer(result.as_ref().map_or(text, JsString::as_js)))
}

fn max(request: &Request<'_, '_>) -> f64 {
    let max = request.get("max");
    max.and_then(|max| request.document.number(max))
        .unwrap_or(super::super::DEFAULT_MAX_CHARS)
}

fn reasoning_options(request: &Request<'_, '_>) -> ReasoningOptions {
    let is = |key, name: &str| {
        request
            .option_text(key)
            .is_some_and(|text| text.as_js() == *name)
    };
    ReasoningOptions {
        unclosed: match is("mode", "preserve") {
            true => UnclosedReasoning::Keep,
            false => UnclosedReasoning::Drop,
        },
        trim: match () {
            () if is("trim", "none") => TrimEnds::Neither,
            () if is("trim", "start") => TrimEnds::Start,
            () => TrimEnds::Both,
        },
        leading_only: is("scope", "leading"),
    }
}

fn tested(request: &mut Request<'_, '_>, operation: &str, text: JsStr<'_>) -> Option<Value> {
    let result = match operation {
        "text.has_inbound_metadata" => inbound_metadata::has(text),
        "text.has_runtime_context" => runtime_context::has(text),
        "text.is_silent_reply" => silent::is_silent_reply(text, &token(request)),
        "text.is_silent_payload" => silent::is_silent_payload(text),
        "text.starts_with_silent_token" => silent::starts_with_silent_token(text, &token(request)),
        "text.is_silent_prefix" => silent::is_silent_prefix(text, &token(request)),
        "text.is_formatting_artifact" => silent::is_formatting_artifact(text),
        "text.is_control_reply" => is_control_reply(text),
        "text.is_control_lead_fragment" => is_control_lead_fragment(text),
        _ => return None,
    };
    Some(request.bool_answer(result))
}

fn read(request: &mut Request<'_, '_>, operation: &str, text: JsStr<'_>) -> Option<Value> {
    let value = match operation {
        "text.sender_label" => {
            inbound_metadata::sender_label(text).map(|label| request.string(label.as_js()))
        }
        "text.base64_bytes" => Some(request.number(base64_bytes(text) as f64)),
        "text.agent_session_key" => agent_session_key(text).map(|key| {
            let agent_id = request.string(key.agent_id.as_js());
            let rest = request.string(key.rest.as_js());
            request.object(&[("agentId", agent_id), ("rest", rest)])
        }),
        "text.text_signature" => text_signature(text).map(|signature| {
            let id = signature.id.map(|id| ("id", request.string(id.as_js())));
            let phase = signature.phase;
            let phase = phase.map(|phase| ("phase", request.string(phase.name().into())));
            let members: Vec<(&str, Value)> = id.into_iter().chain(phase).collect();
            request.object(&members)
        }),
        "text.code_regions" => Some(code_regions(request, text)),
        "text.canvas_preview" => {
            preview_of_text(text).map(|preview| preview.value(request.document))
        }
        "text.extract_runtime_context" => return Some(extracted(request, text)),
        "text.strip_directives_display" => {
            return Some(changed(request, text, strip_directives(text)));
        }
        "text.strip_directives_delivery" => {
            return Some(changed(request, text, strip_directives_for_delivery(text)));
        }
        "text.parse_directives" => return Some(directives(request, text)),
        "text.strip_heartbeat_token" => return Some(heartbeat(request, text)),
        "text.truncate_history" => {
            let cut = truncate_marked(text, max(request));
            let truncated = request.bool(cut.is_some());
            let text = request.string(cut.as_ref().map_or(text, JsString::as_js));
            return Some(request.object(&[("text", text), ("truncated", truncated)]));
        }
        _ => return None,
    };
    Some(request.single("value", value))
}

fn code_regions(request: &mut Request<'_, '_>, text: JsStr<'_>) -> Value {
    let offsets = Utf16Offsets::new(text.as_bytes());
    let mut regions = Vec::new();
    for &(start, end) in CodeRegions::of(text).regions() {
        let start = request.number(offsets.of(start) as f64);
        let end = request.number(offsets.of(end) as f64);
        regions.push(request.object(&[("start", start), ("end", end)]));
    }
    request.array(&regions)
}

fn extracted(request: &mut Request<'_, '_>, text: JsStr<'_>) -> Value {
    let extracted = runtime_context::extract(text);
    let shown = request.string(extracted.text.as_ref().map_or(text, JsString::as_js));
    let mut members = vec![("text", shown)];
    if let Some(context) = extracted.context {
        members.push(("runtimeContext", request.string(context.as_js())));
    }
    request.object(&members)
}

fn changed(request: &mut Request<'_, '_>, text: JsStr<'_>, result: Option<JsString>) -> Value {
    let changed = request.bool(result.is_some());
    let text = request.string(result.as_ref().map_or(text, JsString::as_js));
    request.object(&[("text", text), ("changed", changed)])
}

fn directives(request: &mut Request<'_, '_>, text: JsStr<'_>) -> Value {
    let current = request.option_text("currentMessageId");
    let stays = |key| {
        request
            .option(key)
            .is_some_and(|value| request.document.kind(value) == Kind::Bool(false))
    };
    let options = DirectiveOptions {
        current_message_id: current.as_ref().map(JsString::as_js),
        strip_audio_tag: !stays("stripAudioTag"),
        strip_reply_tags: !stays("stripReplyTags"),
    };
    let found = parse_directives(text, &options);
    let mut members = vec![("text", request.string(found.text.as_js()))];
    members.push(("audioAsVoice", request.bool(found.audio_as_voice)));
    let ids = [
        ("replyToId", &found.reply_to_id),
        ("replyToExplicitId", &found.reply_to_explicit_id),
    ];
    for (key, id) in ids {
        members.extend(id.as_ref().map(|id| (key, request.string(id.as_js()))));
    }
    members.push(("replyToCurrent", request.bool(found.reply_to_current)));
    members.push(("hasAudioTag", request.bool(found.audio_as_voice)));
    members.push(("hasReplyTag", request.bool(found.has_reply_tag)));
    request.object(&members)
}

fn heartbeat(request: &mut Request<'_, '_>, text: JsStr<'_>) -> Value {
    let is_reply = request
        .option_text("mode")
        .is_some_and(|mode| mode.as_js() == "heartbeat");
    let found = strip_heartbeat_token(text, is_reply.then(|| ack_units(request)));
    let should_skip = request.bool(found.should_skip);
    let text = request.string(found.text.as_js());
    let did_strip = request.bool(found.did_strip);
    request.object(&[
        ("shouldSkip", should_skip),
        ("text", text),
        ("didStrip", did_strip),
    ])
}

/// The option as JavaScript's `Number` reads it.
fn ack_units(request: &Request<'_, '_>) -> f64 {
    let written = request.option_text("maxAckChars");
    let read = written.map(|text| match text.as_js().trim() {
        blank if blank.is_empty() => 0.0,
        digits => parse_number(digits.as_bytes()),
    });
    read.or_else(|| request.option_number("maxAckChars"))
        .filter(|units| units.is_finite())
        .map_or(DEFAULT_ACK_UNITS, |units| units.max(0.0))
}
