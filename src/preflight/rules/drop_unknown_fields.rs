use crate::json::Kind;
use crate::preflight::edits::Edits;
use crate::preflight::view::{View, is_listed};
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::validate::ANTHROPIC_FIELDS;

declare_rule! {
    /// ## What it does
    /// Takes fields out of blocks that the API does not know there.
    /// ## Who refuses without it
    /// Anthropic Messages: `Extra inputs are not permitted`. Constraints AM-28 and, for cache marks on thinking, AM-27.
    /// ## Exact rule
    /// Anthropic Messages: of blocks of type `text`, `tool_use`, `tool_result`, `thinking` and `redacted_thinking` all
    /// members go but those that the API's documentation names.
    /// ## Example
    /// ```json target
    /// {"api":"anthropic","model":"claude-sonnet-4-5"}
    /// ```
    /// ```json before
    /// {"max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"hi","index":0}]}]}
    /// ```
    /// ```json after
    /// {"max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}
    /// ```
    /// ## Never touches
    /// Blocks of other types, and what stands inside known fields.
    /// ## Order
    /// After blocks of unknown types are gone.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static DROP_UNKNOWN_FIELDS = {
        id: "drop-unknown-fields",
        summary: "a block has no field that the wire does not know",
        effects: [Edits],
        rejects: [AM_28, AM_27],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let document = view.document;
    for part in view.turns.iter().flat_map(|turn| &turn.parts) {
        let Some((_, known)) = ANTHROPIC_FIELDS.iter().find(|(kind, _)| *kind == part.kind) else {
            continue;
        };
        if !is_listed(part) || document.kind(part.value) != Kind::Object {
            continue;
        }
        for entry in document.entries(part.value) {
            if !known.iter().any(|key| document.key_is(entry, key)) {
                edits.unset(part.place, JsStr::from_wtf8(&document.key(entry)).to_string_lossy());
            }
        }
    }
}
