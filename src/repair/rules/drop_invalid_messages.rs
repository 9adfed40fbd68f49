use crate::repair::record::{Record, RecordKind};
use crate::rule::declare_rule;

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

pub(in crate::repair) fn applies(record: &Record<'_, '_>) -> bool {
    record.kind == RecordKind::Message && record.role.is_none()
}
