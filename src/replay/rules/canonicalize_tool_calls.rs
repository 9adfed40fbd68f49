use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{BlockKind, Fate, KindSet, RESULT_ID_KEYS, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Gives tool calls that are spelled as on some wire the one spelling of transcripts, and their ids no space around
    /// them.
    /// ## Who refuses without it
    /// Everybody, in the end: results pair with calls of the spellings `toolCall`, `toolUse` and `functionCall`, so a
    /// call of another spelling would lose its result; so would one whose id has space around it, which not every
    /// step reads alike. Constraint GEN-03.
    /// ## Exact rule
    /// 1. In an assistant turn the type of `tool_use`, `tool_call` and `function_call` blocks becomes `toolCall`, and the
    ///    `id` of a call is trimmed.
    /// 2. In a tool result every id by which it names its call is trimmed.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"tool_use","id":"toolu_a","name":"ls","input":{}}]},{"role":"toolResult","toolCallId":"toolu_a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"toolu_a","name":"ls","input":{}}]},{"role":"toolResult","toolCallId":"toolu_a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Spaces within an id, and the other members of a call.
    /// ## Order
    /// Before calls are looked at, and before pairing.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static CANONICALIZE_TOOL_CALLS = {
        id: "canonicalize-tool-calls",
        summary: "tool calls have the one spelling by which results find them",
        effects: [Edits],
        rejects: [GEN_03],
        since: "0.1.0",
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if turn.role == Role::ToolResult {
            for key in RESULT_ID_KEYS {
                if let Some(id) = padded_id(&transcript.document, turn.value, key) {
                    let id = transcript.document.fresh_string(id.as_js());
                    transcript.set_member(index, key, id);
                }
            }
        }
        if turn.role != Role::Assistant || !turn.has(KindSet::RAW_CALLS) {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| {
            if !block.is_in(KindSet::RAW_CALLS) {
                return Fate::Keep;
            }
            let mut call = block.value;
            if let BlockKind::SnakeToolUse | BlockKind::SnakeToolCall | BlockKind::SnakeFunctionCall = block.kind {
                let canonical = document.fresh_string("toolCall".into());
                call = document.with_member(call, "type", canonical);
            }
            if let Some(id) = padded_id(document, call, "id") {
                let id = document.fresh_string(id.as_js());
                call = document.with_member(call, "id", id);
            }
            if call == block.value { Fate::Keep } else { Fate::Replace(call) }
        });
        if let Some(blocks) = blocks {
            transcript.set_blocks(index, &blocks);
        }
    }
}

/// The id without the space around it; none when there is no space, or nothing else.
fn padded_id(document: &Document<'_>, object: Value, key: &str) -> Option<JsString> {
    let id = document.get_string(object, key)?;
    let id = JsStr::from_wtf8(&id);
    let trimmed = id.trim();
    (!trimmed.is_empty() && trimmed != id).then(|| trimmed.to_owned())
}
