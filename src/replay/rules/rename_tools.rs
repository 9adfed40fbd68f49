use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::transcript::{Fate, KindSet, Role, Transcript};
use crate::validate::{Grammar, Shape};

declare_rule! {
    /// ## What it does
    /// Brings the names of tools into the grammar of the wire.
    /// ## Who refuses without it
    /// OpenAI (CC-12, OR-10), Gemini (GE-10) and Bedrock (BC-11), each with a grammar of its own.
    /// ## Exact rule
    /// For Chat Completions, OpenAI Responses, Gemini and Bedrock Converse: in a name that is not of the wire's grammar
    /// each character that is no letter, digit, `_` or `-` becomes `_`; a name that does not begin with a letter gets
    /// `t` in front; at most 64 characters stay. The same for the `toolName` of results.
    /// ## Example
    /// ```json target
    /// {"provider":"openai","modelApi":"openai-responses","modelId":"gpt-5.2","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a","name":"ns:list","arguments":{}}]}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":[{"type":"toolCall","id":"call_a","name":"ns_list","arguments":{}}]}]
    /// ```
    /// ## Never touches
    /// Names of the grammar, and names for Anthropic Messages, which looks at the length alone.
    /// ## Order
    /// After calls with names that cannot be called are dropped.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static RENAME_TOOLS = {
        id: "rename-tools",
        summary: "the name of a tool is one that the wire takes",
        effects: [Edits],
        rejects: [OR_10, GE_10, CC_12, BC_11],
        since: "0.1.0",
    }
}

/// Longest name that every wire takes.
const MAX_NAME: usize = 64;

/// What stands for a character that no wire takes.
const FILLER: &str = "_";

/// Grammar of names on a wire; none where only the length counts.
pub(crate) fn grammar(wire: Option<Shape>) -> Option<Grammar> {
    match wire? {
        Shape::Anthropic => None,
        Shape::Chat => Some(Grammar::word(1, MAX_NAME)),
        Shape::Responses => Some(Grammar::word(1, 128)),
        Shape::Gemini => Some(Grammar::GEMINI_NAME),
        Shape::Converse => Some(Grammar::CONVERSE_NAME),
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, grammar: &Grammar) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        match turn.role {
            Role::Assistant if turn.has(KindSet::CALLS) => {
                let blocks = transcript.map_blocks(turn, |document, block| match block.is_in(KindSet::CALLS) {
                    true => renamed(document, block.value, "name", grammar).map_or(Fate::Keep, Fate::Replace),
                    false => Fate::Keep,
                });
                if let Some(blocks) = blocks {
                    transcript.set_blocks(index, &blocks);
                }
            }
            Role::ToolResult => {
                if let Some(result) = renamed(&mut transcript.document, turn.value, "toolName", grammar) {
                    transcript.replace(index, result);
                }
            }
            _ => {}
        }
    }
}

/// The object with a name of the grammar; none when it has one, or none at all.
fn renamed(document: &mut Document<'_>, object: Value, key: &str, grammar: &Grammar) -> Option<Value> {
    let name = document.get_string(object, key)?;
    if grammar.holds(&name) || name.is_empty() {
        return None;
    }
    let new = fitted(JsStr::from_wtf8(&name));
    let new = document.fresh_string(new.as_js());
    Some(document.with_member(object, key, new))
}

/// The nearest name that every wire takes.
pub(crate) fn fitted(name: JsStr<'_>) -> JsString {
    let mut new = JsString::new();
    if !name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        new.push_str("t");
    }
    for (_, c) in name.code_points().take(MAX_NAME - 1) {
        match char::from_u32(c) {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') => new.push_code_point(c.into()),
            _ => new.push_str(FILLER),
        }
    }
    new
}
