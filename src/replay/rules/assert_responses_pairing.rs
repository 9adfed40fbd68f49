use crate::table::IdMap;

use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{Role, Transcript, calls, result_id};
use crate::{Error, ErrorKind};

declare_rule! {
    /// ## What it does
    /// Refuses a transcript for the OpenAI Responses APIs whose calls and results still do not pair.
    /// ## Who refuses without it
    /// OpenAI Responses; here the refusal costs nothing and names the turn.
    /// ## Exact rule
    /// Walking the turns with the calls that are not answered yet: a turn that is no result while calls wait, a
    /// result that no call waits for, and calls that wait at the end are errors of kind `invalid-replay-transcript`.
    /// Reachable through two calls of one id in a turn where ids are not rewritten.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.4"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_a","content":[]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_a","content":[]}]
    /// ```
    /// ## Never touches
    /// Anything: it changes nothing.
    /// ## Order
    /// After the second pairing, and again after a turn was put first.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, steps R and U; vectors `assert_responses_pairing`.
    pub(crate) static ASSERT_RESPONSES_PAIRING = {
        id: "assert-responses-pairing",
        summary: "calls and results pair, or the transcript is refused here",
        effects: [Refuses],
        rejects: [OR_02, OR_12],
        since: "0.1.0",
    }
}

pub(crate) fn check(transcript: &Transcript<'_>) -> Result<(), Error> {
    let mut pending: IdMap<(usize, usize)> = IdMap::new();
    let mut order = 0;
    for (index, turn) in transcript.turns.iter().enumerate() {
        if turn.role != Role::ToolResult && !pending.is_empty() {
            return Err(dangling(&pending));
        }
        if turn.role == Role::ToolResult {
            let id = result_id(&transcript.document, turn.value);
            if id.as_ref().is_none_or(|id| pending.remove(id.as_bytes()).is_none()) {
                return Err(fault("orphan_tool_result", id.as_ref().map(JsString::as_js), index));
            }
        } else if turn.role == Role::Assistant {
            for call in calls(transcript, *turn) {
                order += 1;
                let id = call.id.as_bytes();
                let first = pending.get(id).map_or(order, |(first, _)| *first);
                pending.insert(id, (first, index));
            }
        }
    }
    if pending.is_empty() { Ok(()) } else { Err(dangling(&pending)) }
}

fn dangling(pending: &IdMap<(usize, usize)>) -> Error {
    let first = pending.iter().min_by_key(|(_, (order, _))| *order);
    let (id, index) = first.map_or((None, 0), |(id, (_, index))| (Some(JsStr::from_wtf8(id)), *index));
    fault("dangling_tool_call", id, index)
}

fn fault(reason: &str, id: Option<JsStr<'_>>, index: usize) -> Error {
    let id = id.map_or(String::new(), |id| format!(" toolCallId={}", id.to_string_lossy()));
    Error::new(
        ErrorKind::InvalidReplayTranscript,
        format!(
            "invalid_replay_transcript: OpenAI Responses replay contains {reason}{id} at message index {index}"
        ),
    )
}
