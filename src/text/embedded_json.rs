//! Just enough of `JSON.parse` for JSON that stands inside a text.
//!
//! Works on WTF-8, because the text may hold unpaired surrogates, which `JSON.parse` takes both raw and escaped.
//! White space is space, tab, LF and CR only. Nothing recurses, so nesting is bounded by memory alone.

use super::{JsStr, JsString};

/// Decodes one JSON string with its quotes and nothing around it; `None` when it is anything else.
///
/// ```
/// use transcript_hygiene::text::{JsStr, decode_json_string};
///
/// let text = decode_json_string(JsStr::from(r#""\u00e9\ud83d""#)).unwrap();
/// assert_eq!(text.as_js().utf16_len(), 2);
/// assert!(decode_json_string(JsStr::from("\"a\" ")).is_none());
/// ```
pub fn decode_json_string(json: JsStr<'_>) -> Option<JsString> {
    let bytes = json.as_bytes();
    if string_end(bytes, 0)? != bytes.len() {
        return None;
    }
    let mut out = JsString::new();
    let mut rest = json.slice(1, bytes.len() - 1);
    while let Some(at) = rest.find_byte(b'\\') {
        out.push(rest.head(at));
        let escape = rest.as_bytes()[at + 1];
        out.push_code_point(match escape {
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => 0x0A,
            b'r' => 0x0D,
            b't' => 0x09,
            b'u' => hex4(rest.as_bytes(), at + 2)?,
            itself => u32::from(itself),
        });
        rest = rest.tail(at + if escape == b'u' { 6 } else { 2 });
    }
    out.push(rest);
    Some(out)
}

/// The members of a JSON object in order, duplicates included. An item is `None` where the text stops being JSON;
/// nothing follows it. Only after the last item is the whole known to be valid.
pub(super) fn members(json: JsStr<'_>) -> Members<'_> {
    Members {
        json,
        state: State::Start,
    }
}

/// Iterator of [`members`].
pub(super) struct Members<'a> {
    json: JsStr<'a>,
    state: State,
}

/// How far [`Members`] has come; offsets are where to read on.
enum State {
    Start,
    AfterMember(usize),
    Done,
}

/// A decoded key and the text of its value.
type Member<'a> = (JsString, JsStr<'a>);

impl<'a> Members<'a> {
    /// The next member or, at the closing brace, nothing. The outer `None` means: not JSON.
    fn advance(&mut self) -> Option<Option<Member<'a>>> {
        let bytes = self.json.as_bytes();
        let (start, at_first) = match self.state {
            State::Start => {
                let open = skip_space(bytes, 0);
                if *bytes.get(open)? != b'{' {
                    return None;
                }
                (skip_space(bytes, open + 1), true)
            }
            State::AfterMember(at) => (skip_space(bytes, at), false),
            State::Done => return Some(None),
        };
        let key = match *bytes.get(start)? {
            b'}' if skip_space(bytes, start + 1) == bytes.len() => return Some(None),
            b',' if !at_first => skip_space(bytes, start + 1),
            _ if at_first => start,
            _ => return None,
        };
        let value = skip_space(bytes, key_end(bytes, key)?);
        let end = value_end(bytes, value)?;
        self.state = State::AfterMember(end);
        let key = decode_json_string(self.json.slice(key, string_end(bytes, key)?))?;
        Some(Some((key, self.json.slice(value, end))))
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Option<Member<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Some(Some(member)) => Some(Some(member)),
            end => {
                self.state = State::Done;
                end.is_none().then_some(None)
            }
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let space = |b: &&u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r');
    at + bytes[at..].iter().take_while(space).count()
}

/// Offset after the string that starts at `at`.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    if *bytes.get(at)? != b'"' {
        return None;
    }
    let mut at = at + 1;
    loop {
        at += match *bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match *bytes.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                b'u' => hex4(bytes, at + 2).map(|_| 6)?,
                _ => return None,
            },
            0..0x20 => return None,
            _ => 1,
        };
    }
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.iter().try_fold(0, |code, &digit| {
        Some(code << 4 | char::from(digit).to_digit(16)?)
    })
}

/// Offset after the colon of the key that starts at `at`.
fn key_end(bytes: &[u8], at: usize) -> Option<usize> {
    let colon = skip_space(bytes, string_end(bytes, at)?);
    (*bytes.get(colon)? == b':').then_some(colon + 1)
}

/// Offset after the value that starts at `at`.
fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    // The closing brackets that are still to come, innermost last.
    let mut closers = Vec::new();
    loop {
        // Here a value must start.
        at = skip_space(bytes, at);
        at = match *bytes.get(at)? {
            open @ (b'{' | b'[') => {
                let closer = if open == b'{' { b'}' } else { b']' };
                let inner = skip_space(bytes, at + 1);
                if *bytes.get(inner)? == closer {
                    inner + 1
                } else {
                    closers.push(closer);
                    at = if open == b'{' {
                        key_end(bytes, inner)?
                    } else {
                        inner
                    };
                    continue;
                }
            }
            b'"' => string_end(bytes, at)?,
            _ => scalar_end(bytes, at)?,
        };
        // Here a value has ended.
        loop {
            let Some(&closer) = closers.last() else {
                return Some(at);
            };
            at = skip_space(bytes, at);
            match *bytes.get(at)? {
                b',' if closer == b'}' => {
                    at = key_end(bytes, skip_space(bytes, at + 1))?;
                    break;
                }
                b',' => {
                    at += 1;
                    break;
                }
                b if b == closer => {
                    closers.pop();
                    at += 1;
                }
                _ => return None,
            }
        }
    }
}

/// Offset after the literal or the number that starts at `at`.
fn scalar_end(bytes: &[u8], at: usize) -> Option<usize> {
    for literal in ["true", "false", "null"] {
        if bytes[at..].starts_with(literal.as_bytes()) {
            return Some(at + literal.len());
        }
    }
    let digits = |at: usize| -> Option<usize> {
        let count = bytes
            .get(at..)?
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        (count > 0).then_some(at + count)
    };
    let is = |at: usize, wanted: &[u8]| bytes.get(at).is_some_and(|b| wanted.contains(b));
    let start = at + usize::from(is(at, b"-"));
    let mut end = if is(start, b"0") {
        start + 1
    } else {
        digits(start)?
    };
    if is(end, b".") {
        end = digits(end + 1)?;
    }
    if is(end, b"eE") {
        end = digits(end + 1 + usize::from(is(end + 1, b"+-")))?;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `key=value` for each member, or nothing when the text is no JSON object.
    fn read(json: &str) -> Option<Vec<String>> {
        members(JsStr::from(json))
            .map(|member| {
                member.map(|(key, value)| {
                    format!(
                        "{}={}",
                        key.as_js().to_string_lossy(),
                        value.to_string_lossy()
                    )
                })
            })
            .collect()
    }

    #[test]
    fn lists_members_with_duplicates() {
        assert_eq!(read(" { } ").unwrap(), Vec::<String>::new());
        assert_eq!(
            read(r#"{"a" : [1, {"b":[]}] , "\u0061":-0.5e+3,"c":{"d":null,"e":{}}}"#).unwrap(),
            ["a=[1, {\"b\":[]}]", "a=-0.5e+3", "c={\"d\":null,\"e\":{}}"]
        );
    }

    #[test]
    fn refuses_what_json_parse_refuses() {
        for json in [
            "",
            "{",
            "{}x",
            "[]",
            "{,}",
            r#"{"a":1,}"#,
            r#"{"a":1 "b":2}"#,
            r#"{"a":[1,]}"#,
            r#"{"a":{"b":1,}}"#,
            r#"{"a":[}"#,
            r#"{"a":01}"#,
            r#"{"a":1.}"#,
            r#"{"a":+1}"#,
            r#"{"a":-}"#,
            r#"{"a":1e}"#,
            r#"{"a":nul}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\u00g0"}"#,
            "{\"a\":\"\t\"}",
            "{\"a\":\u{A0}1}",
            "{a:1}",
        ] {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn depth_does_not_overflow() {
        let json = format!("{{\"a\":{}1{}}}", "[".repeat(300_000), "]".repeat(300_000));
        assert_eq!(read(&json).unwrap().len(), 1);
        assert_eq!(read(&json[..300_000]), None);
    }

    #[test]
    fn decodes_escapes_and_joins_halves() {
        let text = decode_json_string(JsStr::from(r#""\"\\\/\b\f\n\r\té\ud83d\ude00""#)).unwrap();
        assert_eq!(text.as_js(), "\"\\/\u{8}\u{c}\n\r\té😀");
        let lone = decode_json_string(JsStr::from(r#""\ud83d""#)).unwrap();
        assert_eq!(lone.as_js().to_string_lossy(), "\u{FFFD}");
        assert!(decode_json_string(JsStr::from("\"")).is_none());
    }
}
