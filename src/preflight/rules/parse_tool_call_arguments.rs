//! Arguments that are not what the wire wants: an object, or a string that spells one.

use crate::json::{Kind, parse_text, quoted};
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{Field, call_field};
use crate::replay::rules::parse_tool_call_arguments::object_text;
use crate::text::JsStr;
use crate::validate::Shape;
use crate::validate::wire::{Part, PartKind};

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for call in view.parts(PartKind::Call) {
        if is_taken(view, call) {
            continue;
        }
        let object = object(view, call);
        let json = match view.shape() {
            Shape::Chat | Shape::Responses => quoted(&object),
            _ => object,
        };
        edits.set(call.place, call_field(view, call, Field::Arguments), json);
    }
}

fn is_taken(view: &View<'_>, call: &Part<'_>) -> bool {
    match view.shape() {
        Shape::Chat => view.string(call.payload).is_some_and(|text| {
            let is_object = |text| parse_text(text, |inner, root| inner.kind(root) == Kind::Object);
            is_object(JsStr::from_wtf8(&text)) == Some(true)
        }),
        // A custom tool has none.
        Shape::Responses => call.payload.is_none() || view.is_kind(call.payload, Kind::String),
        Shape::Gemini => call.payload.is_none() || view.is_kind(call.payload, Kind::Object),
        Shape::Anthropic | Shape::Converse => view.is_kind(call.payload, Kind::Object),
    }
}

/// JSON of the object that arguments are meant to be: what is none itself is held by one.
fn object(view: &View<'_>, call: &Part<'_>) -> String {
    // Where arguments are missing the reader of Responses gives the item itself.
    let Some(given) = call.payload.filter(|given| *given != call.value) else {
        return "{}".into();
    };
    if let Some(text) = view.string(Some(given)) {
        let text = JsStr::from_wtf8(&text);
        if text.is_blank() {
            return "{}".into();
        }
        if let Some(object) = object_text(text) {
            return object;
        }
    }
    match view.document.kind(given) {
        Kind::Object => view.json(given),
        Kind::Null => "{}".into(),
        Kind::Array if view.document.entries(given).next().is_none() => "{}".into(),
        _ => format!(r#"{{"input":{}}}"#, view.json(given)),
    }
}
