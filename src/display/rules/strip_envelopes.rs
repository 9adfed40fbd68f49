use super::super::row::lower_role;
use super::super::speech::{Speaker, edit_texts, texts};
use super::super::value::{edit_elements, edit_text, has_string, member_text, trimmed};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{
    JsStr, JsString, Unclosed, inbound_metadata, lead_label, split_context_blocks, split_message,
    strip_around_model, strip_around_person, strip_internal_metadata, strip_runtime_blocks,
    strip_user_envelope,
};

declare_rule! {
    /// ## What it does
    /// Takes runtime context, metadata blocks, channel envelopes and message-id lines out of what people see, and keeps the
    /// sender that the metadata names as `senderLabel`.
    /// ## Who refuses without it
    /// Nobody. People would read what was written for the model alone.
    /// ## Exact rule
    /// 1. A user row: `senderLabel`, if it is not blank, else the label that the metadata of the content, of the first block
    ///    that has one, or of `text` names, becomes `senderLabel`.
    /// 2. String content, else text blocks (`text`; in user rows also `input_text`; in assistant rows also `input_text` and
    ///    `output_text`), else a string `text`: runtime context goes, then metadata blocks; in user rows then one envelope
    ///    `[…]` at the start that names a channel or a time, and lines `[message_id: …]`.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":"[Slack ann 2026-01-02 10:10] hi"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"hi"}]
    /// ```
    /// ## Never touches
    /// Tool calls, reasoning, other members.
    /// ## Order
    /// First: all other rules read texts as people wrote them. Off with `stripEnvelope: false`.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 1; vectors `display/envelope`.
    pub(crate) static STRIP_ENVELOPES = {
        id: "strip-envelopes",
        summary: "what hosts and channels write around a message goes",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

/// Types of the blocks whose text is stripped, besides `text`: in user rows the first, in assistant rows both.
const TEXT_TYPES: [&str; 3] = ["text", "input_text", "output_text"];

/// One row without its envelope; what a sender's metadata says becomes its `senderLabel`.
pub(in super::super) fn strip_envelope(document: &mut Document<'_>, row: Value) -> Value {
    let role = lower_role(document, row).unwrap_or_default();
    let role = role.as_js().trim();
    let is_user = role == "user";
    let types = match role {
        _ if is_user => &TEXT_TYPES[..2],
        _ if role == "assistant" => &TEXT_TYPES[..],
        _ => &TEXT_TYPES[..1],
    };
    let strip: &dyn Fn(JsStr<'_>) -> Option<JsString> = match is_user {
        true => &|text| strip_user_envelope(text),
        false => &|text| strip_internal_metadata(text),
    };
    let row = match is_user {
        true => with_sender_label(document, row),
        false => row,
    };
    if has_string(document, row, &["content"]) {
        return edit_text(document, row, "content", strip);
    }
    if super::super::value::array(document, row, "content").is_none() {
        return edit_text(document, row, "text", strip);
    }
    edit_elements(document, row, "content", &|document, block| {
        let is_text = types
            .iter()
            .any(|kind| document.member_is(block, "type", kind));
        Some(match is_text {
            true => edit_text(document, block, "text", strip),
            false => block,
        })
    })
}

/// One row as it was written: without blocks of either generation around what a person or a model says; texts of tools
/// go without complete runtime blocks alone. The sender's label comes from the blocks that went.
pub(in super::super) fn strip_all(document: &mut Document<'_>, row: Value) -> Value {
    let speaker = Speaker::of(document, row);
    let strip = match speaker {
        Speaker::Person => strip_around_person,
        Speaker::Model => strip_around_model,
        Speaker::Other => strip_runtime_blocks,
    };
    let row = match speaker {
        Speaker::Person => with_lead_label(document, row),
        _ => row,
    };
    edit_texts(document, row, &strip)
}

/// The label that the blocks name with which the first text that has any begins.
fn with_lead_label(document: &mut Document<'_>, row: Value) -> Value {
    if trimmed(document, row, "senderLabel").is_some() {
        return row;
    }
    let label = texts(document, row).find_map(|text| {
        let split = split_context_blocks(text.as_js(), Unclosed::Keep);
        let body = split.as_ref().map_or(text.as_js(), |split| split.text.as_js());
        lead_label(split_message(body, true).lead)
    });
    match label {
        Some(label) => {
            let label = document.fresh_string(label.as_js());
            document.with_member(row, "senderLabel", label)
        }
        None => row,
    }
}

fn with_sender_label(document: &mut Document<'_>, row: Value) -> Value {
    let Some(label) = sender_label(document, row) else {
        return row;
    };
    if member_text(document, row, "senderLabel").as_ref() == Some(&label) {
        return row;
    }
    let label = document.fresh_string(label.as_js());
    document.with_member(row, "senderLabel", label)
}

fn sender_label(document: &Document<'_>, row: Value) -> Option<JsString> {
    let label = |object, key| {
        let text = member_text(document, object, key)?;
        inbound_metadata::sender_label(text.as_js())
    };
    trimmed(document, row, "senderLabel")
        .or_else(|| label(row, "content"))
        .or_else(|| super::super::row::blocks(document, row).find_map(|block| label(block, "text")))
        .or_else(|| match has_string(document, row, &["content"]) {
            true => None,
            false => label(row, "text"),
        })
}
