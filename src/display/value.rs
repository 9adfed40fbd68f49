//! Small readings of values that every part of the projection asks for.

use crate::json::{Document, Entry, Kind, Value};
use crate::text::{JsStr, JsString};

/// True for a JSON object.
pub(super) fn is_record(document: &Document<'_>, value: Value) -> bool {
    document.kind(value) == Kind::Object
}

/// The member `key`, if it is an object.
pub(super) fn record(document: &Document<'_>, object: Value, key: &str) -> Option<Value> {
    document
        .get(object, key)
        .filter(|&value| is_record(document, value))
}

/// The member `key`, if it is an array.
pub(super) fn array(document: &Document<'_>, object: Value, key: &str) -> Option<Value> {
    document
        .get(object, key)
        .filter(|&value| document.kind(value) == Kind::Array)
}

/// The elements of an array; nothing for another value.
pub(super) fn elements<'d>(
    document: &'d Document<'_>,
    value: Option<Value>,
) -> impl Iterator<Item = Value> + Clone + 'd {
    value
        .filter(|&value| document.kind(value) == Kind::Array)
        .into_iter()
        .flat_map(|value| document.entries(value))
        .map(|entry| entry.value)
}

/// The text of a string.
pub(super) fn text(document: &Document<'_>, value: Value) -> Option<JsString> {
    let text = document.string(value)?;
    Some(JsStr::from_wtf8(&text).to_owned())
}

/// The text of the member `key`, if it is a string.
pub(super) fn member_text(document: &Document<'_>, object: Value, key: &str) -> Option<JsString> {
    text(document, document.get(object, key)?)
}

/// The same, if it is not blank.
pub(super) fn non_blank(document: &Document<'_>, object: Value, key: &str) -> Option<JsString> {
    member_text(document, object, key).filter(|text| !text.as_js().is_blank())
}

/// The same, trimmed.
pub(super) fn trimmed(document: &Document<'_>, object: Value, key: &str) -> Option<JsString> {
    non_blank(document, object, key).map(|text| text.as_js().trim().to_owned())
}

/// The first member of these that is a string and not blank, trimmed.
pub(super) fn first_trimmed(
    document: &Document<'_>,
    object: Value,
    keys: &[&str],
) -> Option<JsString> {
    keys.iter().find_map(|key| trimmed(document, object, key))
}

/// True when one of the members is a string.
pub(super) fn has_string(document: &Document<'_>, object: Value, keys: &[&str]) -> bool {
    keys.iter().any(|key| {
        document
            .get(object, key)
            .is_some_and(|value| document.kind(value) == Kind::String)
    })
}

/// The member `key`, if it is a finite number.
pub(super) fn finite(document: &Document<'_>, object: Value, key: &str) -> Option<f64> {
    document
        .number(document.get(object, key)?)
        .filter(|n| n.is_finite())
}

/// The member `key`, if it is a positive integer that a double holds exactly.
pub(super) fn positive_integer(document: &Document<'_>, object: Value, key: &str) -> Option<f64> {
    finite(document, object, key).filter(|&n| n > 0.0 && is_safe_integer(n))
}

/// `Number.MAX_SAFE_INTEGER`.
pub(super) const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

pub(super) fn is_safe_integer(n: f64) -> bool {
    n.fract() == 0.0 && n.abs() <= MAX_SAFE_INTEGER
}

/// True when the member `key` is exactly this boolean.
pub(super) fn is_bool(document: &Document<'_>, object: Value, key: &str, wanted: bool) -> bool {
    document
        .get(object, key)
        .is_some_and(|value| document.kind(value) == Kind::Bool(wanted))
}

/// The object with the string member `key` as `edit` makes it; the object itself when nothing changes.
pub(super) fn edit_text(
    document: &mut Document<'_>,
    object: Value,
    key: &str,
    edit: &dyn Fn(JsStr<'_>) -> Option<JsString>,
) -> Value {
    let edited = document.get_string(object, key).and_then(|text| {
        let text = JsStr::from_wtf8(&text);
        edit(text).filter(|edited| edited.as_js() != text)
    });
    match edited {
        Some(text) => {
            let text = document.fresh_string(text.as_js());
            document.with_member(object, key, text)
        }
        None => object,
    }
}

/// The same for an edit of no text that needs at most so many units. How a text is spelled says so for nearly all, without
/// decoding.
pub(super) fn edit_long_text(
    document: &mut Document<'_>,
    object: Value,
    key: &str,
    max_chars: f64,
    edit: &dyn Fn(JsStr<'_>) -> Option<JsString>,
) -> Value {
    let text = document.get(object, key);
    let spelled = text.and_then(|text| document.spelling(text));
    if spelled.is_none_or(|spelled| spelled.len() as f64 <= max_chars) {
        return object;
    }
    edit_text(document, object, key, edit)
}

/// The object with the array member `key` of other elements: what `edit` makes of each, without those it drops. The
/// object itself when nothing changes.
pub(super) fn edit_elements(
    document: &mut Document<'_>,
    object: Value,
    key: &str,
    edit: &dyn Fn(&mut Document<'_>, Value) -> Option<Value>,
) -> Value {
    let Some(list) = array(document, object, key) else {
        return object;
    };
    let old: Vec<Value> = elements(document, Some(list)).collect();
    let new: Vec<Value> = old
        .iter()
        .filter_map(|&element| edit(document, element))
        .collect();
    if new == old {
        return object;
    }
    let list = with_elements(document, list, &new);
    document.with_member(object, key, list)
}

/// The array with these elements.
pub(super) fn with_elements(
    document: &mut Document<'_>,
    array: Value,
    elements: &[Value],
) -> Value {
    let entries = entries(elements);
    document.with_elements(array, &entries)
}

/// A new array of these elements.
pub(super) fn new_array(document: &mut Document<'_>, elements: &[Value]) -> Value {
    let entries = entries(elements);
    document.fresh_array(&entries)
}

fn entries(elements: &[Value]) -> Vec<Entry> {
    elements
        .iter()
        .map(|&value| Entry::element(value, 0))
        .collect()
}

/// A new string of well-formed text.
pub(super) fn new_text(document: &mut Document<'_>, text: &str) -> Value {
    document.fresh_string(text.into())
}

/// A new `{"type":"text","text":…}`.
pub(super) fn new_text_block(document: &mut Document<'_>, text: JsStr<'_>) -> Value {
    let kind = new_text(document, "text");
    let text = document.fresh_string(text);
    document.fresh_object(&[("type", kind), ("text", text)])
}

/// Texts joined with LF.
pub(super) fn join_lines(texts: impl IntoIterator<Item = JsString>) -> JsString {
    let mut out = JsString::new();
    for (index, text) in texts.into_iter().enumerate() {
        if index > 0 {
            out.push_str("\n");
        }
        out.push(text.as_js());
    }
    out
}
