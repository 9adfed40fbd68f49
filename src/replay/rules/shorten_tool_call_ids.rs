use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};
use crate::transcript::{Fate, KindSet, RESULT_ID_KEYS, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Shortens tool-call ids of more than 40 characters on Chat Completions, and those of their results alike.
    /// ## Who refuses without it
    /// OpenAI, also behind a router that hands ids on. Constraint CC-08.
    /// ## Exact rule
    /// Where no other rule rewrites ids: an id of more than 40 UTF-16 units becomes its first letters, digits, `_` and
    /// `-`, at most 31, then `_` and 8 hex digits of the SHA-256 of the whole id.
    /// ## Example
    /// ```json target
    /// {"provider":"openrouter","modelApi":"openai-completions","modelId":"openai/gpt-4o-mini","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_aaaaaaaaaaaaaaaaaaaaaaaaaa_b89ea86a","name":"ls","arguments":{}}]},{"role":"toolResult","toolCallId":"call_aaaaaaaaaaaaaaaaaaaaaaaaaa_b89ea86a","content":[{"type":"text","text":"x"}]}]
    /// ```
    /// ## Never touches
    /// Ids of 40 characters or fewer.
    /// ## Order
    /// After pairing and after the policy's own rewriting of ids.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static SHORTEN_TOOL_CALL_IDS = {
        id: "shorten-tool-call-ids",
        summary: "no tool-call id is longer than 40 characters",
        effects: [Edits],
        rejects: [CC_08],
        since: "0.1.0",
    }
}

/// Longest id.
const MAX_ID: usize = 40;

/// Characters of the old id that the new one begins with.
const KEPT: usize = 31;

/// Hex digits of the hash that tells cut ids apart.
const HASH: usize = 8;

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        match turn.role {
            Role::Assistant if turn.has(KindSet::CALLS) => {
                let blocks = transcript.map_blocks(turn, |document, block| {
                    match block.is_in(KindSet::CALLS) {
                        true => short(document, block.value, "id").map_or(Fate::Keep, Fate::Replace),
                        false => Fate::Keep,
                    }
                });
                if let Some(blocks) = blocks {
                    transcript.set_blocks(index, &blocks);
                }
            }
            Role::ToolResult => {
                let mut value = turn.value;
                for key in RESULT_ID_KEYS {
                    value = short(&mut transcript.document, value, key).unwrap_or(value);
                }
                transcript.replace(index, value);
            }
            _ => {}
        }
    }
}

/// The object with a shorter id; none when the id is short enough.
fn short(document: &mut Document<'_>, object: Value, key: &str) -> Option<Value> {
    let id = document.get_string(object, key)?;
    let id = JsStr::from_wtf8(&id);
    if id.utf16_len() <= MAX_ID {
        return None;
    }
    let legal = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut new = JsString::from("");
    for byte in id.as_bytes().iter().filter(legal).take(KEPT) {
        new.push_code_point(u32::from(*byte));
    }
    new.push_str("_");
    new.push_str(&sha256_hex_prefix(id, HASH));
    let new = document.fresh_string(new.as_js());
    Some(document.with_member(object, key, new))
}
