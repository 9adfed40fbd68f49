//! What counts as a base64 signature.

use super::{JsStr, is_space};

/// True for a signature in either alphabet of base64, padded or not.
///
/// White space anywhere is ignored. Only `A–Z a–z 0–9 + / = _ -` may occur. Trailing `=`, any number, is dropped; what is
/// left is not empty, has no `=`, does not mix `+` `/` with `-` `_`, has a length that is not 1 modulo 4, and no bit set
/// in its last character beyond whole bytes (`AA` is one, `AB` is not).
pub fn is_base64_signature(text: JsStr<'_>) -> bool {
    let (mut standard, mut url, mut padded) = (false, false, false);
    let mut len = 0usize;
    let mut last = 0u32;
    for (_, c) in text.code_points().filter(|&(_, c)| !is_space(c)) {
        let Some(c) = char::from_u32(c) else {
            return false;
        };
        let value = match c {
            '=' => {
                padded = true;
                continue;
            }
            'A'..='Z' => u32::from(c) - u32::from('A'),
            'a'..='z' => u32::from(c) - u32::from('a') + 26,
            '0'..='9' => u32::from(c) - u32::from('0') + 52,
            '+' | '/' => {
                standard = true;
                if c == '+' { 62 } else { 63 }
            }
            '-' | '_' => {
                url = true;
                if c == '-' { 62 } else { 63 }
            }
            _ => return false,
        };
        if padded {
            return false;
        }
        last = value;
        len += 1;
    }
    let unused_bits = match len % 4 {
        0 => 0,
        2 => last & 0b1111,
        3 => last & 0b11,
        _ => return false,
    };
    len > 0 && !(standard && url) && unused_bits == 0
}

/// True for strict, padded base64, which Antigravity asks of thinking signatures: trimmed, the text matches
/// `^[A-Za-z0-9+/]+={0,2}$` and has a length divisible by 4. What is sent is the trimmed text.
pub fn is_padded_base64(text: JsStr<'_>) -> bool {
    let text = text.trim();
    let digits = text.trim_end_byte(b'=');
    text.len().is_multiple_of(4)
        && text.len() - digits.len() <= 2
        && !digits.is_empty()
        && digits
            .as_bytes()
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_signatures() {
        for yes in ["AA", "abc", "aQ====", " a\u{A0}Q\n= ", "-_-_", "+/+/"] {
            assert!(is_base64_signature(yes.into()), "{yes}");
        }
        for no in [
            "", " ", "=", "AB", "ab", "abcde", "A=AA", "+_AA", "AAé", "msg_1!",
        ] {
            assert!(!is_base64_signature(no.into()), "{no}");
        }
    }

    #[test]
    fn strict_base64() {
        for yes in ["AAAA", " AB== ", "abc=", "+/aB"] {
            assert!(is_padded_base64(yes.into()), "{yes}");
        }
        for no in ["", " ", "====", "A===", "AA", "AA-_", "AA A", "AA==AA=="] {
            assert!(!is_padded_base64(no.into()), "{no}");
        }
    }
}
