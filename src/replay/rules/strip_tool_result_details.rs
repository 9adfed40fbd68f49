use crate::rule::declare_rule;
use crate::transcript::{Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Removes `details` from tool results: what the host noted for itself and for people.
    /// ## Who refuses without it
    /// Nobody. A host that sends whole turns would send it. Off in `strict`, on in `compat`
    /// (`stripResultDetails`).
    /// ## Exact rule
    /// The member `details` of every `toolResult` turn goes.
    /// ## Example
    /// ```json before
    /// [{"role":"toolResult","toolCallId":"a","content":[],"details":{"exit":0},"isError":false}]
    /// ```
    /// ```json after
    /// [{"role":"toolResult","toolCallId":"a","content":[],"isError":false}]
    /// ```
    /// ## Never touches
    /// Everything else.
    /// ## Order
    /// After pairing, which tells made-up results by their details.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, step M; vectors `strip_tool_result_details`.
    pub(crate) static STRIP_TOOL_RESULT_DETAILS = {
        id: "strip-tool-result-details",
        summary: "tool results go without the host's details",
        effects: [Edits],
        rejects: [],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role == Role::ToolResult {
            let stripped = transcript.document.without_members(turn.value, &["details"]);
            transcript.replace(index, stripped);
        }
    }
}
