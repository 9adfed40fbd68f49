//! Texts of a case, and of what came of it.

use transcript_hygiene::json::{Document, Value};
use transcript_hygiene::text::JsStr;

/// A list of texts.
pub(crate) fn texts(document: &Document<'_>, list: Option<Value>) -> Vec<String> {
    let list = list.into_iter().flat_map(|list| document.entries(list));
    list.filter_map(|entry| {
        document
            .string(entry.value)
            .map(|text| JsStr::from_wtf8(&text).to_string_lossy())
    })
    .collect()
}

/// Every string of a value, keys left out, one a line.
pub(crate) fn all_text(document: &Document<'_>) -> String {
    let mut out = String::new();
    let mut rest = vec![document.root()];
    while let Some(value) = rest.pop() {
        if let Some(text) = document.string(value) {
            out.push_str(&JsStr::from_wtf8(&text).to_string_lossy());
            out.push('\n');
        }
        rest.extend(document.entries(value).map(|entry| entry.value));
    }
    out
}
