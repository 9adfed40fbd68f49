use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, text_block};

declare_rule! {
    /// ## What it does
    /// Takes away blocks of a type that the target does not know: an assistant's go, a user's become a note.
    /// ## Who refuses without it
    /// Anthropic Messages, which reads the type of a block as a tag, and Chat Completions when a turn has nothing else,
    /// since it is empty then. Constraints AM-28, CC-06.
    /// ## Exact rule
    /// 1. For Anthropic Messages: a block is known when it is text, an image, thinking, a tool call, `document`,
    ///    `search_result`, `server_tool_use`, `mcp_tool_use`, or its type ends in `_tool_result`.
    /// 2. An unknown block of an assistant turn is dropped, and the turn with it when nothing is left.
    /// 3. An unknown block of a user turn or a tool result becomes the text `[type omitted]`, with the type's name in
    ///    it (`block` where it has none).
    /// 4. For Chat Completions: the same in turns that hold nothing but reasoning and blocks of other types than text,
    ///    images and an assistant's tool calls.
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
    /// Known blocks, and unknown ones beside what Chat Completions knows; histories for other APIs, which leave out what
    /// they do not know.
    /// ## Order
    /// Before tool calls are read, so that no step sees a turn that will go.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static DROP_UNKNOWN_BLOCKS = {
        id: "drop-unknown-blocks",
        summary: "blocks of a type that the target does not know are left out, a user's with a note",
        effects: [Edits, Drops],
        rejects: [AM_28, CC_06],
        since: "0.1.0",
    }
}

/// Types beyond those of transcripts that go to the API as they are.
const WIRE_TYPES: [&str; 4] = ["document", "search_result", "server_tool_use", "mcp_tool_use"];

/// Longest name of a type that a note repeats, in bytes.
const LONGEST_NAME: usize = 40;

/// Ends the types of results that the server made.
const SERVER_RESULT: &[u8] = b"_tool_result";

pub(crate) fn apply(transcript: &mut Transcript<'_>, chat: bool) {
    let mut emptied = Vec::new();
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if chat && transcript.blocks(turn).any(|block| is_said_in_chat(block, turn.role)) {
            continue;
        }
        let note = match turn.role {
            Role::Assistant => false,
            Role::User | Role::ToolResult => true,
            _ => continue,
        };
        let blocks = transcript.map_blocks(turn, |document, block| {
            let known = if chat { block.is_in(KindSet::THINKING) } else { is_known(document, block) };
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

fn is_known(document: &Document<'_>, block: Block) -> bool {
    match block.kind {
        BlockKind::Text | BlockKind::Image | BlockKind::Thinking | BlockKind::RedactedThinking => true,
        BlockKind::Other => {
            let name = document.get_string(block.value, "type").unwrap_or_default();
            WIRE_TYPES.iter().any(|known| *name == *known.as_bytes()) || name.ends_with(SERVER_RESULT)
        }
        kind => kind.is_in(KindSet::RAW_CALLS) || kind.is_in(KindSet::EMBEDDED_RESULTS),
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
