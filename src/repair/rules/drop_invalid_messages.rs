use crate::json::{Document, Kind, Value};
use crate::rule::declare_rule;
use crate::text::JsStr;

declare_rule! {
    /// ## What it does
    /// Drops message records that hold no message.
    /// ## Who refuses without it
    /// Whatever reads the role of a turn: the loader, the replay rules, every provider.
    /// ## Exact rule
    /// A record with `type` `message` goes when `message` is not an object, or its `role` is no string or a blank one.
    /// It counts in `droppedLines`. A role that nobody knows stays.
    /// ## Example
    /// ```json before
    /// [{"type":"message","id":"a","message":{"role":null}},{"type":"message","id":"b","message":{"role":"note"}}]
    /// ```
    /// ```json after
    /// [{"type":"message","id":"b","message":{"role":"note"}}]
    /// ```
    /// ## Never touches
    /// Records of other types.
    /// ## Order
    /// After lines were read; before anything looks into a message.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/role`.
    pub(crate) static DROP_INVALID_MESSAGES = {
        id: "drop-invalid-messages",
        summary: "message records without a message and its role go",
        effects: [Drops],
        rejects: [],
        since: "0.1.0",
    }
}

pub(crate) fn applies(document: &Document<'_>, record: Value) -> bool {
    if !document.member_is(record, "type", "message") {
        return false;
    }
    let role = document
        .get(record, "message")
        .filter(|message| document.kind(*message) == Kind::Object)
        .and_then(|message| document.get_string(message, "role"));
    role.is_none_or(|role| JsStr::from_wtf8(&role).is_blank())
}
