//! Silent replies: what a model answers to say that it has nothing to say.
//!
//! `T` is the silent token, `W` is ECMAScript white space, and case is ignored for ASCII letters.
//! [`is_silent_payload`] accepts four forms:
//!
//! - **A, the token alone** ([`is_silent_reply`]): `W* T (W+ T)* W*` is the whole text; or it is the whole of what
//!   is left of the trimmed text without the punctuation (Unicode category P) at both ends. `_` and `*` are
//!   punctuation, `` ` `` and `~` are symbols and stay.
//! - **B, a JSON string**: the trimmed text starts and ends with `"`, contains `T` as it is spelled, and parses to a
//!   string whose trim is exactly `T`.
//! - **C, an envelope**: the trimmed text starts with `{`, ends with `}`, contains `T` as it is spelled, and parses to
//!   an object whose only key is `action`, a string whose trim is exactly `T`. Of duplicate keys the last counts.
//! - **D, after reasoning**: `<think>…</think>` or the like, and then silence; the grammar is in `silent_reasoning.rs`.

use super::embedded_json::{decode_json_string, members};
use super::silent_reasoning::is_silent_after_reasoning;
use super::unicode::{is_letter_or_number, is_punctuation};
use super::{JsStr, is_space, is_word, upper_case};

/// The silent token of replies.
pub const SILENT_TOKEN: &str = "NO_REPLY";

/// U+2500, of which a model draws rules.
const BOX_LINE: &str = "─";

/// True when the text is [`SILENT_TOKEN`] in any of the forms A to D.
pub fn is_silent_payload(text: JsStr<'_>) -> bool {
    let trimmed = text.trim();
    is_silent_reply(trimmed, SILENT_TOKEN)
        || is_json_string(trimmed, SILENT_TOKEN)
        || is_envelope(trimmed, SILENT_TOKEN)
        || is_silent_after_reasoning(trimmed, SILENT_TOKEN)
}

/// True when the text is the token and nothing else: form A.
pub fn is_silent_reply(text: JsStr<'_>, token: &str) -> bool {
    is_token_run(text, token) || is_token_run(trim_punctuation(text.trim()), token)
}

/// Takes one token away from the end, with the white space or the asterisks before it, and trims:
/// `(^ | W+ | "*"+) T W* end`. Trims also when there is no token.
pub fn strip_silent_token<'a>(text: JsStr<'a>, token: &str) -> JsStr<'a> {
    let text = text.trim();
    match text.strip_suffix_ignore_case(token) {
        Some(before) if before.is_empty() => before,
        Some(before) if before.as_bytes().ends_with(b"*") => before.trim_end_byte(b'*').trim(),
        Some(before) if before.ends_with_space() => before.trim(),
        _ => text,
    }
}

/// Takes tokens away from the start, `(W* T)+ W*`, and trims. Trims also when there is no token.
pub fn strip_leading_silent_token<'a>(text: JsStr<'a>, token: &str) -> JsStr<'a> {
    let mut rest = text.trim();
    while let Some(after) = rest.strip_prefix_ignore_case(token) {
        if after.len() == rest.len() {
            // An empty token is everywhere and takes nothing away.
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// True when a letter or a number sticks to a token at the start: `W* (T W+)* T` and then `\p{L}` or `\p{N}`.
///
/// This one grammar ignores case as Unicode does: U+017F is an `s`, U+212A is a `k`.
pub fn starts_with_silent_token(text: JsStr<'_>, token: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(after) = strip_prefix_folded(rest, token) {
        match after.code_points().next() {
            Some((_, c)) if is_letter_or_number(c) => return true,
            Some((_, c)) if is_space(c) => rest = after.trim_start(),
            _ => return false,
        }
    }
    false
}

/// True when the text may be a token that is still being written.
///
/// Trimmed at its start it is at least two UTF-16 units long and a prefix of the token in upper case. Besides:
/// it contains `_`, or it is the whole token; or, when the token has a character other than `A-Z` and `_`, the
/// text has one too; or it is `NO` and the token is `NO_REPLY`.
pub fn is_silent_prefix(text: JsStr<'_>, token: &str) -> bool {
    let text = text.trim_start();
    let token = upper_case(token);
    if !token.as_bytes().starts_with(text.as_bytes()) || text.utf16_len() < 2 {
        return false;
    }
    let has_other = |bytes: &[u8]| !bytes.iter().all(|&b| b.is_ascii_uppercase() || b == b'_');
    if text.contains("_") || text.len() == token.len() {
        true
    } else if has_other(token.as_bytes()) {
        has_other(text.as_bytes())
    } else {
        token == SILENT_TOKEN && text == "NO"
    }
}

/// True when the whole text is a scrap of the model's markup: `W* ("set-thought" W+)? "<" \w* "|" [^>]* ">" W*`, or
/// a rule of at least three U+2500.
pub fn is_formatting_artifact(text: JsStr<'_>) -> bool {
    let text = text.trim();
    is_model_tag(text) || is_box_rule(text)
}

fn is_model_tag(text: JsStr<'_>) -> bool {
    let tag = match text.strip_prefix("set-thought") {
        Some(rest) if rest.trim_start().len() < rest.len() => rest.trim_start(),
        Some(_) => return false,
        None => text,
    };
    let Some(body) = tag.strip_prefix("<") else {
        return false;
    };
    let name = body.as_bytes().iter().take_while(|&&b| is_word(b)).count();
    body.tail(name).starts_with("|") && body.find_byte(b'>') == Some(body.len() - 1)
}

fn is_box_rule(text: JsStr<'_>) -> bool {
    text.len() >= 3 * BOX_LINE.len()
        && text.len().is_multiple_of(BOX_LINE.len())
        && text
            .as_bytes()
            .chunks(BOX_LINE.len())
            .all(|c| c == BOX_LINE.as_bytes())
}

/// `W* T (W+ T)* W*`.
fn is_token_run(text: JsStr<'_>, token: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(after) = rest.strip_prefix_ignore_case(token) {
        rest = after.trim_start();
        if rest.is_empty() {
            return true;
        }
        if rest.len() == after.len() {
            return false;
        }
    }
    false
}

fn is_json_string(trimmed: JsStr<'_>, token: &str) -> bool {
    trimmed.starts_with("\"")
        && trimmed.ends_with("\"")
        && trimmed.contains(token)
        && is_token_string(trimmed, token)
}

fn is_envelope(trimmed: JsStr<'_>, token: &str) -> bool {
    trimmed.starts_with("{")
        && trimmed.ends_with("}")
        && trimmed.contains(token)
        && envelope_action(trimmed).is_some_and(|action| is_token_string(action, token))
}

/// The value of `action` in an object that has no other key.
fn envelope_action(json: JsStr<'_>) -> Option<JsStr<'_>> {
    let mut action = None;
    for member in members(json) {
        let (key, value) = member?;
        if key.as_js() != "action" {
            return None;
        }
        action = Some(value);
    }
    action
}

fn is_token_string(json: JsStr<'_>, token: &str) -> bool {
    decode_json_string(json).is_some_and(|text| text.as_js().trim() == *token)
}

/// The text without Unicode punctuation at both ends.
fn trim_punctuation(text: JsStr<'_>) -> JsStr<'_> {
    let start = text
        .code_points()
        .find(|&(_, c)| !is_punctuation(c))
        .map_or(text.len(), |(at, _)| at);
    trim_punctuation_end(text.tail(start))
}

/// The text without Unicode punctuation at its end.
pub(super) fn trim_punctuation_end(text: JsStr<'_>) -> JsStr<'_> {
    let mut rest = text;
    while let Some((at, c)) = rest.last() {
        if !is_punctuation(c) {
            break;
        }
        rest = rest.head(at);
    }
    rest
}

/// The rest after the token, compared by simple case folding of ASCII letters.
fn strip_prefix_folded<'a>(text: JsStr<'a>, token: &str) -> Option<JsStr<'a>> {
    let fold = |c: u32| match c {
        0x41..=0x5A => c + 0x20,
        0x17F => u32::from(b's'),
        0x212A => u32::from(b'k'),
        _ => c,
    };
    let mut points = text.code_points();
    for wanted in token.chars() {
        let (_, c) = points.next()?;
        if fold(c) != fold(u32::from(wanted)) {
            return None;
        }
    }
    Some(text.tail(points.offset()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(text: &str) -> bool {
        is_silent_payload(JsStr::from(text))
    }

    #[test]
    fn punctuation_around_the_token_is_silent_and_symbols_are_not() {
        assert!(payload(" **no_reply  NO_REPLY** "));
        assert!(payload("(NO_REPLY ."));
        assert!(!payload("`NO_REPLY`"));
        assert!(!payload("NO_REPLYNO_REPLY"));
        assert!(!payload("") && !payload("..."));
    }

    #[test]
    fn json_forms_are_exact_about_case() {
        assert!(payload("\" NO_REPLY\\n\""));
        assert!(!payload("\" no_reply\\n\""));
        assert!(payload(r#"{"\u0061ction":"NO_REPLY"}"#));
        assert!(payload(r#"{"action":[{"x":1}],"action":"NO_REPLY"}"#));
        assert!(!payload(r#"{"action":"NO_REPLY","action":1}"#));
        assert!(!payload(r#"{"action":"NO_REPLY","x":1}"#));
    }

    #[test]
    fn deep_envelopes_do_not_overflow() {
        assert!(!payload(&format!(
            "{{\"action\":{}\"NO_REPLY\"}}",
            "[".repeat(500_000)
        )));
    }

    #[test]
    fn strips_asterisks_or_white_space_before_the_last_token() {
        let strip = |text: &'static str| strip_silent_token(JsStr::from(text), SILENT_TOKEN);
        assert_eq!(strip("ok **NO_REPLY "), "ok");
        assert_eq!(strip("ok** NO_REPLY"), "ok**");
        assert_eq!(strip("ok.NO_REPLY"), "ok.NO_REPLY");
        assert_eq!(strip(" ok "), "ok");
    }

    #[test]
    fn glued_tokens_fold_as_unicode_does() {
        assert!(starts_with_silent_token(
            JsStr::from(" REPLY_SKIP reply_\u{17F}\u{212A}ipé"),
            "REPLY_SKIP"
        ));
        assert!(!starts_with_silent_token(
            JsStr::from("NO_REPLY_x"),
            SILENT_TOKEN
        ));
    }
}
