use super::super::speech::{edit_texts, is_answer, says_nothing};
use crate::json::{Document, Value};
use crate::rule::declare_rule;
use crate::text::{visible_text, visible_text_without_blocks};

declare_rule! {
    /// ## What it does
    /// Takes out of answers what models write into their text and mean for nobody: reasoning and memory between tags, final
    /// tags, tool calls written as text, model tokens, trace lines of tools.
    /// ## Who refuses without it
    /// Nobody. People would read what the model thinks, and its control tokens.
    /// ## Exact rule
    /// In the texts of assistant rows, outside code: reasoning between tags goes, of final tags the tags alone; text between
    /// `relevant-memories` tags; tool calls and results that are written between tags (`<tool_call>`, `<function_calls>`,
    /// `<invoke name="…">`, `<function=…>`, `<tool_result>` and their kin), brackets (`[TOOL_CALL]`) or tokens
    /// (`<|tool_call_begin|>`), or as JSON behind `[Tool Call: …]` or `to=functions.…`; tokens such as `<|assistant|>`;
    /// lines that trace a tool. A row that then says nothing goes.
    /// ## Example
    /// ```json target
    /// {"profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"assistant","content":"<think>Who is it?</think><|assistant|>Hello\n<tool_call>{\"name\":\"wave\"}</tool_call>"}]
    /// ```
    /// ```json after
    /// [{"role":"assistant","content":"Hello"}]
    /// ```
    /// ## Never touches
    /// Code, what people typed, rows of tools; names of tags in a sentence, JSON without a mark.
    /// ## Order
    /// Before silence is looked for, since it may stand behind reasoning. Off with `visibleText: false`, and in `compat`.
    /// ## Source
    /// transcript-hygiene; the grammars are those of clients of OpenClaw 2026.7.2-beta.4; vectors `display/text`.
    pub(crate) static SHOW_VISIBLE_TEXT = {
        id: "show-visible-text",
        summary: "answers go without reasoning, tool calls, tokens and traces in their text",
        effects: [Edits, Drops],
        rejects: [],
        since: "0.1.0",
    }
}

/// The row with its visible text; none when an answer had nothing else. `strip_envelope`: internal blocks that stood
/// behind reasoning go, too.
pub(in super::super) fn apply(
    document: &mut Document<'_>,
    row: Value,
    strip_envelope: bool,
) -> Option<Value> {
    if !is_answer(document, row) {
        return Some(row);
    }
    let strip = match strip_envelope {
        true => visible_text_without_blocks,
        false => visible_text,
    };
    let shown = edit_texts(document, row, &strip);
    (shown == row || !says_nothing(document, shown)).then_some(shown)
}
