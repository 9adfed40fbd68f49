//! What channels write around a user's message: envelopes, and lines that carry message ids.

use super::lines::{JoinedLines, Lines, without_cr};
use super::shape::fits;
use super::{JsStr, JsString, is_word, strip_internal_metadata};

/// Starts of an envelope that names a channel.
const CHANNELS: [&str; 12] = [
    "WebChat ",
    "WhatsApp ",
    "Telegram ",
    "Signal ",
    "Slack ",
    "Discord ",
    "Google Chat ",
    "iMessage ",
    "Teams ",
    "Matrix ",
    "Zalo ",
    "Zalo Personal ",
];

/// Shapes of a time in an envelope; a word border must follow.
const TIMES: [&[u8]; 2] = [b"0000-00-00T00:00Z", b"0000-00-00 00:00"];

/// What a message id line starts with.
const MESSAGE_ID: &str = "[message_id:";

/// The text after one envelope and the white space behind it; the text itself without one.
///
/// An envelope is `^\[([^\]]+)\]\s*` with an inside that starts with one of `CHANNELS` or has
/// `\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z\b` or `\d{4}-\d{2}-\d{2} \d{2}:\d{2}\b` anywhere.
pub fn strip_envelope(text: JsStr<'_>) -> JsStr<'_> {
    let Some(inside) = text.strip_prefix("[") else {
        return text;
    };
    match inside.find_byte(b']') {
        Some(end) if is_envelope(inside.head(end)) => inside.tail(end + 1).trim_start(),
        _ => text,
    }
}

fn is_envelope(inside: JsStr<'_>) -> bool {
    CHANNELS.iter().any(|channel| inside.starts_with(channel))
        || TIMES.iter().any(|shape| has_time(inside.as_bytes(), shape))
}

/// True for the inside of an envelope that names both a channel and a time.
pub(super) fn is_dated_channel(inside: JsStr<'_>) -> bool {
    CHANNELS.iter().any(|channel| inside.starts_with(channel))
        && TIMES.iter().any(|shape| has_time(inside.as_bytes(), shape))
}

fn has_time(bytes: &[u8], shape: &[u8]) -> bool {
    bytes.windows(shape.len()).enumerate().any(|(at, window)| {
        let next = bytes.get(at + shape.len());
        fits(window, shape) && !next.copied().is_some_and(is_word)
    })
}

/// The text without message id lines, the others joined with LF (CRLF is gone); `None` when there is no such line.
///
/// Lines are split at `\r?\n`. A message id line is `^\s*\[message_id:\s*[^\]]+\]\s*$`, in any case. White space can be
/// the id.
pub fn strip_message_id_hints(text: JsStr<'_>) -> Option<JsString> {
    text.find_ignore_case(MESSAGE_ID)?;
    let mut kept = JoinedLines::default();
    let mut changed = false;
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next() {
        let line = without_cr(line, lines.offset().is_none());
        if is_message_id(line.trim()) {
            changed = true;
        } else {
            kept.push(line);
        }
    }
    changed.then(|| kept.into_text())
}

pub(super) fn is_message_id(line: JsStr<'_>) -> bool {
    line.strip_prefix_ignore_case(MESSAGE_ID)
        .is_some_and(|id| id.len() >= 2 && id.find_byte(b']') == Some(id.len() - 1))
}

/// The text without [internal metadata](strip_internal_metadata), then without its [envelope](strip_envelope), then
/// without [message id lines](strip_message_id_hints); `None` when nothing changes.
pub fn strip_user_envelope(text: JsStr<'_>) -> Option<JsString> {
    let stripped = strip_internal_metadata(text);
    let body = strip_envelope(stripped.as_ref().map_or(text, JsString::as_js));
    strip_message_id_hints(body).or_else(|| (body != text).then(|| body.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_name_a_channel_or_a_time() {
        let strip = |text: &'static str| strip_envelope(text.into());
        assert_eq!(strip("[Signal x\ny] \n hi"), "hi");
        assert_eq!(strip("[a 2026-01-05T10:00Z] hi"), "hi");
        assert_eq!(strip("[2026-01-05 10:00] [Slack ] hi"), "[Slack ] hi");
        for kept in [
            "[Signal] hi",
            "[2026-01-05 10:001] hi",
            "[] hi",
            " [Slack x] hi",
            "[Slack x",
        ] {
            assert_eq!(strip(kept), kept);
        }
    }

    #[test]
    fn message_id_lines_need_an_id() {
        let strip = |text: &'static str| strip_message_id_hints(text.into());
        assert_eq!(
            strip("a\r\n [Message_ID: 1] \r\nb\r\n").unwrap().as_js(),
            "a\nb\n"
        );
        assert_eq!(strip("[message_id: ]").unwrap().as_js(), "");
        assert_eq!(strip("a\r\n[message_id:]\r\n[message_id: 1] x"), None);
    }
}
