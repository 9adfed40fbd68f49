//! Stretches that go from a text, with the lines that they fill.

use super::lines::Lines;
use super::{JsStr, JsString};

/// How far a line that holds nothing else before `at` is indented; none when something stands there.
fn indent(text: JsStr<'_>, at: usize) -> Option<usize> {
    let before = text.head(at).as_bytes();
    let blanks = before
        .iter()
        .rev()
        .take_while(|byte| is_blank(byte))
        .count();
    let rest = &before[..before.len() - blanks];
    matches!(rest.last(), None | Some(b'\n')).then_some(blanks)
}

/// True when nothing but white space stands between `at` and the end of its line.
fn ends_line(text: JsStr<'_>, at: usize) -> bool {
    let mut behind = text.tail(at).as_bytes().iter();
    behind
        .find(|byte| !is_blank(byte) && **byte != b'\r')
        .is_none_or(|byte| *byte == b'\n')
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The end of the JSON object or array behind white space, or of the text when it stops before; none when there is none.
pub(super) fn json_end(text: JsStr<'_>, from: usize) -> Option<usize> {
    let rest = text.tail(from).trim_start();
    if !rest.starts_with("{") && !rest.starts_with("[") {
        return None;
    }
    let start = text.len() - rest.len();
    let mut depth = 0usize;
    let mut in_string = false;
    let mut is_escaped = false;
    for (at, &byte) in rest.as_bytes().iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(start + at + 1);
                }
            }
            _ => {}
        }
    }
    Some(text.len())
}

/// The text without these stretches, which are in order and apart; `None` when there are none.
///
/// Lines that a stretch fills go with it, and the blank ones behind; at the end of the text those before.
pub(super) fn without(text: JsStr<'_>, stretches: &[(usize, usize)]) -> Option<JsString> {
    if stretches.is_empty() {
        return None;
    }
    let mut kept = JsString::new();
    let mut copied = 0;
    for &(start, end) in stretches {
        // Blank lines behind the stretch before are gone, and this one may begin among them.
        let start = start.max(copied);
        let end = end.max(start);
        let before = text.slice(copied, start);
        let indent = indent(text, start).filter(|indent| *indent <= before.len());
        let indent = indent.filter(|_| ends_line(text, end));
        copied = match indent {
            Some(_) => behind_blank_lines(text, end),
            None => end,
        };
        kept.push(match copied == text.len() {
            true => before.trim_end(),
            false => before.head(before.len() - indent.unwrap_or(0)),
        });
    }
    kept.push(text.tail(copied));
    Some(kept)
}

/// Where the first line behind that of `at` begins that is not blank.
fn behind_blank_lines(text: JsStr<'_>, at: usize) -> usize {
    let mut lines = Lines::new(text.tail(at));
    lines.next();
    lines.skip_blank();
    lines.offset().map_or(text.len(), |offset| at + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_ends_where_its_brackets_close() {
        let end = |text: &'static str| json_end(text.into(), 0);
        assert_eq!(end(" {\"a\":[\"}\\\"\"]} x"), Some(14));
        assert_eq!(end("[{"), Some(2));
        assert_eq!(end("a{}"), None);
    }

    #[test]
    fn lines_go_with_what_fills_them() {
        let without = |text: &'static str, start, end| {
            without(text.into(), &[(start, end)]).map(|text| text.as_js().to_string_lossy())
        };
        assert_eq!(without("a\n xx \n\nb", 3, 5).unwrap(), "a\nb");
        assert_eq!(without("a\n\nxx\n", 3, 5).unwrap(), "a");
        assert_eq!(without("a xx b", 2, 4).unwrap(), "a  b");
    }
}
