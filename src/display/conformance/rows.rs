//! Operations on a row, a block or a value.

use super::super::canvas::preview_of_details;
use super::super::details::details_view;
use super::super::heartbeat::{is_ack, is_boundary, is_prompt};
use super::super::numbers::{cost_view, usage_view};
use super::super::row::{phase, should_drop, visible_text};
use super::super::rules::strip_envelopes;
use super::super::shown_block::shown_block;
use super::super::shown_row::shown_row;
use super::super::tool_replies::tool_replies;
use super::super::value::{edit_elements, edit_text, is_record};
use super::super::{block, project_rows};
use super::Request;
use crate::json::{Kind, Value};
use crate::text::{DEFAULT_ACK_UNITS, strip_directives};

pub(super) fn answer(request: &mut Request<'_, '_>, operation: &str) -> Option<Value> {
    let subject = ["message", "block", "value"]
        .iter()
        .find_map(|key| request.get(key));
    let subject = match subject {
        Some(subject) => subject,
        None => request.document.fresh("null"),
    };
    valued(request, operation, subject)
        .or_else(|| tested(request, operation, subject))
        .or_else(|| projected(request, operation, subject))
}

fn valued(request: &mut Request<'_, '_>, operation: &str, value: Value) -> Option<Value> {
    let max_chars = request.display_options().max_chars;
    let document = &mut *request.document;
    let value = match operation {
        "value.canvas_details" => {
            preview_of_details(document, value).map(|preview| preview.value(document))
        }
        "value.tool_details" => details_view(document, value, max_chars),
        "value.usage" => usage_view(document, value),
        "value.cost" => cost_view(document, value),
        "message.phase" => {
            phase(document, value).map(|phase| document.fresh_string(phase.name().into()))
        }
        "message.visible_text" => {
            visible_text(document, value).map(|text| document.fresh_string(text.as_js()))
        }
        "message.tool_replies" => {
            let mut replies = Vec::new();
            for reply in tool_replies(request.document, value) {
                let id = reply
                    .call_id
                    .map(|id| ("toolCallId", request.string(id.as_js())));
                let mut members: Vec<(&str, Value)> = id.into_iter().collect();
                members.push(("text", request.string(reply.text.as_js())));
                let needs_route = request.bool(reply.needs_route);
                members.push(("requiresSourceRouteConfirmation", needs_route));
                replies.push(request.object(&members));
            }
            Some(request.array(&replies))
        }
        _ => return None,
    };
    Some(request.single("value", value))
}

fn tested(request: &mut Request<'_, '_>, operation: &str, row: Value) -> Option<Value> {
    let document = &*request.document;
    let result = match operation {
        "message.should_drop" => should_drop(document, row),
        "message.is_heartbeat_boundary" => is_boundary(document, row),
        "message.is_heartbeat_user" => is_prompt(
            document,
            row,
            request.text("prompt").unwrap_or_default().as_js(),
        ),
        "message.is_heartbeat_ok" => {
            let units = request.get("ackMaxChars");
            let units = units.and_then(|units| document.number(units));
            is_ack(document, row, units.unwrap_or(DEFAULT_ACK_UNITS))
        }
        _ => return None,
    };
    Some(request.bool_answer(result))
}

fn projected(request: &mut Request<'_, '_>, operation: &str, row: Value) -> Option<Value> {
    let options = request.display_options();
    let max_chars = options.max_chars;
    let is_exact = request
        .option("preserveExactToolPayload")
        .is_some_and(|value| request.document.kind(value) == Kind::Bool(true));
    let document = &mut *request.document;
    let (key, new) = match operation {
        "message.strip_envelope" => {
            let row = strip_envelopes::strip_envelope(document, row);
            return Some(request.single("message", Some(row)));
        }
        "message.project" => {
            let shown = project_rows(document, &[row], &options);
            return Some(request.single("message", shown.rows.first().copied()));
        }
        "message.strip_directives" => {
            let row = edit_elements(document, row, "content", &|document, block| {
                Some(match block::is_plain_text(document, block) {
                    true => edit_text(document, block, "text", &|text| strip_directives(text)),
                    false => block,
                })
            });
            return Some(request.single("message", Some(row)));
        }
        "message.sanitize" => ("message", shown_row(document, row, false, max_chars)),
        "message.sanitize_block" => ("block", shown_block(document, row, max_chars, is_exact)),
        _ => return None,
    };
    let changed = request.bool(new != row && is_record(request.document, row));
    Some(request.object(&[(key, new), ("changed", changed)]))
}
