use crate::json::quoted;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::text;
use crate::replay::rules::drop_unknown_blocks::note_text;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::validate::wire::{Part, PartKind, Speaker, Turn};

declare_rule! {
    /// ## What it does
    /// Names the parts of a message for who speaks.
    /// ## Who refuses without it
    /// OpenAI Responses: the assistant's text is `output_text`, everybody else's parts are `input_…`. Constraint OR-15.
    /// ## Exact rule
    /// OpenAI Responses, parts of message items: a part of the wrong type that holds `text` gets the type `output_text` in
    /// the assistant's messages and `input_text` in others; a `refusal` of others becomes `input_text` with its words; any
    /// other part becomes a text that names its type.
    /// ## Example
    /// ```json target
    /// {"api":"responses","model":"gpt-5"}
    /// ```
    /// ```json before
    /// {"model":"gpt-5","input":[{"role":"assistant","content":[{"type":"input_text","text":"Dusk."}]}]}
    /// ```
    /// ```json after
    /// {"model":"gpt-5","input":[{"role":"assistant","content":[{"type":"output_text","text":"Dusk."}]}]}
    /// ```
    /// ## Never touches
    /// Parts of the right type.
    /// ## Order
    /// Before parts are read.
    /// ## Source
    /// OpenAI's documentation of Responses.
    pub(crate) static NAME_CONTENT_PARTS = {
        id: "name-content-parts",
        summary: "parts of a message have the type that goes with who speaks",
        effects: [Edits],
        rejects: [OR_15],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        for item in turn.of(PartKind::Text) {
            for part in item.inner.iter().filter(|part| part.place.part.is_some()) {
                rename(view, edits, turn, part);
            }
        }
    }
}

fn rename(view: &View<'_>, edits: &mut Edits, turn: &Turn<'_>, part: &Part<'_>) {
    let document = view.document;
    let name = document.get_string(part.value, "type").unwrap_or_default();
    let (holds, right) = match turn.speaker {
        Speaker::Assistant => (matches!(&*name, b"output_text" | b"refusal"), "output_text"),
        _ => (name.starts_with(b"input_"), "input_text"),
    };
    if holds {
        return;
    }
    if document.get_string(part.value, "text").is_some() {
        return edits.set(part.place, &["type"], quoted(right));
    }
    let said = match document.get_string(part.value, "refusal") {
        Some(refusal) => JsStr::from_wtf8(&refusal).to_owned(),
        None => note_text(document, part.value),
    };
    edits.replace(part.place, text(view.shape(), turn.speaker, said.as_js()));
}
