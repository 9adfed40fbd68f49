//! Provider-native bodies, each with what is expected of it.

use std::fs;

use transcript_hygiene::json::{Document, Kind, Value};
use transcript_hygiene::preflight::{Mode, Outcome, PreflightOptions, preflight};
use transcript_hygiene::text::JsStr;
use transcript_hygiene::validate::{Grammar, LintOptions, Shape};

use crate::member::text_of;
use crate::parts::{parse, spelled};

/// The cases.
const BODIES: &str = "tests/vectors/wire-bodies.jsonl";

/// One body with what is expected of it.
pub(crate) struct Case {
    /// The line that it is.
    pub(crate) line: String,
}

/// Every case.
pub(crate) fn cases() -> Vec<Case> {
    let text = fs::read_to_string(BODIES).expect("the cases are there");
    let lines = text.lines().filter(|line| !line.is_empty());
    let cases = lines.map(|line| Case { line: line.into() });
    cases.collect()
}

pub(crate) fn texts(document: &Document<'_>, list: Option<Value>) -> Vec<String> {
    let list = list.into_iter().flat_map(|list| document.entries(list));
    list.filter_map(|entry| {
        let text = document.string(entry.value)?;
        Some(JsStr::from_wtf8(&text).to_string_lossy())
    })
    .collect()
}

/// Every string of a body, keys left out, one a line.
pub(crate) fn all_text(body: &[u8]) -> String {
    let document = parse(body);
    let mut out = String::new();
    let mut rest = vec![document.root()];
    while let Some(value) = rest.pop() {
        if let Some(text) = document.string(value) {
            out.push_str(&JsStr::from_wtf8(&text).to_string_lossy());
            out.push('\n');
        }
        rest.extend(document.entries(value).map(|entry| entry.value));
    }
    out
}

/// The blocks of a turn.
pub(crate) fn blocks(turn: &str) -> Vec<String> {
    let document = parse(turn.as_bytes());
    for key in ["content", "parts", "tool_calls"] {
        let list = document.get(document.root(), key);
        if let Some(list) = list.filter(|list| document.kind(*list) == Kind::Array)
            && (key != "content"
                || document
                    .get_non_null(document.root(), "tool_calls")
                    .is_none())
        {
            return document
                .entries(list)
                .map(|block| spelled(&document, block.value))
                .collect();
        }
    }
    Vec::new()
}

impl Case {
    pub(crate) fn document(&self) -> Document<'_> {
        parse(self.line.as_bytes())
    }

    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let document = self.document();
        text_of(&document, document.root(), key)
    }

    pub(crate) fn id(&self) -> String {
        self.text("id").unwrap_or_default()
    }

    pub(crate) fn body(&self) -> String {
        self.text("body").expect("a body")
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape::named(&self.text("shape").expect("a shape")).expect("a known shape")
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.text("class").as_deref() == Some("valid")
    }

    /// The list of texts under a key of `expect`.
    pub(crate) fn expected(&self, key: &str) -> Vec<String> {
        let document = self.document();
        let expect = document.get(document.root(), "expect").expect("expect");
        texts(&document, document.get(expect, key))
    }

    /// A member of `expect` as JSON.
    pub(crate) fn expect(&self, key: &str) -> Option<String> {
        let document = self.document();
        let expect = document.get(document.root(), "expect").expect("expect");
        document
            .get(expect, key)
            .map(|value| spelled(&document, value))
    }

    pub(crate) fn options(&self, mode: Mode) -> PreflightOptions {
        PreflightOptions::new()
            .with_mode(mode)
            .with_api(self.text("api"))
            .with_model(self.text("model"))
            .with_provider(self.text("provider"))
    }

    pub(crate) fn run(&self, body: &str, mode: Mode) -> Outcome {
        preflight(body.as_bytes(), &self.options(mode))
    }

    /// The options under which the new body is judged.
    pub(crate) fn judged_by(&self) -> LintOptions {
        let document = self.document();
        let expect = document.get(document.root(), "expect").expect("expect");
        let mut options = LintOptions::new();
        let given = document.get(expect, "valid");
        for entry in given.into_iter().flat_map(|given| document.entries(given)) {
            let on = document.kind(entry.value) == Kind::Bool(true);
            options = match &*document.key(entry) {
                b"noPrefill" => options.with_no_prefill(on),
                b"thinkingEnabled" => options.with_thinking_enabled(on),
                b"strictAlternation" => options.with_strict_alternation(on),
                b"rejectReasoning" => options.with_reject_reasoning(on),
                b"requireReasoning" => options.with_require_reasoning(on),
                b"noMixed" => options.with_no_mixed(on),
                b"gemini3" => options.with_gemini3(on),
                b"noTrailingAssistant" => options.with_no_trailing_assistant(on),
                b"noUserAfterTool" => options.with_no_user_after_tool(on),
                b"midSystem" => options.with_mid_system(on),
                b"toolsDeclared" => options.with_tools_declared(Some(on)),
                b"idPattern" => {
                    let pattern = document.string(entry.value).unwrap_or_default();
                    let grammar = Grammar::parse(&JsStr::from_wtf8(&pattern).to_string_lossy());
                    options.with_id_pattern(Some(grammar.expect("a pattern of one class")))
                }
                other => panic!("unknown option {}", String::from_utf8_lossy(other)),
            };
        }
        options
    }
}
