use crate::json::{Document, Entry, Kind, Value};
use crate::repair::record::with_content;
use crate::rule::declare_rule;

/// What a user turn says that had nothing to say.
const CONTINUE: &str = r#""(continue)""#;

/// The same as the only block of an array.
const CONTINUE_BLOCKS: &str = r#"[{"type":"text","text":"(continue)"}]"#;

declare_rule! {
    /// ## What it does
    /// Takes blank text out of user turns, and gives those that have nothing else the text `(continue)`.
    /// ## Who refuses without it
    /// Anthropic Messages and Bedrock Converse refuse blank text and empty content.
    /// ## Exact rule
    /// For messages with role `user`; each one changed counts in `rewrittenUserMessages`:
    /// 1. String content that is blank (nothing but ECMAScript white space) becomes `(continue)`.
    /// 2. Of array content, `text` blocks with blank string text go. When nothing is left, also when nothing was there,
    ///    content becomes one text block `(continue)`.
    /// 3. Other content stays.
    /// ## Example
    /// ```json before
    /// [{"type":"message","id":"a","message":{"role":"user","content":" \n"}}]
    /// ```
    /// ```json after
    /// [{"type":"message","id":"a","message":{"role":"user","content":"(continue)"}}]
    /// ```
    /// ## Never touches
    /// Blocks of other types, `null` and strings among the blocks, text blocks whose text is no string.
    /// ## Order
    /// After corrupt images became text, so both may count for one turn.
    /// ## Source
    /// OpenClaw 2026.7.2-beta.4, session file repair; vectors `repair/user`.
    pub(crate) static FILL_BLANK_USER_TURNS = {
        id: "fill-blank-user-turns",
        summary: "blank user turns say `(continue)`",
        effects: [Edits],
        rejects: [AM_06, AM_05, BC_05],
        since: "0.1.0",
    }
}

/// The message of a user with other content, when it needs some.
pub(crate) fn apply(document: &mut Document<'_>, message: Value) -> Option<Value> {
    let content = document.get(message, "content")?;
    let new = match document.kind(content) {
        Kind::String => {
            if !document.is_blank_string(content) {
                return None;
            }
            document.fresh(CONTINUE)
        }
        Kind::Array => {
            let mut blocks = document.entries(content).peekable();
            if blocks.peek().is_some() && !blocks.any(|entry| is_blank_block(document, entry.value)) {
                return None;
            }
            let blocks = document.entries(content);
            let kept: Vec<Entry> = blocks.filter(|entry| !is_blank_block(document, entry.value)).collect();
            match kept.is_empty() {
                true => document.fresh(CONTINUE_BLOCKS),
                false => document.with_elements(content, &kept),
            }
        }
        _ => return None,
    };
    Some(with_content(document, message, new))
}

fn is_blank_block(document: &Document<'_>, block: Value) -> bool {
    document.kind(block) == Kind::Object
        && document.member_is(block, "type", "text")
        && document.get(block, "text").is_some_and(|text| document.is_blank_string(text))
}
