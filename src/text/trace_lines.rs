//! Lines that report tool use in the text of an answer.
//!
//! A line goes, with its line break, when it does not start in code and is, trimmed and in any case, one of:
//!
//! 1. `>`?, U+26A0?, one of `SIGNS`, one of `TITLES`, `:`;
//! 2. `>`?, U+26A0 and a wrench, `Exec failed` or `Bash failed`, or anything that ends in `(agent)` and up to two
//!    backticks and `failed`; then nothing or `:` and a text, for the first two also `(exit N)`;
//! 3. `>`?, a wrench, any of `FLAGS` with `·` or `,` behind each; then code or one of `VERBS`;
//! 4. `>`?, one of `CALLS` with `-`, `_`, a space or nothing in between, `:` or `=`.

use super::code_regions::CodeRegions;
use super::lines::Lines;
use super::tags::after_word;
use super::{JsStr, JsString};

const WRENCH: &str = "🛠\u{FE0F}";
const WARNING: &str = "⚠\u{FE0F}";
const SIGNS: [&str; 7] = ["📊", WRENCH, "📖", "📝", "🔍", "🔎", "⚙\u{FE0F}"];
const TITLES: [&str; 17] = [
    "Session Status",
    "Exec",
    "Read",
    "Edit",
    "Write",
    "Patch",
    "Search",
    "Open",
    "Click",
    "Find",
    "Screenshot",
    "Update Plan",
    "Tool Call",
    "Tool Result",
    "Function Call",
    "Shell",
    "Command",
];
const VERBS: [&str; 35] = [
    "run", "check", "fetch", "pull", "push", "view", "show", "list", "switch", "create", "merge",
    "rebase", "stage", "restore", "reset", "stash", "search", "find", "print", "copy", "move",
    "remove", "install", "start", "cd", "git", "pnpm", "npm", "yarn", "bun", "node", "python",
    "python3", "bash", "sh",
];
/// What may stand before a command.
const FLAGS: [&str; 2] = ["elevated", "pty"];
const FLAG_SEPARATORS: [&str; 2] = ["·", ","];
const CALLS: [(&str, &str); 3] = [("tool", "call"), ("tool", "result"), ("function", "call")];
const AGENT: &str = " (agent)";
const FAILED: &str = " failed";

/// The text without lines that report tool use; `None` when there is none.
pub fn strip_trace_lines(text: JsStr<'_>) -> Option<JsString> {
    let mut lines = Lines::new(text);
    let mut code: Option<CodeRegions> = None;
    let mut out = JsString::new();
    let mut copied = 0;
    while let Some(start) = lines.offset() {
        let Some(line) = lines.next() else { break };
        if !is_trace(line.trim()) {
            continue;
        }
        if code
            .get_or_insert_with(|| CodeRegions::of(text))
            .contains(start)
        {
            continue;
        }
        out.push(text.slice(copied, start));
        copied = lines.offset().unwrap_or(text.len());
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

fn is_trace(line: JsStr<'_>) -> bool {
    let line = line.strip_prefix(">").map_or(line, JsStr::trim_start);
    let is_call = CALLS.iter().any(|(first, second)| {
        let after = line.strip_prefix_ignore_case(first);
        after.is_some_and(|rest| is_call_tail(rest, second))
    });
    is_call || is_titled(line) || is_failure(line) || is_command(line)
}

fn is_call_tail(rest: JsStr<'_>, second: &str) -> bool {
    let parted = ["-", "_", " "]
        .iter()
        .find_map(|sign| rest.strip_prefix(sign));
    let rest = parted.unwrap_or(rest).strip_prefix_ignore_case(second);
    rest.map(JsStr::trim_start)
        .is_some_and(|rest| rest.starts_with(":") || rest.starts_with("="))
}

fn is_titled(line: JsStr<'_>) -> bool {
    let line = line.strip_prefix(WARNING).map_or(line, JsStr::trim_start);
    let Some(title) = SIGNS.iter().find_map(|sign| line.strip_prefix(sign)) else {
        return false;
    };
    let title = title.trim_start();
    TITLES.iter().any(|known| {
        let rest = title.strip_prefix_ignore_case(known);
        rest.is_some_and(|rest| rest.trim_start().starts_with(":"))
    })
}

fn is_failure(line: JsStr<'_>) -> bool {
    let tool = || {
        let line = line.strip_prefix(WARNING)?.trim_start();
        let after = line.strip_prefix(WRENCH)?;
        let tool = after.trim_start();
        (tool.len() < after.len()).then_some(tool)
    };
    let Some(tool) = tool() else {
        return false;
    };
    // Nothing in the line may end it for `.` either.
    if tool
        .code_points()
        .any(|(_, c)| matches!(c, 0x0D | 0x2028 | 0x2029))
    {
        return false;
    }
    let by_name = ["Exec", "Bash"].iter().any(|name| {
        let rest = tool.strip_prefix_ignore_case(name);
        rest.and_then(|rest| rest.strip_prefix_ignore_case(FAILED))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(":") || is_exit_code(rest))
    });
    by_name || is_agent_failure(tool)
}

/// True for ` (exit -?\d+)` and nothing else.
fn is_exit_code(text: JsStr<'_>) -> bool {
    let code = || {
        let rest = text.strip_prefix_ignore_case(" (exit ")?;
        let code = rest.as_bytes().strip_suffix(b")")?;
        Some(code.strip_prefix(b"-").unwrap_or(code))
    };
    code().is_some_and(|code| !code.is_empty() && code.iter().all(u8::is_ascii_digit))
}

fn is_agent_failure(text: JsStr<'_>) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find_ignore_case(AGENT) {
        rest = rest.tail(at + AGENT.len());
        let backticks = rest.as_bytes().iter().take(2).take_while(|&&b| b == b'`');
        let after = rest
            .tail(backticks.count())
            .strip_prefix_ignore_case(FAILED);
        if after.is_some_and(|after| after.is_empty() || after.starts_with(":")) {
            return true;
        }
    }
    false
}

fn is_command(line: JsStr<'_>) -> bool {
    let Some(rest) = line.strip_prefix(WRENCH) else {
        return false;
    };
    let mut rest = rest.trim_start();
    while let Some(after) = FLAGS.iter().find_map(|flag| after_word(rest, flag)) {
        let after = after.trim_start();
        match FLAG_SEPARATORS
            .iter()
            .find_map(|sign| after.strip_prefix(sign))
        {
            Some(next) => rest = next.trim_start(),
            None => break,
        }
    }
    let code = rest
        .strip_prefix("`")
        .map(|code| code.strip_prefix("`").unwrap_or(code));
    match code {
        Some(code) => code.trim_start().len() == code.len() && !code.is_empty(),
        None => VERBS.iter().any(|verb| after_word(rest, verb).is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_tools_go_and_talk_about_tools_stays() {
        for line in [
            "> 🛠️ elevated · `ls`",
            "🛠️ git status",
            "⚠️ 🛠️ x (agent)`` failed: y",
            "⚠️📖Read :x",
            "tool_result = 1",
        ] {
            assert!(is_trace(line.into()), "{line}");
        }
        for line in [
            "🛠️ gitx",
            "⚠️ 🛠️ Exec failed (exit x)",
            "⚠️ 🛠️ Exec failed badly",
            "tool results: 5",
            "🛠️ `` x``",
        ] {
            assert!(!is_trace(line.into()), "{line}");
        }
    }
}
