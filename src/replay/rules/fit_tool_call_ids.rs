use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString, sha256_hex_prefix};
use crate::validate::{Grammar, LintOptions, Shape};
use crate::transcript::{Fate, KindSet, RESULT_ID_KEYS, Role, Transcript};

declare_rule! {
    /// ## What it does
    /// Brings tool-call ids that the wire does not take into its grammar, and those of their results alike.
    /// ## Who refuses without it
    /// Anthropic Messages (AM-12), Bedrock (BC-09), OpenAI, also behind a router that hands ids on (CC-08), and Mistral
    /// wherever it is served (CC-09, MI-01).
    /// ## Exact rule
    /// 1. Taken are: by Anthropic Messages 1 to 64 of `[a-zA-Z0-9_-]`, by Bedrock of `[a-zA-Z0-9_.:-]`, by Mistral 9 of
    ///    `[a-zA-Z0-9]`, by other Chat Completions 1 to 40 UTF-16 units of any kind.
    /// 2. For Mistral another id becomes 9 hex digits of its SHA-256.
    /// 3. Else it becomes its first letters, digits, `_` and `-`, at most 31, then `_` and 8 hex digits of its SHA-256.
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
    /// Ids that the wire takes, and ids of OpenAI Responses, which another rule brings into form.
    /// ## Order
    /// After pairing and after the policy's own rewriting of ids.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static FIT_TOOL_CALL_IDS = {
        id: "fit-tool-call-ids",
        summary: "every tool-call id is one that the wire takes",
        effects: [Edits],
        rejects: [AM_12, CC_08, BC_09, MI_01],
        since: "0.1.0",
    }
}

/// Longest id on Chat Completions.
const MAX_ID: usize = 40;

/// Characters of the old id that the new one begins with.
const KEPT: usize = 31;

/// Hex digits of the hash that tells ids apart.
const HASH: usize = 8;

/// Digits of an id for Mistral.
const NINE: usize = 9;

/// What ids a wire takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ids {
    /// Those of a grammar.
    Of(Grammar),
    /// Those of Mistral.
    Nine,
    /// Those that are short enough.
    Short,
}

impl Ids {
    /// What ids a wire takes; none where another rule brings them into form, or none are sent.
    pub(crate) fn of(wire: Option<Shape>, lint: &LintOptions) -> Option<Ids> {
        match wire? {
            Shape::Anthropic => Some(Ids::Of(Grammar::word(1, 64))),
            Shape::Converse => Some(Ids::Of(Grammar::CONVERSE_ID)),
            Shape::Chat if lint.id_pattern.is_some() => Some(Ids::Nine),
            Shape::Chat => Some(Ids::Short),
            Shape::Responses | Shape::Gemini => None,
        }
    }

    fn take(self, id: JsStr<'_>) -> bool {
        match self {
            Ids::Of(grammar) => grammar.holds(id.as_bytes()),
            Ids::Nine => Grammar::NINE.holds(id.as_bytes()),
            Ids::Short => id.utf16_len() <= MAX_ID,
        }
    }

    /// Another id for one that is not taken.
    fn fit(self, id: JsStr<'_>) -> JsString {
        if matches!(self, Ids::Nine) {
            return sha256_hex_prefix(id, NINE).as_str().into();
        }
        let legal = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let mut new = JsString::new();
        for byte in id.as_bytes().iter().filter(legal).take(KEPT) {
            new.push_code_point(u32::from(*byte));
        }
        new.push_str("_");
        new.push_str(&sha256_hex_prefix(id, HASH));
        new
    }
}

pub(crate) fn apply(transcript: &mut Transcript<'_>, ids: Ids) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        match turn.role {
            Role::Assistant if turn.has(KindSet::CALLS) => {
                let blocks = transcript.map_blocks(turn, |document, block| match block.is_in(KindSet::CALLS) {
                    true => fitted(document, block.value, "id", ids).map_or(Fate::Keep, Fate::Replace),
                    false => Fate::Keep,
                });
                if let Some(blocks) = blocks {
                    transcript.set_blocks(index, &blocks);
                }
            }
            Role::ToolResult => {
                let mut value = turn.value;
                for key in RESULT_ID_KEYS {
                    value = fitted(&mut transcript.document, value, key, ids).unwrap_or(value);
                }
                transcript.replace(index, value);
            }
            _ => {}
        }
    }
}

/// The object with an id that is taken; none when it has one, or none at all. White space around an id does not count
/// when a result names its call.
fn fitted(document: &mut Document<'_>, object: Value, key: &str, ids: Ids) -> Option<Value> {
    let id = document.get_string(object, key)?;
    if ids.take(JsStr::from_wtf8(&id)) {
        return None;
    }
    let id = JsStr::from_wtf8(&id).trim();
    if id.is_empty() {
        return None;
    }
    let new = match ids.take(id) {
        true => id.to_owned(),
        false => ids.fit(id),
    };
    let new = document.fresh_string(new.as_js());
    Some(document.with_member(object, key, new))
}
