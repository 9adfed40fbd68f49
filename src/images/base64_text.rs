//! Base64 as transcripts hold it: how much it stands for, whether it is valid, and its canonical spelling.
//!
//! Canonical means: the standard alphabet, padded to a multiple of four, nothing else in between. Most payloads are
//! canonical already, so that is what is looked for first, many characters at a time and without a copy.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

use super::limits::MAX_INPUT_BYTES;
use super::texts::Omission;
use crate::text::JsStr;

/// Characters that stand for three bytes.
const GROUP: usize = 4;

/// `=` signs that a text may end with.
const MAX_PADDING: usize = 2;

/// Code units up to this one are skipped wherever they stand: the space and all C0 controls.
const LAST_SKIPPED: u8 = b' ';

/// Characters that are judged together. A block is compiled to vector instructions, between blocks the search may end.
const BLOCK: usize = 256;

/// Bits beyond the last whole byte need not be zero (`AB==`): the text passes as it is, so its decoder must not mind.
const DECODER: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// Valid base64 in its canonical spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Canonical<'a> {
    /// The text was canonical.
    Unchanged(&'a [u8]),
    /// White space was taken away or padding added.
    Rewritten(String),
}

impl Canonical<'_> {
    /// The canonical text.
    pub(super) fn as_bytes(&self) -> &[u8] {
        match self {
            Canonical::Unchanged(text) => text,
            Canonical::Rewritten(text) => text.as_bytes(),
        }
    }

    /// How many bytes the text stands for.
    pub(super) fn decoded_len(&self) -> usize {
        decoded_len(self.as_bytes())
    }

    /// The bytes of the first `groups` groups of four characters, or of all there are.
    pub(super) fn decode_head(&self, groups: usize) -> Result<Vec<u8>, Omission> {
        let text = self.as_bytes();
        let head = &text[..text.len().min(groups * GROUP)];
        DECODER.decode(head).map_err(|_| Omission::InvalidBase64)
    }

    /// All the bytes.
    pub(super) fn decode(&self) -> Result<Vec<u8>, Omission> {
        self.decode_head(self.as_bytes().len() / GROUP)
    }
}

/// Canonical base64 of bytes.
#[cfg(feature = "images")]
pub(super) fn write(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// Reads the `data` of an image block. A payload over [`MAX_INPUT_BYTES`] is refused before it is trimmed, judged or
/// copied.
pub(super) fn read(data: JsStr<'_>) -> Result<Canonical<'_>, Omission> {
    let text = data.as_bytes();
    let canonical = is_canonical(text);
    let size = if canonical {
        decoded_len(text) as u64
    } else {
        estimate(data)
    };
    if size > MAX_INPUT_BYTES {
        return Err(Omission::TooLarge);
    }
    if canonical {
        return Ok(Canonical::Unchanged(text));
    }
    let trimmed = data.trim();
    if trimmed.is_empty() {
        return Err(Omission::Empty);
    }
    rewrite(trimmed)
        .map(Canonical::Rewritten)
        .ok_or(Omission::InvalidBase64)
}

/// How many bytes a text would stand for if every code unit in it were base64, save those that are skipped. For
/// canonical text that is [`decoded_len`].
fn estimate(data: JsStr<'_>) -> u64 {
    let units: u64 = data
        .as_bytes()
        .iter()
        // Each UTF-16 code unit counts: one per character, two where UTF-8 takes four bytes.
        .map(|&b| u64::from(b > LAST_SKIPPED && b & 0xC0 != 0x80) + u64::from(b >= 0xF0))
        .sum();
    let padding = data
        .as_bytes()
        .iter()
        .rev()
        .filter(|&&b| b > LAST_SKIPPED)
        .take(MAX_PADDING)
        .take_while(|&&b| b == b'=')
        .count();
    (units * 3 / 4).saturating_sub(padding as u64)
}

/// True for text that canonicalizing leaves as it is. Empty text is not canonical.
fn is_canonical(text: &[u8]) -> bool {
    let (body, padding) = split_padding(text);
    !text.is_empty()
        && text.len().is_multiple_of(GROUP)
        && padding <= MAX_PADDING
        && is_alphabet(body)
}

/// The canonical spelling of text that is not canonical; `None` if it is no base64.
fn rewrite(text: JsStr<'_>) -> Option<String> {
    let mut kept = String::with_capacity(text.len() + MAX_PADDING);
    let mut padding = 0;
    for run in text.as_bytes().split(|&b| b <= LAST_SKIPPED) {
        let (body, signs) = split_padding(run);
        let after_padding = padding > 0 && !body.is_empty();
        if after_padding || !is_alphabet(body) {
            return None;
        }
        kept.push_str(str::from_utf8(body).ok()?);
        padding += signs;
    }
    let missing = match (kept.len() + padding) % GROUP {
        // A text of NULs alone is not empty for `trim`, but nothing is kept of it.
        0 if kept.is_empty() => return None,
        0 => 0,
        1 => return None,
        // Half a padding is an error, none at all is not.
        _ if padding > 0 => return None,
        over => GROUP - over,
    };
    if padding > MAX_PADDING {
        return None;
    }
    kept.extend(std::iter::repeat_n('=', padding + missing));
    Some(kept)
}

/// The text before its trailing `=` signs, and how many these are.
fn split_padding(text: &[u8]) -> (&[u8], usize) {
    let padding = text.iter().rev().take_while(|&&b| b == b'=').count();
    (&text[..text.len() - padding], padding)
}

/// True when all characters are in `A–Z a–z 0–9 + /`.
fn is_alphabet(text: &[u8]) -> bool {
    text.chunks(BLOCK).all(|block| {
        block.iter().fold(true, |all, &b| {
            let letter = (b | 0x20).wrapping_sub(b'a') < 26;
            let slash_or_digit = b.wrapping_sub(b'/') < 11;
            all & (letter | slash_or_digit | (b == b'+'))
        })
    })
}

/// How many bytes canonical text stands for.
fn decoded_len(canonical: &[u8]) -> usize {
    canonical.len() / GROUP * 3 - split_padding(canonical).1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn js(text: &str) -> JsStr<'_> {
        JsStr::from(text)
    }

    #[track_caller]
    fn check(text: &str, expected: Result<&str, Omission>) {
        let read = read(js(text));
        let got = match &read {
            Ok(canonical) => Ok(str::from_utf8(canonical.as_bytes()).unwrap()),
            Err(omission) => Err(*omission),
        };
        assert_eq!(got, expected, "{text:?}");
        if let Ok(canonical) = &read {
            let unchanged = matches!(canonical, Canonical::Unchanged(_));
            assert_eq!(unchanged, Ok(text) == expected, "{text:?}");
        }
    }

    #[test]
    fn canonical_text_is_left_alone() {
        for text in ["AAAA", "AAA=", "AA==", "AB==", "+/09azAZ", "iVBORw0KGgo="] {
            check(text, Ok(text));
        }
    }

    #[test]
    fn missing_padding_is_added() {
        check("AA", Ok("AA=="));
        check("AAA", Ok("AAA="));
        check("AAAAAA", Ok("AAAAAA=="));
    }

    #[test]
    fn controls_and_spaces_are_skipped_anywhere() {
        check("AA= =", Ok("AA=="));
        check(" AAAA", Ok("AAAA"));
        check("AAAA\n", Ok("AAAA"));
        check("A\tA\r\nA\0A\u{1F}", Ok("AAAA"));
        check("\0AA\0", Ok("AA=="));
        check("AAA=\n\n", Ok("AAA="));
    }

    #[test]
    fn other_white_space_is_trimmed_and_nothing_else() {
        check("\u{A0}\u{FEFF}AAAA\u{2003}\u{3000}", Ok("AAAA"));
        check("AA\u{A0}AA", Err(Omission::InvalidBase64));
        // Trimming stops at the NUL, so the space behind it stays.
        check("\0\u{A0}AAAA", Err(Omission::InvalidBase64));
        check("\u{85}AAAA", Err(Omission::InvalidBase64));
    }

    #[test]
    fn blank_text_is_empty_but_nul_is_invalid() {
        for text in ["", " \n\t", "\u{A0}\u{3000}", "\u{FEFF}"] {
            check(text, Err(Omission::Empty));
        }
        check("\0", Err(Omission::InvalidBase64));
        check(" \0\0 ", Err(Omission::InvalidBase64));
    }

    #[test]
    fn wrong_padding_is_invalid() {
        for text in [
            "=",
            "==",
            "===",
            "====",
            "A=",
            "A==",
            "A===",
            "AA=",
            "AA===",
            "AAA==",
            "AAAA=",
            "AAAA==",
            "AA=A",
            "AA==AAAA",
            "AA== AAAA",
            "A",
            "AAAAA",
            "= AAA",
            "AA = A",
            "AAAA====",
        ] {
            check(text, Err(Omission::InvalidBase64));
        }
    }

    #[test]
    fn every_other_character_is_invalid() {
        for c in (0x21..=0x7F).map(char::from) {
            let text = format!("AAA{c}");
            match c {
                'A'..='Z' | 'a'..='z' | '0'..='9' | '+' | '/' | '=' => check(&text, Ok(&text)),
                _ => check(&text, Err(Omission::InvalidBase64)),
            }
        }
        for text in ["AAAé", "AAAA😀", "ＡAAA", "data:image/png;base64,AAAA"] {
            check(text, Err(Omission::InvalidBase64));
        }
    }

    #[test]
    fn an_unpaired_surrogate_is_invalid() {
        let mut text = crate::text::JsString::from("AAA");
        text.push_code_point(0xD800);
        assert_eq!(read(text.as_js()), Err(Omission::InvalidBase64));
    }

    /// The rules once more, unit by unit, without the quick path.
    fn by_the_letter(text: &str) -> Option<String> {
        let mut kept: String = text.chars().filter(|&c| c > ' ').collect();
        let padding = kept.chars().filter(|&c| c == '=').count();
        let body = kept.trim_end_matches('=');
        let valid = body.chars().all(|c| c == 'A')
            && padding <= 2
            && match kept.len() % 4 {
                0 => !kept.is_empty(),
                1 => false,
                _ => padding == 0,
            };
        while valid && !kept.len().is_multiple_of(4) {
            kept.push('=');
        }
        valid.then_some(kept)
    }

    #[test]
    fn all_short_texts_follow_the_rules() {
        let mut texts = vec![String::new()];
        for _ in 0..7 {
            texts = texts
                .iter()
                .flat_map(|text| ["", "A", "=", "\0", "-"].map(|next| format!("{text}{next}")))
                .collect();
            texts.sort_unstable();
            texts.dedup();
            for text in texts.iter().filter(|text| !text.is_empty()) {
                let canonical = by_the_letter(text);
                check(text, canonical.as_deref().ok_or(Omission::InvalidBase64));
            }
        }
    }

    #[test]
    fn a_wrong_character_is_found_in_any_block() {
        let good = "A".repeat(4 * BLOCK);
        for at in [0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 7, 4 * BLOCK - 1] {
            let mut text = good.clone();
            text.replace_range(at..=at, "-");
            check(&text, Err(Omission::InvalidBase64));
        }
        check(&good, Ok(&good));
    }

    #[test]
    fn estimates_count_units_and_padding() {
        for (text, bytes) in [
            ("", 0),
            ("A", 0),
            ("AA", 1),
            ("AAA", 2),
            ("AAAA", 3),
            ("AAA=", 2),
            ("AA==", 1),
            ("AA= \n=\0", 1),
            ("A===", 1),
            ("=", 0),
            ("==", 0),
            ("=A", 1),
            (" \n", 0),
            ("\u{A0}\u{A0}\u{A0}\u{A0}", 3),
            ("😀😀", 3),
            ("----", 3),
        ] {
            assert_eq!(estimate(js(text)), bytes, "{text:?}");
        }
    }

    #[test]
    fn the_size_limit_is_inclusive_and_judged_first() {
        // 13,981,014 units stand for 10,485,760.5 bytes, one more for 10,485,761.25.
        let most = 13_981_014;
        let text = "-".repeat(most + 1);
        assert_eq!(read(js(&text)), Err(Omission::TooLarge));
        assert_eq!(read(js(&text[1..])), Err(Omission::InvalidBase64));
        assert_eq!(
            read(js(&"\u{A0}".repeat(most + 1))),
            Err(Omission::TooLarge)
        );
        assert_eq!(read(js(&" ".repeat(most + 1))), Err(Omission::Empty));

        let canonical = format!("{}==", "A".repeat(most));
        let read_canonical = read(js(&canonical)).unwrap();
        assert_eq!(read_canonical.decoded_len(), 10_485_760);
        let longer = format!("A{}=", "A".repeat(most));
        assert_eq!(read(js(&longer)), Err(Omission::TooLarge));
    }

    #[test]
    fn decodes_heads_and_odd_bits() {
        let text = read(js("AQIDBAUGBx==")).unwrap();
        assert_eq!(text.decoded_len(), 7);
        assert_eq!(text.decode().unwrap(), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(text.decode_head(1).unwrap(), [1, 2, 3]);
        assert_eq!(text.decode_head(100).unwrap().len(), 7);
        assert_eq!(read(js("AQ")).unwrap().decode().unwrap(), [1]);
    }
}
