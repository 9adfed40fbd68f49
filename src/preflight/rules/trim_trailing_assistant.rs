//! White space at the end of the turn that the model goes on from.

use crate::json::js_quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::{View, is_listed};
use crate::text::JsStr;
use crate::validate::wire::{PartKind, Speaker};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    // Assistant turns at the end are one for the server, and the last of them may say nothing.
    let run = view.spoken().rev().map(|(_, turn)| turn).take_while(|turn| turn.speaker == Speaker::Assistant);
    let last = run.flat_map(|turn| turn.parts.iter().rev()).next();
    let Some(part) = last.filter(|part| part.kind == PartKind::Text) else { return };
    let said = view.string(part.payload).unwrap_or_default();
    let said = JsStr::from_wtf8(&said);
    if said.ends_with_space() {
        let path = if is_listed(part) { &["text"] } else { &["content"] };
        edits.set(part.place, path, js_quoted(said.trim_end()));
    }
}
