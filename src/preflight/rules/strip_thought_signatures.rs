//! Thought signatures that are no standard base64.

use crate::preflight::edits::{Edits, Path};
use crate::preflight::view::View;
use crate::json::quoted;
use crate::text::JsStr;
use crate::validate::is_gemini_signature;

/// Spellings of the member.
const KEYS: [(&str, Path); 2] =
    [("thoughtSignature", &["thoughtSignature"]), ("thought_signature", &["thought_signature"])];

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for part in view.turns.iter().flat_map(|turn| &turn.parts) {
        let Some(given) = part.signature else { continue };
        let given = view.string(Some(given)).unwrap_or_default();
        let given = JsStr::from_wtf8(&given);
        if is_gemini_signature(given) {
            continue;
        }
        let standard = standard(given);
        for (key, path) in KEYS {
            if view.document.get_non_null(part.value, key).is_none() {
                continue;
            }
            match &standard {
                Some(signature) => edits.set(part.place, path, quoted(signature)),
                None => edits.unset(part.place, key),
            }
        }
    }
}

/// The signature in the standard alphabet, padded; none when that makes none of it.
fn standard(given: JsStr<'_>) -> Option<String> {
    let mut text: String = given.trim().to_str()?.replace('-', "+").replace('_', "/");
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    is_gemini_signature(text.as_str().into()).then_some(text)
}
