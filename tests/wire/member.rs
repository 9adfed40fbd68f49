//! Members of a line of cases.

use transcript_hygiene::json::{Document, Value};
use transcript_hygiene::text::JsStr;

pub(crate) fn text_of(document: &Document<'_>, object: Value, key: &str) -> Option<String> {
    let text = document.get_string(object, key)?;
    Some(JsStr::from_wtf8(&text).to_string_lossy())
}
