use crate::json::{Kind, js_quoted};
use crate::preflight::edits::{Edits, New};
use crate::preflight::view::View;
use crate::rule::declare_rule;
use crate::text::JsStr;
use crate::validate::GEMINI_PAYLOADS;
use crate::validate::wire::PartKind;

declare_rule! {
    /// ## What it does
    /// Makes a part with several payloads several parts with one each.
    /// ## Who refuses without it
    /// Gemini: the payload of a part is one of a union. Constraint GE-03.
    /// ## Exact rule
    /// Gemini: a part with more than one of `text`, `inlineData`, `functionCall`, `functionResponse`, `fileData`,
    /// `executableCode`, `codeExecutionResult` (or their snake-case spellings) becomes one part for each, in the order in
    /// which they stand. The other members go to the part of the function call, else to the first one.
    /// ## Example
    /// ```json target
    /// {"api":"gemini","model":"gemini-2.5-pro"}
    /// ```
    /// ```json before
    /// {"contents":[{"role":"user","parts":[{"text":"look","inlineData":{"mimeType":"text/plain","data":"aGk="}}]}]}
    /// ```
    /// ```json after
    /// {"contents":[{"role":"user","parts":[{"text":"look"},{"inlineData":{"mimeType":"text/plain","data":"aGk="}}]}]}
    /// ```
    /// ## Never touches
    /// Parts with one payload.
    /// ## Order
    /// Before parts are read for what they hold.
    /// ## Source
    /// Gemini's documentation of `Part`.
    pub(crate) static SPLIT_PARTS = {
        id: "split-parts",
        summary: "every part has one payload",
        effects: [Edits, Inserts],
        rejects: [GE_03],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    let document = view.document;
    for part in view.parts(PartKind::Malformed) {
        if document.kind(part.value) != Kind::Object {
            continue;
        }
        let mut payloads: Vec<(String, bool)> = Vec::new();
        let mut others = String::new();
        for entry in document.entries(part.value) {
            let key = document.key(entry);
            let member = format!("{}:{}", js_quoted(JsStr::from_wtf8(&key)), view.json(entry.value));
            let is_payload = |(camel, snake, _): &&(&str, &str, PartKind)| {
                *key == *camel.as_bytes() || *key == *snake.as_bytes()
            };
            let payload = GEMINI_PAYLOADS.iter().find(is_payload);
            match payload.filter(|_| document.kind(entry.value) != Kind::Null) {
                Some((_, _, kind)) => payloads.push((member, *kind == PartKind::Call)),
                None => {
                    others.push(',');
                    others.push_str(&member);
                }
            }
        }
        if payloads.len() < 2 {
            continue;
        }
        let holder = payloads.iter().position(|(_, is_call)| *is_call).unwrap_or(0);
        let last = payloads.len() - 1;
        for (at, (payload, _)) in payloads.into_iter().enumerate() {
            let others = if at == holder { others.as_str() } else { "" };
            let json = format!("{{{payload}{others}}}");
            match at == last {
                true => edits.replace(part.place, json),
                false => edits.insert(part.place, New::Json(json)),
            }
        }
    }
}
