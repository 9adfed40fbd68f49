//! Tokens at the ends of an answer that only the host reads: control tokens and the heartbeat token.

use super::heartbeat::{without_first, without_last};
use super::{HEARTBEAT_TOKEN, JsStr, JsString, strip_control_tokens};

/// Where the text starts and ends without tokens at its ends, and without the white space beside them.
///
/// One kind may stand behind the other, any number of times.
pub(super) fn between_end_tokens(text: JsStr<'_>) -> (usize, usize) {
    let (mut start, mut end) = (0, text.len());
    loop {
        let said = text.slice(start, end);
        if let Some(rest) = without_last(said) {
            end = start + rest.len();
        } else if let Some(rest) = without_first(said) {
            start = end - rest.len();
        } else {
            let rest = strip_control_tokens(said);
            if rest.len() == said.len() {
                return (start, end);
            }
            // A token that went took the white space at the start along.
            start += said.len() - said.trim_start().len();
            end = start + rest.len();
        }
    }
}

/// The text without heartbeat tokens at its ends, and without the control tokens beside them, the rest as it is; `None`
/// when there is no heartbeat token in it, or nothing changes.
pub fn strip_heartbeat_ends(text: JsStr<'_>) -> Option<JsString> {
    if !text.contains(HEARTBEAT_TOKEN) {
        return None;
    }
    let (start, end) = between_end_tokens(text);
    (end - start < text.len()).then(|| text.slice(start, end).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> &str {
        let (start, end) = between_end_tokens(text.into());
        &text[start..end]
    }

    #[test]
    fn tokens_go_whichever_stands_behind_the_other() {
        assert_eq!(said("a HEARTBEAT_OK NO_REPLY HEARTBEAT_OK"), "a");
        assert_eq!(said("HEARTBEAT_OK a b REPLY_SKIP"), "a b");
        assert_eq!(said(" a NO_REPLY "), "a");
        assert_eq!(said("  NO_REPLY  "), "");
        assert_eq!(said("HEARTBEAT_OK «NO_REPLY»"), "");
    }

    #[test]
    fn a_text_without_tokens_is_whole() {
        for text in ["", " ", " a ", "NO_REPLY a", "`HEARTBEAT_OK`"] {
            assert_eq!(said(text), text);
        }
    }

    #[test]
    fn control_tokens_alone_are_no_heartbeat() {
        assert_eq!(strip_heartbeat_ends("a NO_REPLY".into()), None);
        assert_eq!(strip_heartbeat_ends("a HEARTBEAT_OK b".into()), None);
    }
}
