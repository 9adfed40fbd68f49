use crate::json::Kind;
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{Field, result_field};
use crate::rule::declare_rule;
use crate::validate::wire::PartKind;

declare_rule! {
    /// ## What it does
    /// Makes the response of every function an object.
    /// ## Who refuses without it
    /// Gemini. Constraint GE-15.
    /// ## Exact rule
    /// Gemini: a `functionResponse.response` that is no object becomes one that holds it as `output`; a missing one
    /// becomes `{}`.
    /// ## Example
    /// ```json target
    /// {"api":"gemini","model":"gemini-2.5-pro"}
    /// ```
    /// ```json before
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"ls","response":[1.0]}}]}]}
    /// ```
    /// ```json after
    /// {"contents":[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":[1.0]}}}]}]}
    /// ```
    /// ## Never touches
    /// Responses that are objects.
    /// ## Order
    /// With the arguments of calls.
    /// ## Source
    /// Gemini's documentation of function responses.
    pub(crate) static WRAP_FUNCTION_RESPONSES = {
        id: "wrap-function-responses",
        summary: "the response of a function is an object",
        effects: [Edits],
        rejects: [GE_15],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for result in view.parts(PartKind::Result) {
        let response = match result.payload {
            Some(response) if view.is_kind(Some(response), Kind::Object) => continue,
            Some(response) => format!(r#"{{"output":{}}}"#, view.json(response)),
            None => "{}".into(),
        };
        edits.set(result.place, result_field(view, result, Field::Content), response);
    }
}
