//! Provider-native bodies, each with what is expected of it.

use std::fs;

use transcript_hygiene::json::{Document, Kind};
use transcript_hygiene::preflight::{Mode, Outcome, PreflightOptions, preflight};
use transcript_hygiene::validate::{LintOptions, Shape};

use crate::lint_options::options;
use crate::member::text_of;
use crate::parts::{parse, spelled};
use crate::texts::texts;

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
        options(&document, document.get(expect, "valid"), LintOptions::new())
    }
}
