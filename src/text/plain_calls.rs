//! Tool calls that a model wrote into its text in plain words.
//!
//! Outside code these go, each with the JSON object behind it and only with one:
//!
//! 1. `[Tool Call: …]`, in any case, and `Arguments:` or `Input:` if it stands in between.
//! 2. `to=functions.NAME`, the name of a channel before it, and what words stand in between.

use super::code_regions::CodeRegions;
use super::marked_calls::is_tool_name;
use super::stretches::{json_end, without};
use super::{JsStr, JsString};

const HEADS: [&str; 3] = ["[tool call:", "[tool_call:", "[tool use:"];
/// Bytes of a head, at most.
const MAX_HEAD: usize = 256;
const ARGUMENTS: [&str; 2] = ["arguments:", "input:"];

/// How a model addresses a call in its channel of comments.
pub const CALL_ADDRESS: &str = "to=functions.";
const CHANNELS: [&str; 3] = ["assistant", "commentary", "analysis"];

/// The text without tool calls in plain words; `None` when there are none.
pub fn strip_plain_calls(text: JsStr<'_>) -> Option<JsString> {
    let headed = without_calls(text, "[", behind_head);
    let current = headed.as_ref().map_or(text, JsString::as_js);
    without_calls(current, CALL_ADDRESS, behind_address).or(headed)
}

/// The text without calls that begin with `sign`, where `behind` gives the place from which the JSON object follows.
fn without_calls(
    text: JsStr<'_>,
    sign: &str,
    behind: fn(JsStr<'_>, usize) -> Option<usize>,
) -> Option<JsString> {
    let mut code: Option<CodeRegions> = None;
    let mut stretches = Vec::new();
    let mut at = 0;
    while let Some(start) = text.find_from(sign, at) {
        at = start + sign.len();
        let Some(data) = behind(text, start).filter(|&data| text.tail(data).starts_with("{"))
        else {
            continue;
        };
        let code = code.get_or_insert_with(|| CodeRegions::of(text));
        if code.contains(start) {
            continue;
        }
        if let Some(end) = json_end(text, data) {
            stretches.push((behind_last(&stretches).max(with_channels(text, start)), end));
            at = end;
        }
    }
    without(text, &stretches)
}

fn behind_last(stretches: &[(usize, usize)]) -> usize {
    stretches.last().map_or(0, |stretch| stretch.1)
}

/// Behind `[Tool Call: …]` and what names the arguments.
fn behind_head(text: JsStr<'_>, start: usize) -> Option<usize> {
    let rest = text.tail(start);
    let is_head = |head: &&&str| rest.strip_prefix_ignore_case(head).is_some();
    HEADS.iter().find(is_head)?;
    let mut head = rest.as_bytes().iter().take(MAX_HEAD);
    let close = head.position(|byte| matches!(byte, b']' | b'\n'))?;
    let rest = rest.tail(close).strip_prefix("]")?.trim_start();
    let named = ARGUMENTS
        .iter()
        .find_map(|word| rest.strip_prefix_ignore_case(word));
    Some(text.len() - named.unwrap_or(rest).trim_start().len())
}

/// Behind the name in `to=functions.NAME` and the words that follow.
fn behind_address(text: JsStr<'_>, start: usize) -> Option<usize> {
    let name = start + CALL_ADDRESS.len();
    let is_part = |byte: &&u8| is_tool_name(byte) || byte.is_ascii_whitespace();
    let parts = text.tail(name).as_bytes().iter();
    Some(name + parts.take_while(is_part).count())
}

/// Where the names of channels before `start` begin.
fn with_channels(text: JsStr<'_>, start: usize) -> usize {
    let mut before = text.head(start);
    let mut begin = start;
    while let Some(rest) = CHANNELS
        .iter()
        .find_map(|name| before.trim_end().strip_suffix_ignore_case(name))
    {
        begin = rest.len();
        before = rest;
    }
    begin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> String {
        strip_plain_calls(text.into()).map_or(text.into(), |text| text.as_js().to_string_lossy())
    }

    #[test]
    fn calls_in_plain_words_go() {
        for call in [
            "[Tool Call: read (ID: c1)]\nArguments: {\"path\":\"a\"}",
            "[tool call: read] {\"path\":\"a\"}",
            "commentary to=functions.read json\n{\"path\":\"a\"}",
            "assistant analysis to=functions.read {\"path\":\"a\"",
        ] {
            assert_eq!(strip(&format!("Look.\n\n{call}")), "Look.", "{call}");
        }
        let two = "a\n[Tool Call: b]\n{}\n[Tool Call: c]\n{\"d\":1}\n\ne";
        assert_eq!(strip(two), "a\ne");
    }

    #[test]
    fn talk_about_calls_and_code_stay() {
        for text in [
            "call(to=functions.x) {}",
            "Write to=functions.NAME before it.",
            "a [Tool Call: read] b",
            "```\n[Tool Call: read] {}\n```",
        ] {
            assert_eq!(strip(text), text);
        }
    }

    #[test]
    fn many_calls_take_linear_time() {
        for piece in [
            "[Tool Call: ]\n",
            "[Tool Call: ",
            "[Tool Call: ]{",
            "to=functions.a\n",
            "to=functions.a {",
            "to=functions.",
            "commentary ",
            "commentary to=functions.a{}",
        ] {
            let text = piece.repeat(100_000);
            assert!(strip(&text).len() <= text.len(), "{piece}");
        }
    }
}
