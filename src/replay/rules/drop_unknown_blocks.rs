use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::validate::Shape;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, text_block};

declare_rule! {
    /// ## What it does
    /// Takes away blocks of a type that the target does not know, and results of the server's own tools whose call is not
    /// there: an assistant's go, a user's become a note.
    /// ## Who refuses without it
    /// Anthropic Messages, which reads the type of a block as a tag, and Chat Completions when a turn has nothing else,
    /// since it is empty then. Gemini and Bedrock, for
    /// calls that no model made. Constraints AM-26, AM-28, CC-06, GE-06, BC-06.
    /// ## Exact rule
    /// 1. For Anthropic Messages: a block is known when it is text, an image, thinking, a tool call, `document`,
    ///    `search_result`, `server_tool_use`, `mcp_tool_use`, or when its type ends in `_tool_result` and a block of the
    ///    last two types before it, in its turn or in those of the same side right before that, has its `tool_use_id` as
    ///    `id`.
    /// 2. An unknown block of an assistant turn is dropped, and the turn with it when nothing is left.
    /// 3. An unknown block of a user turn or a tool result becomes the text `[type omitted]`, with the type's name in
    ///    it (`block` where it has none).
    /// 4. For Anthropic Messages, Bedrock and Gemini a tool call in a user turn or a tool result is unknown.
    /// 5. For Chat Completions: the same in turns that hold nothing but reasoning and blocks of other types than text,
    ///    images and an assistant's tool calls. Reasoning in a user turn or a tool result is unknown there.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":[{"type":"audio","data":"AAAA"},{"type":"text","text":"listen"}]}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"[audio omitted]"},{"type":"text","text":"listen"}]}]
    /// ```
    /// ## Never touches
    /// Known blocks, and unknown ones beside what Chat Completions knows; other blocks for other APIs, which leave out what
    /// they do not know.
    /// ## Order
    /// Before tool calls are read, so that no step sees a turn that will go; once more behind pairing, which may have put
    /// results between a call of the server and its own.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_UNKNOWN_BLOCKS = {
        id: "drop-unknown-blocks",
        summary: "blocks of a type that the target does not know are left out, a user's with a note",
        effects: [Edits, Drops],
        rejects: [AM_26, AM_28, CC_06, GE_06, BC_06],
        since: "0.1.0",
    }
}

/// Types beyond those of transcripts that go to the API as they are.
const WIRE_TYPES: [&[u8]; 2] = [b"document", b"search_result"];

/// Types of calls that the server answers itself.
const SERVER_CALLS: [&[u8]; 2] = [b"server_tool_use", b"mcp_tool_use"];

/// Longest name of a type that a note repeats, in bytes.
const LONGEST_NAME: usize = 40;

/// Ends the types of results that the server made.
const SERVER_RESULT: &[u8] = b"_tool_result";

pub(crate) fn apply(transcript: &mut Transcript<'_>, wire: Shape) {
    let (mut emptied, mut called, mut was_assistant) = (Vec::new(), Vec::new(), false);
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        // Neighbouring turns of one side are sent as one; results and summaries are of the user's.
        if turn.is_sent() && was_assistant != (turn.role == Role::Assistant) {
            called.clear();
            was_assistant = !was_assistant;
        }
        if wire == Shape::Chat && transcript.blocks(turn).any(|block| is_said_in_chat(block, turn.role)) {
            continue;
        }
        let note = match turn.role {
            Role::Assistant => false,
            Role::User | Role::ToolResult => true,
            _ => continue,
        };
        let may_go = wire == Shape::Anthropic && turn.has(KindSet::OTHERS) || note && turn.has(KindSet::RAW_CALLS);
        if wire != Shape::Chat && !may_go {
            continue;
        }
        let blocks = transcript.map_blocks(turn, |document, block| {
            let astray = note && block.is_in(KindSet::RAW_CALLS);
            let known = match wire {
                Shape::Chat => !note && block.is_in(KindSet::THINKING),
                Shape::Anthropic => !astray && is_known(document, block, &mut called),
                _ => !astray,
            };
            if known {
                return Fate::Keep;
            }
            match note {
                true => Fate::Replace(note_for(document, block.value)),
                false => Fate::Drop,
            }
        });
        match blocks {
            Some(blocks) if blocks.is_empty() => emptied.push(turn.id),
            Some(blocks) => transcript.set_blocks(index, &blocks),
            None => {}
        }
    }
    transcript.turns.retain(|turn| emptied.binary_search(&turn.id).is_err());
}

/// A block by which a turn of a chat has content.
fn is_said_in_chat(block: Block, role: Role) -> bool {
    match block.kind {
        BlockKind::Text | BlockKind::Image => true,
        kind => role == Role::Assistant && kind.is_in(KindSet::RAW_CALLS),
    }
}

/// `called` has the ids of the server's calls so far, and gets that of this one.
fn is_known(document: &Document<'_>, block: Block, called: &mut Vec<Vec<u8>>) -> bool {
    match block.kind {
        BlockKind::Text | BlockKind::Image | BlockKind::Thinking | BlockKind::RedactedThinking => true,
        BlockKind::Other => {
            let text = |key| document.get_string(block.value, key).unwrap_or_default();
            let name = text("type");
            if SERVER_CALLS.contains(&&*name) {
                called.push(text("id").into_owned());
                return true;
            }
            WIRE_TYPES.contains(&&*name)
                || name.ends_with(SERVER_RESULT) && called.iter().any(|id| **id == *text("tool_use_id"))
        }
        kind => kind.is_in(KindSet::RAW_CALLS),
    }
}

fn note_for(document: &mut Document<'_>, block: Value) -> Value {
    let note = note_text(document, block);
    text_block(document, note.as_js()).value
}

/// What stands in the place of a block: its type, where that is short.
pub(crate) fn note_text(document: &Document<'_>, block: Value) -> JsString {
    let mut note = JsString::from("[");
    match document.get_string(block, "type") {
        Some(name) if name.len() <= LONGEST_NAME => note.push(JsStr::from_wtf8(&name)),
        _ => note.push_str("block"),
    }
    note.push_str(" omitted]");
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    const CALL: &str = r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"server_tool_use","id":"s","name":"web_search","input":{}}]}"#;
    const SUMMARY: &str = r#"{"role":"compactionSummary","summary":"b"}"#;
    const RESULT: &str = r#"{"role":"assistant","content":[{"type":"text","text":"c"},{"type":"web_search_tool_result","tool_use_id":"s","content":[]}]}"#;

    fn keeps(turns: &[&str]) -> bool {
        let text = format!("[{}]", turns.join(","));
        let mut transcript =
            Transcript::parse(text.as_bytes(), &Limits::default()).expect("a transcript");
        apply(&mut transcript, Shape::Anthropic);
        transcript.to_text() == text.as_bytes()
    }

    #[test]
    fn a_call_in_a_user_turn_is_none_of_the_assistant() {
        let call = CALL.replace("assistant", "user");
        assert!(!keeps(&[&call, RESULT]));
        assert!(keeps(&[&call, &RESULT.replace("assistant", "user")]));
    }

    #[test]
    fn results_inside_turns_are_no_blocks_of_the_api() {
        assert!(!keeps(&[r#"{"role":"user","content":[{"type":"toolResult","toolUseId":"a"}]}"#]));
        assert!(!keeps(&[r#"{"role":"assistant","content":[{"type":"tool","text":"a"}]}"#]));
    }

    #[test]
    fn a_summary_parts_a_server_result_from_its_call() {
        assert!(keeps(&[CALL, RESULT]));
        assert!(!keeps(&[CALL, SUMMARY, RESULT]));
    }
}
