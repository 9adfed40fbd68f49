//! A string where a list of parts belongs, on wires that take no string.

use crate::json::{Kind, js_quoted};
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{content, parts_key, parts_path};
use crate::text::JsStr;

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let shape = view.shape();
    for turn in &view.turns {
        let found = view.document.get(turn.value, parts_key(shape));
        if view.is_kind(found, Kind::String) && !view.is_blank(found) {
            let said = view.string(found).unwrap_or_default();
            edits.set(turn.place, parts_path(shape), content(shape, turn.speaker, JsStr::from_wtf8(&said)));
            continue;
        }
        // A string among the parts is text.
        let list = turn.parts.iter().filter(|part| view.is_kind(Some(part.value), Kind::String));
        for part in list {
            let said = view.string(Some(part.value)).unwrap_or_default();
            let said = js_quoted(JsStr::from_wtf8(&said));
            edits.replace(part.place, format!(r#"{{"text":{said}}}"#));
        }
    }
}
