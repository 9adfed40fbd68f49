//! Control replies: tokens with which a model says that it has nothing to say, or that nothing is to be passed on.

use super::silent::{SILENT_TOKEN, is_silent_reply, strip_silent_token};
use super::{JsStr, upper_case};

/// The tokens, in the order in which they are taken away.
const TOKENS: [&str; 3] = [SILENT_TOKEN, "ANNOUNCE_SKIP", "REPLY_SKIP"];

/// Units with which the start of a token other than [`SILENT_TOKEN`] counts without `_`.
const MIN_LEAD: usize = 3;
/// The same for [`SILENT_TOKEN`].
const MIN_SILENT_LEAD: usize = 2;

/// True when the text is one of the tokens, once or several times, and nothing else.
pub fn is_control_reply(text: JsStr<'_>) -> bool {
    let text = text.trim();
    TOKENS.iter().any(|token| is_silent_reply(text, token))
}

/// The text without control tokens at its end: nothing for a [control reply](is_control_reply), else one token of each
/// kind less, in order, trimmed. Without such a token the text itself.
pub fn strip_control_tokens(text: JsStr<'_>) -> JsStr<'_> {
    if is_control_reply(text) {
        return text.head(0);
    }
    TOKENS.iter().fold(text, |current, token| {
        let stripped = strip_silent_token(current, token);
        match stripped == current.trim() {
            true => current,
            false => stripped,
        }
    })
}

/// True when the text may be a control token that is still being written.
///
/// Trimmed and in upper case it is a proper prefix of a token and holds `_`, or is at least two units long for
/// `NO_REPLY`, three for the others when it is written in upper case.
pub fn is_control_lead_fragment(text: JsStr<'_>) -> bool {
    let Some(text) = text.trim().to_str() else {
        return false;
    };
    let upper = upper_case(text);
    let is_long = |token: &str| match token {
        SILENT_TOKEN => upper.len() >= MIN_SILENT_LEAD,
        _ => upper.len() >= MIN_LEAD && text == upper,
    };
    TOKENS.iter().any(|token| {
        upper != *token && token.starts_with(&upper) && (upper.contains('_') || is_long(token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_of_each_kind_goes_in_order() {
        let strip = |text: &'static str| strip_control_tokens(text.into());
        assert_eq!(strip("ok NO_REPLY REPLY_SKIP "), "ok NO_REPLY");
        assert_eq!(strip("ok REPLY_SKIP NO_REPLY"), "ok");
        assert_eq!(strip(" ok "), " ok ");
        assert_eq!(strip("**announce_skip**"), "");
    }

    #[test]
    fn fragments_are_proper_prefixes() {
        let lead = |text: &'static str| is_control_lead_fragment(text.into());
        assert!(lead(" NO ") && lead("no_r") && lead("REP") && lead("announce_"));
        assert!(!lead("NO_REPLY") && !lead("rep") && !lead("N") && !lead(""));
    }
}
