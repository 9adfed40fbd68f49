//! Tags in angle brackets: final tags, and tags that are found by their name.

use super::{JsStr, is_space, is_word};

/// A tag and where it stands, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_closing: bool,
}

const FINAL: &str = "final";

/// The stretches `<[^<>]*>` of a text.
fn bracketed(text: JsStr<'_>) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut open = None;
    let bytes = text.as_bytes().iter().enumerate();
    bytes.filter_map(move |(at, &byte)| match byte {
        b'<' => {
            open = Some(at);
            None
        }
        b'>' => open.take().map(|start| (start, at + 1)),
        _ => None,
    })
}

/// The valid final tags of a text, opening and closing ones: `<final>`, `</final>`, `<final name="value"/>`.
pub(super) fn final_tags(text: JsStr<'_>) -> impl Iterator<Item = Tag> + '_ {
    bracketed(text).filter_map(move |(start, end)| {
        let body = text.slice(start + 1, end - 1).trim_start();
        let closing = body.strip_prefix("/").map(JsStr::trim_start);
        let rest = closing.unwrap_or(body).strip_prefix_ignore_case(FINAL)?;
        let is_parted = rest
            .code_points()
            .next()
            .is_none_or(|(_, c)| is_space(c) || c == u32::from(b'/'));
        let is_valid = match closing {
            Some(_) => rest.is_blank(),
            None => is_parted && is_attribute_list(without_slash(rest.trim_end())),
        };
        is_valid.then_some(Tag {
            start,
            end,
            is_closing: closing.is_some(),
        })
    })
}

fn without_slash(text: JsStr<'_>) -> JsStr<'_> {
    match text.ends_with("/") {
        true => text.head(text.len() - 1),
        false => text,
    }
}

/// True for names, each with a value in quotes or without white space, or without one.
fn is_attribute_list(text: JsStr<'_>) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (name, after) = split_at(rest, |c| is_space(c) || c == u32::from(b'='));
        let is_named = !name.is_empty()
            && !name
                .as_bytes()
                .iter()
                .any(|b| matches!(b, b'/' | b'"' | b'\'' | b'<' | b'>'));
        if !is_named {
            return false;
        }
        rest = after.trim_start();
        if let Some(value) = rest.strip_prefix("=") {
            match after_value(value.trim_start()) {
                Some(after) => rest = after.trim_start(),
                None => return false,
            }
        }
    }
    true
}

fn after_value(text: JsStr<'_>) -> Option<JsStr<'_>> {
    let quote = text.as_bytes().first()?;
    if matches!(quote, b'"' | b'\'') {
        let value = text.tail(1);
        return value.find_byte(*quote).map(|end| value.tail(end + 1));
    }
    let (value, after) = split_at(text, is_space);
    let is_plain = !value
        .as_bytes()
        .iter()
        .any(|b| matches!(b, b'"' | b'\'' | b'<' | b'>'));
    (is_plain && !value.is_empty()).then_some(after)
}

/// The text before and from the first code point that is as wanted.
fn split_at(text: JsStr<'_>, is_wanted: impl Fn(u32) -> bool) -> (JsStr<'_>, JsStr<'_>) {
    let at = text
        .code_points()
        .find(|&(_, c)| is_wanted(c))
        .map_or(text.len(), |(at, _)| at);
    (text.head(at), text.tail(at))
}

/// The tags `<\s*(/?)\s*NAME\b[^<>]*>`, where `after_name` gives the rest after a name that ends at a word border.
pub(super) fn named_tags<'a>(
    text: JsStr<'a>,
    after_name: fn(JsStr<'a>) -> Option<JsStr<'a>>,
) -> impl Iterator<Item = Tag> + 'a {
    bracketed(text).filter_map(move |(start, end)| {
        let (is_closing, name) = tag_name(text.slice(start + 1, end - 1));
        after_name(name)?;
        Some(Tag {
            start,
            end,
            is_closing,
        })
    })
}

/// What stands behind an opening bracket: whether it closes, and the text from the name on.
fn tag_name(inside: JsStr<'_>) -> (bool, JsStr<'_>) {
    let inside = inside.trim_start();
    match inside.strip_prefix("/") {
        Some(name) => (true, name.trim_start()),
        None => (false, inside),
    }
}

/// The rest after `name`, whatever its case, when a word border follows.
pub(super) fn after_word<'a>(text: JsStr<'a>, name: &str) -> Option<JsStr<'a>> {
    let rest = text.strip_prefix_ignore_case(name)?;
    let next = rest.as_bytes().first().copied();
    (!next.is_some_and(is_word)).then_some(rest)
}

/// True when `<\s*/?\s*(NAME|final)\b` is anywhere, closed or not.
pub(super) fn has_tag_start<'a>(
    text: JsStr<'a>,
    after_name: fn(JsStr<'a>) -> Option<JsStr<'a>>,
) -> bool {
    let mut at = 0;
    while let Some(open) = text.find_from("<", at) {
        at = open + 1;
        let (_, name) = tag_name(text.tail(at));
        if after_name(name).is_some() || after_word(name, FINAL).is_some() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_tags_have_valid_attributes() {
        let count = |text: &'static str| final_tags(text.into()).count();
        assert_eq!(count("<final>< / FINAL ><final/>"), 3);
        assert_eq!(count("<final a b=1 c = \"x y\" />"), 1);
        assert_eq!(
            count("<finally><final a=><final a='><final/x></final x>"),
            0
        );
    }
}
