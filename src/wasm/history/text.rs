//! JSON of the envelopes.

use crate::json::write_string;
use crate::text::JsStr;

pub(super) fn js_quoted(text: JsStr<'_>) -> String {
    let mut out = Vec::new();
    write_string(&mut out, text);
    String::from_utf8_lossy(&out).into_owned()
}

pub(super) fn quoted(text: &str) -> String {
    js_quoted(text.into())
}

pub(super) fn array(members: &[String]) -> String {
    let mut json = String::from("[");
    json.push_str(&members.join(","));
    json.push(']');
    json
}
