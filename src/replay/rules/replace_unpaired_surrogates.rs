use crate::json::write;
use crate::rule::declare_rule;
use crate::text::{JsStr, find_bytes};
use crate::transcript::Transcript;

declare_rule! {
    /// ## What it does
    /// Replaces each half of a surrogate pair that stands alone with U+FFFD, in every string and every key.
    /// ## Who refuses without it
    /// Everybody: `JSON.stringify` writes a lone half as an escape, which strict readers of JSON do not take. Halves
    /// come from text that was cut in the middle of an emoji. Constraint GEN-01.
    /// ## Exact rule
    /// A `\uXXXX` escape of a high surrogate without a low one right behind it, or of a low one without a high one
    /// right before it, becomes `\ufffd`. Whole pairs stay as they are spelled.
    /// ## Example
    /// ```json target
    /// {"profile":"strict"}
    /// ```
    /// ```json before
    /// [{"role":"user","content":"cut \ud83d here, whole 😀"}]
    /// ```
    /// ```json after
    /// [{"role":"user","content":"cut \ufffd here, whole 😀"}]
    /// ```
    /// ## Never touches
    /// Turns without a lone half, and text that only speaks of one (`\\ud83d`).
    /// ## Order
    /// First, so that an id and the ids that name it change alike.
    /// ## Source
    /// Profile `strict`; reports of truncated emoji in tool results.
    pub(crate) static REPLACE_UNPAIRED_SURROGATES = {
        id: "replace-unpaired-surrogates",
        summary: "no string holds half a surrogate pair",
        effects: [Edits],
        rejects: [GEN_01],
        since: "0.1.0",
    }
}

/// What stands for a lone half.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// Bytes of a `\uXXXX` escape.
const ESCAPE: usize = 6;

pub(crate) fn apply(transcript: &mut Transcript<'_>) {
    // Without an escape of one in the text there is no half in it, and most transcripts end here.
    if !transcript.document.spells_surrogates() {
        return;
    }
    for index in 0..transcript.turns.len() {
        let turn = transcript.turns[index];
        let text = write(&transcript.document, turn.value);
        if let Some(mended) = mended(&text) {
            let mended = JsStr::from_wtf8(&mended).to_string_lossy();
            let value = transcript.document.fresh(&mended);
            transcript.replace(index, value);
        }
    }
}

/// JSON text with its lone halves replaced; none when there is none.
pub(crate) fn mended(text: &[u8]) -> Option<Vec<u8>> {
    let mut out: Option<Vec<u8>> = None;
    let (mut at, mut copied) = (0, 0);
    while let Some(step) = text.get(at..).and_then(|rest| find_bytes(rest, b"\\")) {
        at += step;
        let unit = unit(&text[at..]);
        let next = || text.get(at + ESCAPE..).and_then(self::unit);
        match unit {
            Some(0xD800..0xDC00) if matches!(next(), Some(0xDC00..0xE000)) => at += 2 * ESCAPE,
            Some(0xD800..0xE000) => {
                let out = out.get_or_insert_with(|| Vec::with_capacity(text.len()));
                out.extend_from_slice(&text[copied..at]);
                out.extend_from_slice(REPLACEMENT);
                at += ESCAPE;
                copied = at;
            }
            _ => at += 2,
        }
    }
    if let Some(out) = &mut out {
        out.extend_from_slice(&text[copied..]);
    }
    out
}

/// The code unit of an escape that the text begins with.
fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_alone_go_and_pairs_stay() {
        let check = |text: &str, expected: Option<&str>| {
            let got = mended(text.as_bytes()).map(|text| String::from_utf8(text).unwrap());
            assert_eq!(got.as_deref(), expected, "{text}");
        };
        check(r#""\ud83d\ude00 \\ud83d""#, None);
        check(r#""\uDE00\uD83D""#, Some(r#""\ufffd\ufffd""#));
        check(r#"{"\ud83d":"\ud83d\u0041"}"#, Some(r#"{"\ufffd":"\ufffd\u0041"}"#));
    }
}
