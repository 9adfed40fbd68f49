use super::{REASONING_OMITTED, SIGNATURE_KEYS};
use crate::json::{Document, Entry, Kind, Value};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::transcript::{Block, BlockKind, Fate, KindSet, Role, Transcript, Turn};
use crate::validate::is_opaque_signature;

declare_rule! {
    /// ## What it does
    /// Makes content that is neither text nor a list a list, and takes out blocks that hold nothing.
    /// ## Who refuses without it
    /// Everybody: such content comes from damaged stores, and would be sent as no content, text as no text. Constraints
    /// AM-05, AM-06, AM-30, CC-06, GE-03, BC-04, BC-05, BC-13.
    /// ## Exact rule
    /// 1. User and assistant turns: content that is a `text` block becomes a list of it; other content that is neither
    ///    a string nor an array, also none at all, becomes an empty list, which the next steps treat as any other.
    /// 2. User turns, assistant turns and tool results with array content: a `text` block without string text goes.
    /// 3. Anthropic Messages, and Claude on Bedrock: a `redacted_thinking` block without string `data` and without a
    ///    signature goes; where nothing else is left of an assistant turn the text `[assistant reasoning omitted]` stands in
    ///    its place. Of other turns `thinking` goes too, where it has no text or is not signed as Claude signs.
    /// ## Example
    /// ```json target
    /// {"provider":"anthropic","modelApi":"anthropic-messages","profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":{"type":"text","text":"hi"}},{"role":"assistant","content":[{"type":"text","text":null},{"type":"text","text":"hello"}]},{"role":"user","content":"go on"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"text","text":"hello"}]},{"role":"user","content":"go on"}]
    /// ```
    /// ## Never touches
    /// Strings, and blocks that hold what their type says.
    /// ## Order
    /// Before the steps that drop what is blank, and again once signatures that are void are gone.
    /// ## Source
    /// Profile `strict`.
    pub(crate) static MEND_CONTENT = {
        id: "mend-content",
        summary: "content is text or a list, and no block of it holds nothing",
        effects: [Edits],
        rejects: [AM_05, AM_06, CC_06],
        since: "0.1.0",
    }
}

/// Keys of what redacted thinking is sent as.
const REDACTED_DATA: [&str; 4] = ["data", "thinkingSignature", "signature", "thought_signature"];

/// `checks_thinking` says whether thinking is read where it is sent.
pub(crate) fn apply(transcript: &mut Transcript<'_>, checks_thinking: bool) {
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        if !matches!(turn.role, Role::User | Role::Assistant | Role::ToolResult) {
            continue;
        }
        if turn.blocks.is_some() {
            let blocks = transcript.map_blocks(turn, |document, block| match holds_nothing(document, block, turn, checks_thinking) {
                true => Fate::Drop,
                false => Fate::Keep,
            });
            match blocks {
                Some(blocks) if blocks.is_empty() && turn.role == Role::Assistant && turn.has(KindSet::THINKING) => {
                    transcript.set_text(index, REASONING_OMITTED.into());
                }
                Some(blocks) => transcript.set_blocks(index, &blocks),
                None => {}
            }
        } else if turn.role != Role::ToolResult {
            mend_odd(transcript, index);
        }
    }
}

fn holds_nothing(document: &Document<'_>, block: Block, turn: Turn, checks_thinking: bool) -> bool {
    let is_string = |value: Value| document.kind(value) == Kind::String;
    let has_string = |key: &&str| document.get(block.value, key).is_some_and(is_string);
    let is_signed = || {
        let signature = SIGNATURE_KEYS.iter().find_map(|key| document.get_non_null(block.value, key));
        let text = signature.and_then(|signature| document.string(signature));
        text.is_some_and(|text| is_opaque_signature(JsStr::from_wtf8(&text)))
    };
    match block.kind {
        BlockKind::Text => !has_string(&"text"),
        BlockKind::RedactedThinking => checks_thinking && !REDACTED_DATA.iter().any(has_string),
        // What the assistant thought is judged by the steps that know who signed it.
        BlockKind::Thinking if turn.role != Role::Assistant => {
            checks_thinking && !(has_string(&"thinking") && is_signed())
        }
        _ => false,
    }
}

/// Content that is no list becomes one, unless it is text.
fn mend_odd(transcript: &mut Transcript<'_>, index: usize) {
    let document = &mut transcript.document;
    let turn = transcript.turns[index].value;
    let content = document.get(turn, "content");
    if content.is_some_and(|content| document.kind(content) == Kind::String) {
        return;
    }
    let block = content.filter(|content| {
        document.member_is(*content, "type", "text")
            && document.get(*content, "text").is_some_and(|text| document.kind(text) == Kind::String)
    });
    let list = match block {
        Some(block) => document.fresh_array(&[Entry::element(block, 0)]),
        None => document.fresh_array(&[]),
    };
    transcript.set_member(index, "content", list);
}
