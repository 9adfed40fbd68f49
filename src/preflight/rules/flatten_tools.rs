use crate::json::{js_quoted, quoted};
use crate::preflight::edits::Edits;
use crate::preflight::view::View;
use crate::preflight::wire::{parts_path, text};
use crate::rule::declare_rule;
use crate::text::{JsStr, JsString};
use crate::validate::Shape;
use crate::validate::wire::{Part, PartKind, Turn};

declare_rule! {
    /// ## What it does
    /// Writes calls and results as text where the request declares no tools.
    /// ## Who refuses without it
    /// Bedrock Converse, and LiteLLM in front of it and of Anthropic. Constraint GEN-05.
    /// ## Exact rule
    /// Where tools are not declared (a Converse body without `toolConfig`, or the caller says so):
    /// 1. A call becomes the text `[tool call: NAME]` and its arguments as they are spelled, on a line of their own.
    /// 2. A result becomes `[tool result]`, or `[tool error]`, and its texts, each on a line of its own.
    /// 3. On Chat Completions the texts of calls go behind the content of their message, and the message of a result
    ///    becomes one of the user's.
    /// ## Example
    /// ```json target
    /// {"api":"converse","model":"anthropic.claude-sonnet-4-5-20250929-v1:0"}
    /// ```
    /// ```json before
    /// {"messages":[{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"ls","input":{"n":1.0}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"x"}]}}]}]}
    /// ```
    /// ```json after
    /// {"messages":[{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"text":"[tool call: ls]\n{\"n\":1.0}"}]},{"role":"user","content":[{"text":"[tool result]\nx"}]}]}
    /// ```
    /// ## Never touches
    /// Requests that declare tools, and OpenAI Responses.
    /// ## Order
    /// Before calls and results are read as such.
    /// ## Source
    /// Reports of refused requests.
    pub(crate) static FLATTEN_TOOLS = {
        id: "flatten-tools",
        summary: "without declared tools the history of calls is text",
        effects: [Edits],
        rejects: [GEN_05],
        since: "0.1.0",
    }
}

pub(in crate::preflight) fn run(view: &View<'_>, edits: &mut Edits) {
    for turn in &view.turns {
        if view.shape() == Shape::Chat {
            flatten_message(view, edits, turn);
            continue;
        }
        for part in &turn.parts {
            let said = match part.kind {
                PartKind::Call => call(view, part),
                PartKind::Result => result(view, part),
                _ => continue,
            };
            edits.replace(part.place, text(view.shape(), turn.speaker, said.as_js()));
        }
    }
}

fn flatten_message(view: &View<'_>, edits: &mut Edits, turn: &Turn<'_>) {
    if let Some(answer) = turn.of(PartKind::Result).next() {
        let said = result(view, answer);
        let content = js_quoted(said.as_js());
        return edits.replace(turn.place, format!(r#"{{"role":{},"content":{content}}}"#, quoted("user")));
    }
    if !turn.has(PartKind::Call) {
        return;
    }
    let mut said = JsString::new();
    let texts = turn.of(PartKind::Text).filter_map(|part| view.string(part.payload));
    for line in texts {
        append(&mut said, JsStr::from_wtf8(&line));
    }
    for part in turn.of(PartKind::Call) {
        append(&mut said, call(view, part).as_js());
    }
    edits.set(turn.place, parts_path(Shape::Chat), js_quoted(said.as_js()));
    edits.unset(turn.place, "tool_calls");
}

fn call(view: &View<'_>, part: &Part<'_>) -> JsString {
    let mut said = JsString::from("[tool call: ");
    said.push(JsStr::from_wtf8(&view.string(part.name).unwrap_or_default()));
    said.push_str("]");
    if let Some(arguments) = part.payload {
        match view.string(Some(arguments)) {
            Some(spelled) => append(&mut said, JsStr::from_wtf8(&spelled)),
            None => append(&mut said, view.json(arguments).as_str().into()),
        }
    }
    said
}

fn result(view: &View<'_>, part: &Part<'_>) -> JsString {
    let mut said = JsString::from(if part.failed { "[tool error]" } else { "[tool result]" });
    for inner in &part.inner {
        match inner.kind {
            PartKind::Text => append(&mut said, JsStr::from_wtf8(&view.string(inner.payload).unwrap_or_default())),
            _ => append(&mut said, view.json(inner.value).as_str().into()),
        }
    }
    // On Gemini the payload is all there is.
    if let Some(payload) = part.payload {
        append(&mut said, view.json(payload).as_str().into());
    }
    said
}

/// Puts a text on a line of its own.
fn append(said: &mut JsString, line: JsStr<'_>) {
    if !said.is_empty() {
        said.push_str("\n");
    }
    said.push(line);
}
