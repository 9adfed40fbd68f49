//! What a row is: who speaks, what it says, and where it came from.

use super::block;
use super::value::{
    array, elements, is_bool, is_record, join_lines, member_text, record, text, trimmed,
};
use crate::json::{Document, Kind, Value};
use crate::text::{
    JsStr, JsString, Phase, inter_session, is_control_reply, strip_directives, text_signature,
};

/// The host's own member of a row.
pub(super) const HOST: &str = "__openclaw";

/// Member of the host's member: what a prompt was when the model got it.
pub(super) const UPSTREAM_TEXT: &str = "upstreamUserText";

/// True when the role is exactly this.
pub(super) fn is_role(document: &Document<'_>, row: Value, role: &str) -> bool {
    document.member_is(row, "role", role)
}

/// The role in lower case, if it is a string.
pub(super) fn lower_role(document: &Document<'_>, row: Value) -> Option<JsString> {
    member_text(document, row, "role").map(|role| role.as_js().to_lowercase())
}

/// True when the role in lower case is one of these.
pub(super) fn has_role(document: &Document<'_>, row: Value, roles: &[&str]) -> bool {
    document.get_string(row, "role").is_some_and(|role| {
        let role = JsStr::from_wtf8(&role);
        roles.iter().any(|known| role.is_lowercase_of(known))
    })
}

/// Roles that the visibility rules tell apart.
const KNOWN_ROLES: [&str; 4] = ["user", "assistant", "system", "custom"];

/// A row as the visibility rules look at it: one that has a role.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// In lower case, if it is one that a rule knows.
    role: Option<&'static str>,
    /// `content`, or `text` when there is no such member.
    pub(super) content: Option<Value>,
}

impl View {
    /// The view of a row; none without a role.
    pub(super) fn of(document: &Document<'_>, row: Value) -> Option<View> {
        let role = document
            .get_string(row, "role")
            .filter(|role| !role.is_empty())?;
        let role = JsStr::from_wtf8(&role);
        let role = KNOWN_ROLES
            .into_iter()
            .find(|known| role.is_lowercase_of(known));
        let content = document
            .get(row, "content")
            .or_else(|| document.get(row, "text"));
        Some(View { role, content })
    }

    /// True when the role is this one.
    pub(super) fn is(&self, role: &str) -> bool {
        self.role == Some(role)
    }
}

/// `content`, or `text` when that is absent or null.
pub(super) fn body(document: &Document<'_>, row: Value) -> Option<Value> {
    document
        .get_non_null(row, "content")
        .or_else(|| document.get_non_null(row, "text"))
}

/// All text in a body: the string itself, or the `text` strings of its blocks, joined with LF.
pub(super) fn body_text(document: &Document<'_>, body: Option<Value>) -> JsString {
    match body.and_then(|body| text(document, body)) {
        Some(text) => text,
        None => join_lines(
            elements(document, body).filter_map(|block| member_text(document, block, "text")),
        ),
    }
}

/// All text of a row.
pub(super) fn row_text(document: &Document<'_>, row: Value) -> JsString {
    body_text(document, body(document, row))
}

/// The blocks of a row's array content.
pub(super) fn blocks<'d>(
    document: &'d Document<'_>,
    row: Value,
) -> impl Iterator<Item = Value> + Clone + 'd {
    elements(document, array(document, row, "content"))
}

/// True when some block is an object that is no text.
pub(super) fn has_non_text(document: &Document<'_>, row: Value) -> bool {
    blocks(document, row)
        .any(|block| document.is_object_like(block) && !block::is_text(document, block))
}

/// The same, reasoning aside.
pub(super) fn has_displayable_non_text(document: &Document<'_>, row: Value) -> bool {
    blocks(document, row).any(|block| {
        document.is_object_like(block)
            && !block::is_text(document, block)
            && !block::is_reasoning(document, block)
    })
}

/// Where a row came from, when it says so.
#[derive(Clone, Debug)]
pub(super) struct Provenance {
    /// `inter_session`, and not a person or the host.
    pub(super) is_inter_session: bool,
    /// The tool that sent it.
    pub(super) source_tool: Option<JsString>,
    /// The session that sent it.
    pub(super) source_session: Option<JsString>,
}

const PROVENANCE_KINDS: [&str; 3] = ["external_user", "inter_session", "internal_system"];

impl Provenance {
    pub(super) fn of(document: &Document<'_>, row: Value) -> Option<Provenance> {
        let provenance = document.get(row, "provenance")?;
        let kind = document.get(provenance, "kind")?;
        PROVENANCE_KINDS
            .iter()
            .any(|known| document.is_string(kind, known))
            .then(|| Provenance {
                is_inter_session: document.is_string(kind, "inter_session"),
                source_tool: trimmed(document, provenance, "sourceTool"),
                source_session: trimmed(document, provenance, "sourceSessionKey"),
            })
    }

    fn is_from(document: &Document<'_>, row: Value, tool: &str) -> bool {
        Provenance::of(document, row).is_some_and(|provenance| {
            provenance.is_inter_session
                && provenance
                    .source_tool
                    .is_some_and(|source| source.as_js() == *tool)
        })
    }
}

/// A user row that another session sent.
pub(super) fn is_forwarded_user(document: &Document<'_>, row: Value) -> bool {
    is_role(document, row, "user") && Provenance::is_from(document, row, "sessions_send")
}

/// Such a row after it was made an assistant row.
pub(super) fn is_forwarded_assistant(document: &Document<'_>, row: Value) -> bool {
    is_role(document, row, "assistant") && Provenance::is_from(document, row, "sessions_send")
}

/// True when provenance or this text says that a subagent announces its result.
pub(super) fn is_subagent_announcement(
    document: &Document<'_>,
    row: Value,
    text: JsStr<'_>,
) -> bool {
    Provenance::is_from(document, row, "subagent_announce")
        || (text.contains(inter_session::MARKER) && text.contains("sourceTool=subagent_announce"))
}

/// A row of the host itself: provider `openclaw` and this model.
pub(super) fn is_host_row(document: &Document<'_>, row: Value, model: &str) -> bool {
    is_role(document, row, "assistant")
        && document.member_is(row, "provider", "openclaw")
        && document.member_is(row, "model", model)
}

/// What an assistant row says, if it says nothing but text and reasoning.
pub(super) fn silent_check_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    if !is_role(document, row, "assistant") {
        return None;
    }
    let whole = ["text", "content"]
        .iter()
        .find_map(|key| member_text(document, row, key));
    if whole.is_some() {
        return whole;
    }
    let mut texts = Vec::new();
    for block in blocks(document, row) {
        if document.is_object_like(block) && block::is_reasoning(document, block) {
            continue;
        }
        texts.push(block::spoken_text(document, block)?);
    }
    (!texts.is_empty()).then(|| join_lines(texts))
}

/// True when the text without directives is a control reply.
pub(super) fn is_control(text: JsStr<'_>) -> bool {
    is_control_reply(
        strip_directives(text)
            .as_ref()
            .map_or(text, JsString::as_js),
    )
}

/// The phase that a block's signature names.
pub(super) fn signature_phase(document: &Document<'_>, block: Value) -> Option<Phase> {
    let signature = document.get_string(block, "textSignature")?;
    text_signature(JsStr::from_wtf8(&signature))?.phase
}

/// The phase that the row itself names.
fn named_phase(document: &Document<'_>, row: Value) -> Option<Phase> {
    let name = document.get_string(row, "phase")?;
    Phase::named(JsStr::from_wtf8(&name))
}

/// The phase of a row: its own, or the one that all its signed texts have.
pub(super) fn phase(document: &Document<'_>, row: Value) -> Option<Phase> {
    named_phase(document, row).or_else(|| {
        let texts = blocks(document, row).filter(|&block| block::is_text(document, block));
        let mut phases = texts.filter_map(|block| signature_phase(document, block));
        let first = phases.next()?;
        phases.all(|phase| phase == first).then_some(first)
    })
}

/// What a row says to people: the text of its final answer, else the text of no phase.
pub(super) fn visible_text(document: &Document<'_>, row: Value) -> Option<JsString> {
    phase_text(document, row, Some(Phase::FinalAnswer)).or_else(|| phase_text(document, row, None))
}

fn phase_text(document: &Document<'_>, row: Value, wanted: Option<Phase>) -> Option<JsString> {
    let own = named_phase(document, row);
    let shown = |text: JsString| {
        let text = text.as_js().trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let whole = ["text", "content"]
        .iter()
        .find_map(|key| member_text(document, row, key));
    if let Some(text) = whole {
        return shown(text).filter(|_| own == wanted);
    }
    let texts = blocks(document, row).filter(|&block| block::is_text(document, block));
    let is_signed = texts
        .clone()
        .any(|block| signature_phase(document, block).is_some());
    if is_signed && wanted.is_none() {
        return None;
    }
    let of_phase = texts.filter(|&block| match is_signed {
        true => signature_phase(document, block) == wanted,
        false => own == wanted,
    });
    let texts = of_phase.filter_map(|block| block::spoken_text(document, block));
    shown(join_lines(texts.filter(|text| !text.as_js().is_blank())))
}

/// True for an assistant row that people should not see: commentary, or a control reply and nothing else.
pub(super) fn should_drop(document: &Document<'_>, row: Value) -> bool {
    match is_commentary(document, row) {
        true => is_mere_commentary(document, row),
        false => {
            is_role(document, row, "assistant")
                && !is_forwarded_assistant(document, row)
                && is_only_control(document, row)
        }
    }
}

fn is_commentary(document: &Document<'_>, row: Value) -> bool {
    is_role(document, row, "assistant")
        && !is_forwarded_assistant(document, row)
        && phase(document, row) == Some(Phase::Commentary)
}

/// True for commentary without both a tool and a text.
pub(super) fn is_mere_commentary(document: &Document<'_>, row: Value) -> bool {
    let has_tool = || blocks(document, row).any(|block| block::is_tool(document, block));
    let has_text = || {
        blocks(document, row)
            .filter_map(|block| block::spoken_text(document, block))
            .any(|text| !text.as_js().is_blank())
    };
    is_commentary(document, row) && !(has_tool() && has_text())
}

/// True for an assistant row that is a control reply and shows nothing else.
pub(super) fn is_only_control(document: &Document<'_>, row: Value) -> bool {
    silent_check_text(document, row).is_some_and(|text| is_control(text.as_js()))
        && !has_displayable_non_text(document, row)
}

/// The host's member of a row, if it is an object.
pub(super) fn host(document: &Document<'_>, row: Value) -> Option<Value> {
    record(document, row, HOST)
}

/// True for a row that was marked as cut.
pub(super) fn is_cut(document: &Document<'_>, row: Value) -> bool {
    host(document, row).is_some_and(|host| is_bool(document, host, "truncated", true))
}

/// The row with its host's member as `edit` makes it, from an empty one when there is none.
pub(super) fn with_host(
    document: &mut Document<'_>,
    row: Value,
    edit: impl FnOnce(&mut Document<'_>, Value) -> Value,
) -> Value {
    let old = match host(document, row) {
        Some(host) => host,
        None => document.fresh_object(&[]),
    };
    let new = edit(document, old);
    document.with_member(row, HOST, new)
}

/// Only the rows that are objects.
pub(super) fn records(document: &Document<'_>, rows: &[Value]) -> Vec<Value> {
    let is_row = |row: &Value| is_record(document, *row);
    rows.iter().copied().filter(is_row).collect()
}

/// True for content that is blank text and nothing else; absent content is something else.
pub(super) fn is_blank_text_only(document: &Document<'_>, content: Option<Value>) -> bool {
    let Some(content) = content else { return false };
    match document.kind(content) {
        Kind::String => text(document, content).is_some_and(|text| text.as_js().is_blank()),
        Kind::Array => elements(document, Some(content)).all(|block| {
            block::is_plain_text(document, block)
                && member_text(document, block, "text").is_some_and(|text| text.as_js().is_blank())
        }),
        _ => false,
    }
}
