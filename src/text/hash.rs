//! Hashes of text.

use sha2::{Digest, Sha256};

use super::JsStr;

/// What a text encoder writes for an unpaired surrogate.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The first `digits` lower-case hexadecimal digits (all 64 at most) of the SHA-256 of the text in UTF-8, with U+FFFD
/// for each unpaired surrogate.
///
/// ```
/// use transcript_hygiene::text::sha256_hex_prefix;
///
/// assert_eq!(sha256_hex_prefix("abc".into(), 8), "ba7816bf");
/// ```
pub fn sha256_hex_prefix(text: JsStr<'_>, digits: usize) -> String {
    let mut hasher = Sha256::new();
    let mut hashed = 0;
    let surrogates = text
        .code_points()
        .filter(|(_, c)| (0xD800..0xE000).contains(c));
    for (at, _) in surrogates {
        hasher.update(text.slice(hashed, at).as_bytes());
        hasher.update(REPLACEMENT);
        hashed = at + REPLACEMENT.len();
    }
    hasher.update(text.tail(hashed).as_bytes());
    hasher
        .finalize()
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0xF])
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .take(digits)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::JsString;

    #[test]
    fn unpaired_surrogates_hash_as_replacement_characters() {
        let mut text = JsString::from("a");
        text.push_code_point(0xD83D);
        text.push_str("b");
        assert_eq!(
            sha256_hex_prefix(text.as_js(), 64),
            sha256_hex_prefix("a\u{FFFD}b".into(), 64)
        );
        assert_eq!(sha256_hex_prefix("".into(), 99).len(), 64);
    }
}
