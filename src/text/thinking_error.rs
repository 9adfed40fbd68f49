//! How providers say that they refuse replayed thinking.

use super::JsStr;
use super::lines::Lines;

/// What the error is about; `redacted_thinking` has it too.
const THINKING: &str = "thinking";
/// What may be wrong with it, before or after it.
const DEFECTS: [&str; 5] = ["signature", "invalid", "missing", "empty", "blank"];
/// What is said after it only.
const FROZEN: &str = "cannot be modified";

/// True when a line of the text says, in any case, `(thinking|redacted_thinking)` and later
/// `(cannot be modified|signature|invalid|missing|empty|blank)`, or the latter five and later the former.
///
/// Lines end at LF, CR, U+2028 and U+2029.
pub fn is_thinking_error_text(text: JsStr<'_>) -> bool {
    text.find_ignore_case(THINKING).is_some()
        && Lines::new(text)
            .flat_map(|line| split(line, "\r"))
            .flat_map(|line| split(line, "\u{2028}"))
            .flat_map(|line| split(line, "\u{2029}"))
            .any(is_thinking_error_line)
}

fn split<'a>(text: JsStr<'a>, separator: &'static str) -> impl Iterator<Item = JsStr<'a>> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find(separator);
        rest = end.map(|at| text.tail(at + separator.len()));
        Some(end.map_or(text, |at| text.head(at)))
    })
}

fn is_thinking_error_line(line: JsStr<'_>) -> bool {
    let Some(first) = line.find_ignore_case(THINKING) else {
        return false;
    };
    let after = line.tail(first + THINKING.len());
    let has_defect = |defect: &str| {
        after.find_ignore_case(defect).is_some()
            || line.find_ignore_case(defect).is_some_and(|at| {
                let rest = line.tail(at + defect.len());
                rest.find_ignore_case(THINKING).is_some()
            })
    };
    after.find_ignore_case(FROZEN).is_some() || DEFECTS.into_iter().any(has_defect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_words_stand_on_one_line() {
        let is_error = |text: &'static str| is_thinking_error_text(text.into());
        assert!(is_error("x\nredacted_Thinking blocks cannot be modified"));
        assert!(is_error("Invalid `signature` in `thinking` block"));
        assert!(is_error("thinking: field is Empty"));
        assert!(!is_error("cannot be modified: thinking"));
        for gap in ["\n", "\r", "\u{2028}", "\u{2029}"] {
            assert!(!is_thinking_error_text(
                format!("invalid{gap}thinking").as_str().into()
            ));
        }
        assert!(!is_error("invalid thought"));
    }
}
