//! Names of tools that are not of the wire's grammar.

use crate::json::{js_quoted, quoted};
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{Field, call_field, result_field};
use crate::replay::rules::rename_tools::{fitted, grammar};
use crate::text::JsStr;
use crate::validate::wire::PartKind;
use crate::validate::{MAX_ANTHROPIC_NAME, Shape};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for part in view.turns.iter().flat_map(|turn| &turn.parts) {
        let path = match part.kind {
            PartKind::Call => call_field(view, part, Field::Name),
            // The one wire on which a result names its tool, and the names must match.
            PartKind::Result if view.shape() == Shape::Gemini => result_field(view, part, Field::Name),
            _ => continue,
        };
        let Some(name) = view.string(part.name) else { continue };
        if let Some(name) = renamed(view.shape(), JsStr::from_wtf8(&name)) {
            edits.set(part.place, path, name);
        }
    }
}

/// Another name as JSON; none for one that is taken, and for one that is none.
fn renamed(shape: Shape, name: JsStr<'_>) -> Option<String> {
    let holds = |name: JsStr<'_>| match grammar(Some(shape)) {
        Some(grammar) => grammar.holds(name.as_bytes()),
        None => name.utf16_len() <= MAX_ANTHROPIC_NAME,
    };
    let trimmed = name.trim();
    if trimmed.is_empty() || holds(name) {
        return None;
    }
    match trimmed.to_str().filter(|_| holds(trimmed)) {
        Some(trimmed) => Some(quoted(trimmed)),
        None => Some(js_quoted(fitted(trimmed).as_js())),
    }
}
