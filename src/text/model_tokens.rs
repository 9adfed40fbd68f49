//! Control tokens of models that show up in text: `<|end|>` and the like.

use super::code_regions::CodeRegions;
use super::{JsStr, JsString, is_space};

/// U+FF5C, the wide form of `|`.
const WIDE_BAR: u32 = 0xFF5C;

fn is_bar(c: u32) -> bool {
    c == u32::from(b'|') || c == WIDE_BAR
}

/// The text without `<[|｜][^|｜]*[|｜]>` outside code; `None` when there is none.
///
/// One space takes the place of a token between two characters that are not white space.
pub fn strip_model_tokens(text: JsStr<'_>) -> Option<JsString> {
    let mut tokens = tokens(text).peekable();
    tokens.peek()?;
    let code = CodeRegions::of(text);
    let mut out = JsString::new();
    let mut copied = 0;
    for (start, end) in tokens.filter(|&(start, end)| !code.overlaps(start, end)) {
        out.push(text.slice(copied, start));
        let before = text.head(start).last().map(|(_, c)| c);
        let after = text.tail(end).code_points().next().map(|(_, c)| c);
        if [before, after]
            .iter()
            .all(|c| c.is_some_and(|c| !is_space(c)))
        {
            out.push_str(" ");
        }
        copied = end;
    }
    (copied > 0).then(|| {
        out.push(text.tail(copied));
        out
    })
}

/// Start and end of each token, in code or not.
fn tokens(text: JsStr<'_>) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(start) = text.find_from("<", at) {
            at = start + 1;
            if let Some(end) = token_end(text, at) {
                at = end;
                return Some((start, end));
            }
        }
        None
    })
}

/// The end of a token behind its opening bracket, if it is one.
pub(super) fn token_end(text: JsStr<'_>, after_open: usize) -> Option<usize> {
    let mut points = text.tail(after_open).code_points();
    points.next().filter(|&(_, c)| is_bar(c))?;
    points.find(|&(_, c)| is_bar(c))?;
    let end = after_open + points.offset();
    text.tail(end).starts_with(">").then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_keeps_words_apart() {
        let strip = |text: &'static str| {
            strip_model_tokens(text.into()).map(|text| text.as_js().to_string_lossy())
        };
        assert_eq!(strip("a<|end|>b <｜x｜>").unwrap(), "a b ");
        assert_eq!(strip("`<|end|>`"), None);
        assert_eq!(strip("<|a|"), None);
    }

    #[test]
    fn many_openings_take_linear_time() {
        assert_eq!(
            strip_model_tokens("<|".repeat(300_000).as_str().into()),
            None
        );
    }
}
