//! Tool calls and results that a model wrote between marks into its text.
//!
//! Outside code these go:
//!
//! 1. What stands between a pair of [`marks`], with the marks: tags (`<tool_call>`, `<function_calls>`,
//!    `<invoke name="…">`, `<function=…>`, `<tool_result>`, with or without a namespace), brackets (`[TOOL_CALL]`) and
//!    tokens (`<|tool_call_begin|>`, `<|channel|>… to=…`). Tags and brackets count when what they hold begins on a line of
//!    its own, or like data: with `{`, `[` or `<`.
//! 2. Behind a mark that is never closed: all, if the mark is a token; the JSON value that stands there, or what there is
//!    of one; all, if a tag stands there.

use super::code_regions::CodeRegions;
use super::stretches::{json_end, without};
use super::tool_marks::{FAMILIES, Form, Mark, marks};
use super::{JsStr, JsString};

/// What Mistral's models write between the name of a tool and its arguments.
const ARGUMENTS: &str = "[ARGS]";

/// The text without tool calls and results between marks; `None` when there are none.
pub fn strip_marked_calls(text: JsStr<'_>) -> Option<JsString> {
    let mut marks = marks(text);
    if marks.is_empty() {
        return None;
    }
    let code = CodeRegions::of(text);
    marks.retain(|mark| !code.contains(mark.start));
    let closings = closings(&marks);
    let mut stretches = Vec::new();
    let mut done = 0;
    for (mark, closing) in marks.iter().zip(closings) {
        if mark.is_closing || mark.start < done {
            continue;
        }
        let closing = closing.map(|index| &marks[index]);
        if let Some(end) = stretch_end(text, mark, closing) {
            stretches.push((mark.start, end));
            done = end;
        }
    }
    without(text, &stretches)
}

/// Where what a mark begins ends; none when it stays.
fn stretch_end(text: JsStr<'_>, mark: &Mark, closing: Option<&Mark>) -> Option<usize> {
    let Some(closing) = closing else {
        return unclosed_end(text, mark);
    };
    let body = text.slice(mark.end, closing.start);
    let counts = mark.form == Form::Token || is_data(body);
    counts.then_some(closing.end)
}

/// For each opening mark, which mark closes it.
fn closings(marks: &[Mark]) -> Vec<Option<usize>> {
    let mut closings = vec![None; marks.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut counts = [0usize; FAMILIES];
    for (index, mark) in marks.iter().enumerate() {
        if !mark.is_closing {
            open.push(index);
            counts[mark.family] += 1;
        } else if counts[mark.family] > 0 {
            // Those inside that are still open are never closed.
            while let Some(inner) = open.pop() {
                counts[marks[inner].family] -= 1;
                if marks[inner].family == mark.family {
                    closings[inner] = Some(index);
                    break;
                }
            }
        }
    }
    closings
}

/// Where what an unclosed mark holds ends; none when it holds nothing that is data.
fn unclosed_end(text: JsStr<'_>, mark: &Mark) -> Option<usize> {
    let body = text.tail(mark.end).trim_start();
    match mark.form {
        Form::Token => Some(text.len()),
        Form::Tag if body.starts_with("<") => Some(text.len()),
        Form::Tag => json_end(text, mark.end),
        Form::Bracket => json_end(text, behind_name(text, mark.end)),
    }
}

/// Behind the name of a tool and [`ARGUMENTS`], if they stand there.
fn behind_name(text: JsStr<'_>, from: usize) -> usize {
    let body = text.tail(from).trim_start();
    let name = body.as_bytes().iter();
    let name = name.take_while(|byte| is_tool_name(byte)).count();
    let rest = body.tail(name);
    text.len() - rest.strip_prefix(ARGUMENTS).unwrap_or(rest).len()
}

/// True for what names of tools are made of.
pub(super) fn is_tool_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':')
}

/// True for what looks like data, begins on a line of its own, or is nothing.
fn is_data(body: JsStr<'_>) -> bool {
    let said = body.trim_start();
    let lead = body.head(body.len() - said.len());
    let first = said.as_bytes().first().copied();
    lead.contains("\n") || first.is_none_or(|byte| matches!(byte, b'{' | b'[' | b'<'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> String {
        strip_marked_calls(text.into()).map_or(text.into(), |text| text.as_js().to_string_lossy())
    }

    #[test]
    fn calls_and_results_between_marks_go() {
        for call in [
            "<tool_call>\n{\"name\":\"read\"}\n</tool_call>",
            "<function_calls>\n<invoke name=\"read\">\n<parameter name=\"path\">a</parameter>\n</invoke>\n</function_calls>",
            "<x:tool_call><x:invoke name=\"a\"></x:invoke></x:tool_call>",
            "<function=read><parameter=path>a</parameter></function>",
            "<tool_result>\nany text\n</tool_result>",
            "[TOOL_CALL]\n{tool => \"read\"}\n[/TOOL_CALL]",
            "[TOOL_CALLS][{\"name\":\"a\",\"arguments\":{\"b\":\"]\"}}]",
            "[TOOL_CALLS]read[ARGS]{\"a\":1}",
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>a<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "<|channel|>commentary to=functions.a <|constrain|>json<|message|>{}<|call|>",
        ] {
            let text = format!("Look.\n\n{call}\n\nDone.");
            assert_eq!(strip(&text), "Look.\n\nDone.", "{call}");
            assert_eq!(strip(&format!("Look.\n{call}")), "Look.", "{call}");
            assert_eq!(strip(call), "", "{call}");
        }
        assert_eq!(strip("Sure: <tool_call>{}</tool_call> ok"), "Sure:  ok");
    }

    #[test]
    fn what_a_call_never_closed_holds_goes() {
        assert_eq!(strip("a\n<tool_call>{\"name\":\"re"), "a");
        assert_eq!(strip("a\n<tool_call>{\"b\":1}\nso"), "a\nso");
        assert_eq!(strip("a\n<function_calls>\n<invoke name=\"b\">"), "a");
        assert_eq!(strip("a <|tool_call_begin|>b"), "a");
    }

    #[test]
    fn a_channel_ends_where_the_next_begins() {
        let text = "<|channel|>analysis to=functions.a<|message|>{}<|start|>assistant<|channel|>final<|message|>hi";
        assert_eq!(
            strip(text),
            "<|start|>assistant<|channel|>final<|message|>hi"
        );
    }

    #[test]
    fn talk_about_calls_and_code_stay() {
        for text in [
            "Put it between <tool_call> and </tool_call>.",
            "`<tool_call>{}</tool_call>`",
            "```\n<function_calls>\n<invoke name=\"a\">\n</invoke>\n</function_calls>\n```",
            "The <invoke> element, a <function> and its </function>.",
            "see [tool calls](#calls) and [TOOL_CALLS] there",
            "{\"name\":\"read\",\"arguments\":{}}",
            "<|channel|>final<|message|>hi",
        ] {
            assert_eq!(strip(text), text);
        }
    }

    #[test]
    fn many_marks_take_linear_time() {
        const MARKS: usize = 100_000;
        for mark in [
            "<tool_call>",
            "<tool_call>x ",
            "</tool_call>",
            "[TOOL_CALLS]",
            "[TOOL_CALLS]{",
            "<|tool_call_begin|>",
            "<|channel|>to=",
            "<tool_call>{",
            "<tool_call>x</tool_result>",
            "x<tool_call>y</tool_call>",
            "<tool_call>\n",
            "[[[[",
        ] {
            let text = mark.repeat(MARKS);
            let stripped = strip(&text);
            assert!(stripped.len() <= text.len(), "{mark}");
        }
    }
}
