//! JSON text as JavaScript gives it after `JSON.parse` and `JSON.stringify`.
//!
//! No white space; numbers as doubles print; keys that are array indexes first, in the order of their numbers; of keys
//! that stand twice the last value at the first place; escapes only where JSON needs them.

use super::document::{Document, Kind, Value};
use super::number::number_text;
use super::scan::skip_string;
use super::string::{decode_string, write_string};
use crate::order::sort_stably;
use crate::text::JsStr;
use crate::{Error, Limits};
use std::borrow::Cow;

/// Largest key that counts as an array index: 2^32 − 2.
const MAX_INDEX: u64 = u32::MAX as u64 - 1;

/// Parses `text` and writes it as JavaScript would. No recursion, whatever the nesting.
///
/// # Errors
/// Those of [`Document::parse`].
pub fn stringify(text: &[u8], limits: &Limits) -> Result<Vec<u8>, Error> {
    let document = Document::parse(text, usize::MAX, limits)?;
    let mut out = Vec::with_capacity(text.len());
    write_all(&document, document.root(), &mut out);
    Ok(out)
}

/// A container that is being written, its children in reverse.
struct Frame {
    object: bool,
    first: bool,
    rest: Vec<(u32, Value)>,
}

fn write_all(document: &Document<'_>, value: Value, out: &mut Vec<u8>) {
    let mut frames: Vec<Frame> = Vec::new();
    let mut current = Some(value);
    loop {
        if let Some(value) = current.take() {
            match document.kind(value) {
                Kind::Array | Kind::Object => {
                    let frame = open(document, value);
                    out.push(if frame.object { b'{' } else { b'[' });
                    frames.push(frame);
                }
                Kind::Number => {
                    let number = document.number(value).unwrap_or(f64::NAN);
                    out.extend_from_slice(number_text(number).as_bytes());
                }
                Kind::String => write_plain_string(document.text_from(value.start), out),
                Kind::Null => out.extend_from_slice(b"null"),
                Kind::Bool(true) => out.extend_from_slice(b"true"),
                Kind::Bool(false) => out.extend_from_slice(b"false"),
            }
        }
        let Some(frame) = frames.last_mut() else {
            return;
        };
        match frame.rest.pop() {
            Some((key, child)) => {
                if !frame.first {
                    out.push(b',');
                }
                frame.first = false;
                if frame.object {
                    write_plain_string(document.text_from(key), out);
                    out.push(b':');
                }
                current = Some(child);
            }
            None => {
                out.push(if frame.object { b'}' } else { b']' });
                frames.pop();
            }
        }
    }
}

/// Writes the string that `text` begins with; one without a backslash is as JavaScript writes it already.
fn write_plain_string(text: &[u8], out: &mut Vec<u8>) {
    let text = &text[..skip_string(text, 0)];
    match decode_string(text) {
        Cow::Borrowed(_) => out.extend_from_slice(text),
        Cow::Owned(decoded) => write_string(out, JsStr::from_wtf8(&decoded)),
    }
}

fn open(document: &Document<'_>, container: Value) -> Frame {
    let object = document.kind(container) == Kind::Object;
    let mut rest: Vec<(u32, Value)> = document
        .entries(container)
        .map(|entry| (entry.key, entry.value))
        .collect();
    if object {
        rest = in_key_order(document, rest);
    }
    rest.reverse();
    Frame {
        object,
        first: true,
        rest,
    }
}

/// Members in the order in which JavaScript lists them, each key once.
fn in_key_order(document: &Document<'_>, members: Vec<(u32, Value)>) -> Vec<(u32, Value)> {
    let mut keyed: Vec<(Cow<'_, [u8]>, usize)> = members
        .iter()
        .enumerate()
        .map(|(place, (key, _))| {
            let text = document.text_from(*key);
            (decode_string(&text[..skip_string(text, 0)]), place)
        })
        .collect();
    let has_index = keyed.iter().any(|(key, _)| array_index(key).is_some());
    // Equal keys come together in the order of their places, so the first and last of a run are what counts.
    sort_stably(&mut keyed, |a, b| a.0.cmp(&b.0));
    let mut named: Vec<(u64, usize, (u32, Value))> = Vec::with_capacity(members.len());
    let mut at = 0;
    while let Some((key, first)) = keyed.get(at) {
        let run = keyed[at..].iter().take_while(|(other, _)| other == key);
        let last = run.last().map_or(*first, |(_, place)| *place);
        let index = if has_index { array_index(key) } else { None };
        named.push((
            index.unwrap_or(u64::MAX),
            *first,
            (members[*first].0, members[last].1),
        ));
        at += keyed[at..]
            .iter()
            .take_while(|(other, _)| other == key)
            .count();
    }
    sort_stably(&mut named, |a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    named.into_iter().map(|(_, _, member)| member).collect()
}

/// The number of a key that JavaScript sorts as an array index.
fn array_index(key: &[u8]) -> Option<u64> {
    let digits = key.len() <= 10 && key.iter().all(u8::is_ascii_digit);
    let canonical = matches!(key, [b'1'..=b'9', ..] | [b'0']);
    if !digits || !canonical {
        return None;
    }
    let index = key
        .iter()
        .fold(0u64, |n, digit| n * 10 + u64::from(digit - b'0'));
    (index <= MAX_INDEX).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let out = stringify(text.as_bytes(), &Limits::default()).expect("JSON");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }

    #[test]
    fn writes_values_as_javascript_does() {
        check(r#" { "a" : [ 1.0 , -0, 1e400 ] } "#, r#"{"a":[1,0,null]}"#);
        check(r#""\u00e9\/\ud83d\u0041""#, r#""é/\ud83dA""#);
        check("[[],{},true,false,null]", "[[],{},true,false,null]");
    }

    #[test]
    fn orders_keys_as_javascript_does() {
        check(
            r#"{"b":1,"10":2,"2":3,"01":4,"b":5,"4294967295":6,"\u0030":7}"#,
            r#"{"0":7,"2":3,"10":2,"b":5,"01":4,"4294967295":6}"#,
        );
    }

    #[test]
    fn needs_no_stack_for_deep_values() {
        let deep = "[".repeat(300_000) + &"]".repeat(300_000);
        check(&deep, &deep);
    }
}
