//! What a Chat Completions body says about reasoning.

use crate::json::{Document, Kind, Value};
use crate::text::{JsStr, JsString};

/// Efforts that mean no reasoning.
const OFF: [&str; 3] = ["", "off", "none"];

/// Members of a body that say how much the model is to think, the newer one first.
const REASONING_KEYS: [&str; 2] = ["reasoning", "reasoning_effort"];

/// How much the model is to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reasoning {
    /// Not at all.
    Off,
    /// Some; with the effort's name (trimmed, in lower case) when it has one.
    On(Option<JsString>),
}

impl Reasoning {
    /// What an effort's name means.
    pub(super) fn of_effort(effort: JsStr<'_>) -> Reasoning {
        let effort = effort.trim().to_lowercase();
        match OFF.iter().any(|off| effort.as_js() == JsStr::from(*off)) {
            true => Reasoning::Off,
            false => Reasoning::On(Some(effort)),
        }
    }

    /// What the body says; none when it says nothing. One of the members that says *on* is enough.
    pub(super) fn of_body(document: &Document<'_>, body: Value) -> Option<Reasoning> {
        let said = REASONING_KEYS
            .iter()
            .filter_map(|key| document.get_non_null(body, key))
            .map(|value| Reasoning::of_member(document, value));
        said.reduce(|first, second| match first {
            Reasoning::Off => second,
            Reasoning::On(_) => first,
        })
    }

    fn of_member(document: &Document<'_>, value: Value) -> Reasoning {
        let effort = match document.kind(value) {
            Kind::Null | Kind::Bool(false) => return Reasoning::Off,
            Kind::String => document.string(value),
            Kind::Object => document.get_string(value, "effort"),
            Kind::Bool(true) | Kind::Number | Kind::Array => None,
        };
        match effort {
            Some(effort) => Reasoning::of_effort(JsStr::from_wtf8(&effort)),
            None => Reasoning::On(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn is_on(body: &str) -> bool {
        let document = Document::parse(body.as_bytes(), 1, &Limits::default()).unwrap();
        matches!(
            Reasoning::of_body(&document, document.root()),
            Some(Reasoning::On(_))
        )
    }

    #[test]
    fn what_names_no_effort_is_on_unless_it_is_false() {
        for on in [
            "true",
            "0",
            "1e400",
            "[]",
            "{}",
            r#"{"effort":1}"#,
            r#"" Low ""#,
        ] {
            assert!(is_on(&format!(r#"{{"reasoning":{on}}}"#)), "{on}");
            assert!(is_on(&format!(r#"{{"reasoning_effort":{on}}}"#)), "{on}");
        }
        for off in [
            "null",
            "false",
            r#""""#,
            r#"" NONE ""#,
            r#"{"effort":"Off"}"#,
        ] {
            assert!(!is_on(&format!(r#"{{"reasoning":{off}}}"#)), "{off}");
        }
        assert!(!is_on("{}"));
    }

    #[test]
    fn one_member_that_is_on_is_enough() {
        assert!(is_on(r#"{"reasoning":"off","reasoning_effort":"low"}"#));
        assert!(is_on(
            r#"{"reasoning":{"effort":"low"},"reasoning_effort":"none"}"#
        ));
    }
}
