use super::super::row::{Provenance, is_forwarded_user, row_text};
use super::super::value::{edit_elements, edit_text, is_record, new_text};
use crate::json::{Document, Value};
use crate::policy::Profile;
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, agent_session_key, inter_session, is_space};

declare_rule! {
    /// ## What it does
    /// Shows a user turn that another session sent as an assistant row with a label that names the agent.
    /// ## Who refuses without it
    /// Nobody. People would see words of an agent as if they had written them.
    /// ## Exact rule
    /// User rows with provenance `inter_session` and source tool `sessions_send`: role `assistant`; `senderLabel`
    /// `Forwarded from <agent>`, or `Forwarded agent message` when neither the provenance nor the marker names a session key
    /// of an agent; texts go without the line `[Inter-session message] …` and the sentence that explains it.
    /// ## Example
    /// ```json before
    /// [{"role":"user","content":"[Inter-session message] isUser=false\nhi","provenance":{"kind":"inter_session","sourceTool":"sessions_send","sourceSessionKey":"agent:ops:main"}}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":"hi","provenance":{"kind":"inter_session","sourceTool":"sessions_send","sourceSessionKey":"agent:ops:main"},"senderLabel":"Forwarded from ops"}]
    /// ```
    /// ## Never touches
    /// Announcements of subagents, and rows without provenance.
    /// ## Order
    /// After sanitizing, so that its texts are not taken for control replies; before rows are hidden.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, display projection, step 7; vectors `display/filter`.
    pub(crate) static PROJECT_FORWARDED_TURNS = {
        id: "project-forwarded-turns",
        summary: "a turn of another session is shown as what its agent says",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

/// A forwarded user turn as an assistant row with a label, any other row as it is.
pub(in super::super) fn apply(document: &mut Document<'_>, row: Value, profile: Profile) -> Value {
    if !is_forwarded_user(document, row) {
        return row;
    }
    let row = project(document, row);
    match profile {
        Profile::Compat => row,
        // What stood behind the marker's line may be internal, too.
        Profile::Strict => super::strip_envelopes::strip_all(document, row),
    }
}

fn project(document: &mut Document<'_>, row: Value) -> Value {
    let label = label(document, row);
    let role = new_text(document, "assistant");
    let row = document.with_member(row, "role", role);
    let label = document.fresh_string(label.as_js());
    let row = document.with_member(row, "senderLabel", label);
    let strip = |text: JsStr<'_>| inter_session::strip_first(text);
    let row = edit_text(document, row, "content", &strip);
    let row = edit_elements(document, row, "content", &|document, block| {
        Some(match is_record(document, block) {
            true => edit_text(document, block, "text", &strip),
            false => block,
        })
    });
    edit_text(document, row, "text", &strip)
}

fn label(document: &Document<'_>, row: Value) -> JsString {
    let key = Provenance::of(document, row).and_then(|provenance| provenance.source_session);
    let key = key.or_else(|| source_session(row_text(document, row).as_js()));
    match key.and_then(|key| agent_session_key(key.as_js())) {
        Some(key) => {
            let mut label = JsString::from("Forwarded from ");
            label.push(key.agent_id.as_js());
            label
        }
        None => "Forwarded agent message".into(),
    }
}

/// The field `sourceSession` of the first marker's line.
fn source_session(text: JsStr<'_>) -> Option<JsString> {
    let marked = text.tail(text.find(inter_session::MARKER)?);
    let line = marked.head(marked.find_byte(b'\n').unwrap_or(marked.len()));
    let mut at = 0;
    while let Some(found) = line.find_from("sourceSession=", at) {
        at = found + "sourceSession=".len();
        let value = line.tail(at);
        let end = value
            .code_points()
            .find(|&(_, c)| is_space(c))
            .map_or(value.len(), |(at, _)| at);
        if line.head(found).ends_with_space() && end > 0 {
            return Some(value.head(end).to_owned());
        }
    }
    None
}
