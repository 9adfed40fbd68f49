//! Signatures of text blocks: which message a text is from, and which phase of an answer.

use super::embedded_json::{decode_json_string, members};
use super::{JsStr, JsString};
use crate::json::parse_number;

/// Phase of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// What the model says between tool calls.
    Commentary,
    /// The answer itself.
    FinalAnswer,
}

impl Phase {
    const ALL: [Phase; 2] = [Phase::Commentary, Phase::FinalAnswer];

    /// The name of the phase.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Commentary => "commentary",
            Phase::FinalAnswer => "final_answer",
        }
    }

    /// The phase of this name.
    pub fn named(name: JsStr<'_>) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| name == phase.name())
    }
}

/// What a signature says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSignature {
    /// The message.
    pub id: Option<JsString>,
    /// The phase.
    pub phase: Option<Phase>,
}

/// Reads a signature: an id as it is, or a JSON object `{"v":1,"id":…,"phase":…}`. `None` when it is blank or another
/// version.
pub fn text_signature(text: JsStr<'_>) -> Option<TextSignature> {
    if text.is_blank() {
        return None;
    }
    if !text.starts_with("{") {
        return Some(TextSignature {
            id: Some(text.to_owned()),
            phase: None,
        });
    }
    let mut version = None;
    let mut signature = TextSignature::default();
    for member in members(text) {
        let (key, value) = member?;
        match key.as_js().to_str() {
            Some("v") => version = Some(value),
            Some("id") => signature.id = decode_json_string(value),
            Some("phase") => {
                signature.phase =
                    decode_json_string(value).and_then(|name| Phase::named(name.as_js()));
            }
            _ => {}
        }
    }
    (parse_number(version?.as_bytes()) == 1.0).then_some(signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_two_keys_counts() {
        let signature =
            text_signature(r#"{"v":2,"phase":"commentary","v":1.0,"phase":5,"id":"m"}"#.into());
        let signature = signature.unwrap();
        assert_eq!(signature.phase, None);
        assert_eq!(signature.id.unwrap().as_js(), "m");
        assert_eq!(text_signature(r#"{"v":"1"}"#.into()), None);
        assert_eq!(text_signature(r#"{"v":1"#.into()), None);
    }
}
