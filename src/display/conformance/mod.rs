//! The operations of the recorded display cases.

mod history;
mod lists;
mod rows;
mod texts;

use super::DisplayOptions;
use super::value::{elements, member_text};
use crate::json::{Document, Kind, Value, write};
use crate::policy::Profile;
use crate::text::{JsStr, JsString};
use crate::{Error, Limits};

/// Levels that are listed: the request, its rows, their content, its blocks.
const LISTED_LEVELS: usize = 5;

/// Answers one operation, given as a JSON object; `now` is the clock in milliseconds.
///
/// # Errors
/// Those of reading JSON.
pub fn display(request: &[u8], now: f64) -> Result<String, Error> {
    let mut document = Document::parse(request, LISTED_LEVELS, &Limits::default())?;
    let root = document.root();
    let operation = member_text(&document, root, "op").unwrap_or_default();
    let operation = operation.as_js().to_string_lossy();
    let mut request = Request {
        document: &mut document,
        root,
        now,
    };
    let answer = texts::answer(&mut request, &operation)
        .or_else(|| rows::answer(&mut request, &operation))
        .or_else(|| lists::answer(&mut request, &operation))
        .or_else(|| history::answer(&mut request, &operation));
    Ok(match answer {
        Some(answer) => String::from_utf8_lossy(&write(&document, answer)).into_owned(),
        None => r#"{"unsupported":true}"#.into(),
    })
}

/// An operation and its arguments.
struct Request<'d, 's> {
    document: &'d mut Document<'s>,
    root: Value,
    now: f64,
}

impl Request<'_, '_> {
    fn get(&self, key: &str) -> Option<Value> {
        self.document.get(self.root, key)
    }

    fn text(&self, key: &str) -> Option<JsString> {
        member_text(self.document, self.root, key)
    }

    fn option(&self, key: &str) -> Option<Value> {
        self.document.get(self.get("options")?, key)
    }

    fn option_number(&self, key: &str) -> Option<f64> {
        self.document.number(self.option(key)?)
    }

    fn option_text(&self, key: &str) -> Option<JsString> {
        super::value::text(self.document, self.option(key)?)
    }

    fn rows(&self, key: &str) -> Vec<Value> {
        elements(self.document, self.get(key)).collect()
    }

    fn display_options(&self) -> DisplayOptions {
        let is = |key, wanted| {
            self.option(key)
                .is_some_and(|value| self.document.kind(value) == Kind::Bool(wanted))
        };
        let is_strict = self.document.member_is(self.root, "profile", "strict");
        let profile = match is_strict {
            true => Profile::Strict,
            false => Profile::Compat,
        };
        DisplayOptions::new()
            .with_profile(profile)
            .with_strip_envelope(!is("stripEnvelope", false))
            .with_max_chars(
                self.option_number("maxChars")
                    .unwrap_or(super::DEFAULT_MAX_CHARS),
            )
            .with_max_rows(self.option_number("maxMessages"))
            .with_turn_boundary_pending(is("turnBoundaryPending", true))
    }

    fn object(&mut self, members: &[(&str, Value)]) -> Value {
        self.document.fresh_object(members)
    }

    fn bool(&mut self, value: bool) -> Value {
        self.document.fresh(if value { "true" } else { "false" })
    }

    fn number(&mut self, value: f64) -> Value {
        self.document.fresh_number(value)
    }

    fn string(&mut self, text: JsStr<'_>) -> Value {
        self.document.fresh_string(text)
    }

    fn array(&mut self, values: &[Value]) -> Value {
        super::value::new_array(self.document, values)
    }

    /// `{key: value}`, with null for nothing.
    fn single(&mut self, key: &str, value: Option<Value>) -> Value {
        let value = value.unwrap_or_else(|| self.document.fresh("null"));
        self.object(&[(key, value)])
    }

    fn text_answer(&mut self, text: JsStr<'_>) -> Value {
        let text = self.string(text);
        self.object(&[("text", text)])
    }

    fn bool_answer(&mut self, value: bool) -> Value {
        let value = self.bool(value);
        self.object(&[("value", value)])
    }
}
