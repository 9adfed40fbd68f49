//! JSON strings: from their text to WTF-8 and back.

use crate::text::{JsStr, JsString, find_bytes};
use std::borrow::Cow;

/// Decodes a string given with its quotes, in text that is known to be JSON. Borrows when nothing is escaped.
pub fn decode_string(text: &[u8]) -> Cow<'_, [u8]> {
    let inner = text
        .get(1..text.len().saturating_sub(1))
        .unwrap_or_default();
    let Some(first) = find_bytes(inner, b"\\") else {
        return Cow::Borrowed(inner);
    };
    let mut out = JsString::with_capacity(inner.len());
    out.push(JsStr::from_wtf8(&inner[..first]));
    let mut at = first;
    while let Some(&escape) = inner.get(at + 1) {
        match escape {
            b'u' => {
                let digits = inner.get(at + 2..at + 6).unwrap_or_default();
                out.push_code_point(
                    digits
                        .iter()
                        .fold(0, |n, &d| n << 4 | char::from(d).to_digit(16).unwrap_or(0)),
                );
                at += 6;
            }
            _ => {
                out.push_str(match escape {
                    b'b' => "\u{8}",
                    b'f' => "\u{C}",
                    b'n' => "\n",
                    b'r' => "\r",
                    b't' => "\t",
                    b'"' => "\"",
                    b'\\' => "\\",
                    _ => "/",
                });
                at += 2;
            }
        }
        let rest = &inner[at..];
        let plain = find_bytes(rest, b"\\").unwrap_or(rest.len());
        if plain > 0 {
            out.push(JsStr::from_wtf8(&rest[..plain]));
        }
        at += plain;
    }
    Cow::Owned(out.into_bytes())
}

/// The text as a JSON string.
pub fn js_quoted(text: JsStr<'_>) -> String {
    let mut out = Vec::new();
    write_string(&mut out, text);
    String::from_utf8_lossy(&out).into_owned()
}

/// The same for text that is whole.
pub fn quoted(text: &str) -> String {
    js_quoted(text.into())
}

/// Appends `text` as a JSON string, as `JSON.stringify` writes it: unpaired surrogates as `\udxxx`.
pub fn write_string(out: &mut Vec<u8>, text: JsStr<'_>) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut from = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            0x0C => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x00..0x20 => "",
            // ED A0..BF xx is a surrogate; anything else that starts with ED is a character.
            0xED if bytes.get(at + 1).is_some_and(|&next| next >= 0xA0) => "",
            _ => continue,
        };
        out.extend_from_slice(&bytes[from..at]);
        from = at + 1;
        if !escape.is_empty() {
            out.extend_from_slice(escape.as_bytes());
        } else if byte < 0x20 {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
        } else {
            let unit =
                0xD000 | u32::from(bytes[at + 1] & 0x3F) << 6 | u32::from(bytes[at + 2] & 0x3F);
            out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            from = at + 3;
        }
    }
    out.extend_from_slice(&bytes[from..]);
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(json: &str) -> String {
        let mut out = Vec::new();
        write_string(&mut out, JsStr::from_wtf8(&decode_string(json.as_bytes())));
        String::from_utf8(out).expect("JSON text is UTF-8")
    }

    #[test]
    fn borrows_what_has_no_escape() {
        assert!(matches!(
            decode_string("\"plain é\"".as_bytes()),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn keeps_unpaired_surrogates_and_joins_pairs() {
        assert_eq!(round_trip(r#""a\ud83db""#), r#""a\ud83db""#);
        assert_eq!(round_trip(r#""\uD83D\uDE00""#), "\"😀\"");
        assert_eq!(round_trip(r#""\udE00\ud83d""#), r#""\ude00\ud83d""#);
    }

    #[test]
    fn escapes_as_javascript_does() {
        assert_eq!(
            round_trip("\"\\u0001\\/\\n\\u007f\u{2028}\""),
            "\"\\u0001/\\n\u{7f}\u{2028}\""
        );
    }
}
