//! Heartbeat acknowledgements: what a model answers to a periodic check when nothing needs attention.

use super::{JsStr, JsString, is_space, is_word};

/// The token of an acknowledgement. Its case counts.
pub const HEARTBEAT_TOKEN: &str = "HEARTBEAT_OK";

/// UTF-16 units beside the token that still make an acknowledgement, unless the caller says otherwise.
pub const DEFAULT_ACK_UNITS: f64 = 300.0;

/// UTF-16 units that may stand behind a token at the end, none of them a word character.
const MAX_TAIL: usize = 4;

/// A text without the heartbeat token at its ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// Nothing is left that a person should see.
    pub should_skip: bool,
    /// What is left.
    pub text: JsString,
    /// A token was taken away.
    pub did_strip: bool,
}

/// Takes the heartbeat token away from both ends of a text.
///
/// With `ack_units` (a reply to a heartbeat) a rest of up to so many UTF-16 units is nothing to show.
pub fn strip_heartbeat_token(text: JsStr<'_>, ack_units: Option<f64>) -> Heartbeat {
    let trimmed = text.trim();
    // Without markup there is no token either: a space stands where it was.
    let edges = match trimmed.contains(HEARTBEAT_TOKEN) {
        true => without_edges(trimmed)
            .filter(|rest| !rest.is_empty())
            .or_else(|| without_edges(without_markup(trimmed).as_js())),
        false => None,
    };
    let Some(rest) = edges else {
        return Heartbeat {
            should_skip: trimmed.is_empty(),
            text: trimmed.to_owned(),
            did_strip: false,
        };
    };
    let is_ack = ack_units.is_some_and(|max| rest.as_js().utf16_len() as f64 <= max);
    let should_skip = is_ack || rest.is_empty();
    Heartbeat {
        should_skip,
        text: if should_skip { JsString::new() } else { rest },
        did_strip: true,
    }
}

/// What may stand around a token at an end of a text, besides white space. A backtick would make it code.
const MARKS: &[u8] = b"*_~.!";

fn marks<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes
        .take(MAX_TAIL)
        .take_while(|b| MARKS.contains(b))
        .count()
}

/// The text without the token at its end and the white space before it; `None` when there is none.
pub(super) fn without_last(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let text = text.trim_end();
    let end = text.len() - marks(text.as_bytes().iter().rev());
    let token = end.checked_sub(HEARTBEAT_TOKEN.len())?;
    if !text.head(end).ends_with(HEARTBEAT_TOKEN) {
        return None;
    }
    let before = text.head(token);
    let opening = before.as_bytes().iter().rev().take(MAX_TAIL);
    let opening = opening
        .take_while(|b| matches!(b, b'*' | b'_' | b'~'))
        .count();
    let rest = before.head(before.len() - opening);
    (rest.is_empty() || rest.ends_with_space()).then(|| rest.trim_end())
}

/// The same at its start.
pub(super) fn without_first(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let text = text.trim_start();
    let start = marks(text.as_bytes().iter());
    let rest = text.tail(start).strip_prefix(HEARTBEAT_TOKEN)?;
    let rest = rest.tail(marks(rest.as_bytes().iter()));
    (rest.is_empty() || rest.starts_with_space()).then(|| rest.trim_start())
}

/// The text with one space for each `<[^>]*>` and `&nbsp;`, without `` *`~_ `` at its ends.
fn without_markup(text: JsStr<'_>) -> JsString {
    let mut out = JsString::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find_byte(b'<') {
        let Some(close) = rest.tail(open).find_byte(b'>') else {
            break;
        };
        out.push(rest.head(open));
        out.push_str(" ");
        rest = rest.tail(open + close + 1);
    }
    out.push(rest);
    let mut plain = JsString::with_capacity(out.len());
    let mut rest = out.as_js();
    while let Some(at) = rest.find_byte(b'&') {
        let entity = rest.tail(at).strip_prefix_ignore_case("&nbsp;");
        plain.push(rest.head(if entity.is_some() { at } else { at + 1 }));
        if entity.is_some() {
            plain.push_str(" ");
        }
        rest = entity.unwrap_or(rest.tail(at + 1));
    }
    plain.push(rest);
    let is_mark = |b: &&u8| matches!(b, b'*' | b'`' | b'~' | b'_');
    let bytes = plain.as_js().as_bytes();
    let start = bytes.iter().take_while(is_mark).count();
    let end = bytes.iter().rev().take_while(is_mark).count();
    let end = (bytes.len() - end).max(start);
    plain.as_js().slice(start, end).to_owned()
}

/// The text without tokens at its ends, white space in it collapsed; `None` when there was none.
fn without_edges(text: JsStr<'_>) -> Option<JsString> {
    let trimmed = text.trim();
    let mut front = trimmed;
    while let Some(rest) = front.strip_prefix(HEARTBEAT_TOKEN) {
        front = rest.trim_start();
    }
    let mut body = front.to_owned();
    while let Some(at) = final_token(body.as_js()) {
        let tail = body
            .as_js()
            .tail(at + HEARTBEAT_TOKEN.len())
            .trim_start()
            .to_owned();
        body.truncate(at);
        body.trim_end();
        if !body.is_empty() {
            body.push(tail.as_js());
            body.trim_end();
        }
    }
    (body.len() < trimmed.len()).then(|| collapse_space(body.as_js()))
}

/// Where the token starts that ends the text, but for a short tail.
fn final_token(text: JsStr<'_>) -> Option<usize> {
    let mut end = text;
    let mut tail = 0;
    while let Some((at, c)) = end.last() {
        let is_word = u8::try_from(c).is_ok_and(is_word);
        if is_word {
            break;
        }
        tail += if c >= 0x10000 { 2 } else { 1 };
        if tail > MAX_TAIL {
            return None;
        }
        end = end.head(at);
    }
    end.ends_with(HEARTBEAT_TOKEN)
        .then(|| end.len() - HEARTBEAT_TOKEN.len())
}

fn collapse_space(text: JsStr<'_>) -> JsString {
    let mut out = JsString::with_capacity(text.len());
    let mut in_space = false;
    for (_, c) in text.trim().code_points() {
        if !is_space(c) {
            out.push_code_point(c);
        } else if !in_space {
            out.push_str(" ");
        }
        in_space = is_space(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(text: &str) -> (bool, String, bool) {
        let found = strip_heartbeat_token(text.into(), None);
        (
            found.should_skip,
            found.text.as_js().to_string_lossy(),
            found.did_strip,
        )
    }

    #[test]
    fn tokens_go_from_both_ends() {
        assert_eq!(
            strip("all  good HEARTBEAT_OK."),
            (false, "all good.".into(), true)
        );
        assert_eq!(
            strip("<b>HEARTBEAT_OK</b>&NBSP;"),
            (true, String::new(), true)
        );
        assert_eq!(strip("HEARTBEAT_OK!x"), (false, "!x".into(), true));
        assert_eq!(
            strip(" heartbeat_ok "),
            (false, "heartbeat_ok".into(), false)
        );
        assert_eq!(
            strip("a HEARTBEAT_OK....."),
            (false, "a HEARTBEAT_OK.....".into(), false)
        );
    }

    #[test]
    fn a_short_rest_is_an_acknowledgement() {
        assert!(strip_heartbeat_token("HEARTBEAT_OK abc".into(), Some(3.0)).should_skip);
        assert!(!strip_heartbeat_token("HEARTBEAT_OK abcd".into(), Some(3.0)).should_skip);
    }

    #[test]
    fn many_tokens_take_linear_time() {
        let text = format!("x {}", "HEARTBEAT_OK ".repeat(80_000));
        assert_eq!(strip(&text).1, "x");
    }
}
