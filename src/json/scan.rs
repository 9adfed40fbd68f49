//! The one pass over untrusted text: checks that it is JSON and records spans, without recursion.

use super::document::{Entry, NO_LIST, Value};
use super::lists::Lists;
use super::pointer::pointer_at;
use crate::{Error, ErrorKind, Limits};

/// Where the scanner puts what it finds.
pub(super) struct Index<'a> {
    /// Children of the indexed containers.
    pub(super) lists: &'a mut Lists,
    /// How what was read is spelled.
    pub(super) spelling: &'a mut Spelling,
    /// Whether it is certain that the text is UTF-8.
    pub(super) encoded: bool,
}

/// How some part of a text is spelled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spelling {
    /// An object key with an escape.
    pub(super) escaped_keys: bool,
    /// The escape of one half of a surrogate pair.
    pub(super) surrogates: bool,
    /// White space between an object's key and its value.
    pub(super) spaced_members: bool,
}

/// Why the text is no JSON, and where.
struct Fault {
    offset: usize,
    what: &'static str,
}

/// What the scanner keeps of the containers that are open. A text of many values takes memory for it once.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    kinds: Kinds,
    open: Vec<Open>,
    /// Children of open containers, of the outermost one first.
    scratch: Vec<Entry>,
}

impl Work {
    fn clear(&mut self) {
        self.kinds.depth = 0;
        self.open.clear();
        self.scratch.clear();
    }
}

/// An open container whose children are recorded, or whose own span is.
#[derive(Clone, Debug)]
struct Open {
    key: u32,
    start: usize,
    scratch_from: usize,
}

/// One bit for each open container: is it an object? A million levels take 122 KiB.
#[derive(Clone, Debug, Default)]
struct Kinds {
    bits: Vec<u64>,
    depth: usize,
}

impl Kinds {
    #[inline]
    fn push(&mut self, object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        self.bits[word] = self.bits[word] & !(1 << bit) | u64::from(object) << bit;
        self.depth += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.depth -= 1;
    }

    #[inline]
    fn in_object(&self) -> bool {
        let top = self.depth - 1;
        self.bits[top / 64] >> (top % 64) & 1 == 1
    }
}

/// Checks `text` and records the children of every container that lies fewer than `depth` levels deep.
///
/// `base` is added to every recorded address. Errors carry the byte offset in `text` and a JSON pointer.
pub(super) fn scan(
    text: &[u8],
    base: u32,
    depth: usize,
    limits: &Limits,
    index: &mut Index<'_>,
    work: &mut Work,
) -> Result<Value, Error> {
    check_len(text, limits)?;
    work.clear();
    let Work {
        kinds,
        open,
        scratch,
    } = work;
    let mut key = 0u32;
    let mut at = 0usize;
    let fail = |fault: Fault| {
        Error::new(ErrorKind::InvalidJson, fault.what)
            .at_offset(fault.offset)
            .at_pointer(pointer_at(text, fault.offset))
    };
    loop {
        at = skip_space(text, at);
        let start = at;
        let mut list = NO_LIST;
        match text.get(at) {
            Some(&bracket @ (b'{' | b'[')) => {
                if kinds.depth >= limits.nesting {
                    return Err(Error::new(
                        ErrorKind::LimitExceeded,
                        format!(
                            "nested deeper than the limit `nesting` of {}",
                            limits.nesting
                        ),
                    )
                    .at_offset(at)
                    .at_pointer(pointer_at(text, at))
                    .at_limit("nesting"));
                }
                at = skip_space(text, at + 1);
                // In ASCII a closing bracket stands two after its opening one.
                if text.get(at) != Some(&(bracket + 2)) {
                    if kinds.depth <= depth {
                        open.push(Open {
                            key,
                            start,
                            scratch_from: scratch.len(),
                        });
                    }
                    kinds.push(bracket == b'{');
                    key = 0;
                    if bracket == b'{' {
                        key = base + at as u32;
                        at = scan_key(text, at, index).map_err(fail)?;
                    }
                    continue;
                }
                at += 1;
            }
            Some(b'"') => at = string_end(text, at + 1, index).map_err(fail)?.0,
            Some(b'-' | b'0'..=b'9') => at = number_end(text, at).map_err(fail)?,
            Some(b't') => at = word_end(text, at, b"true").map_err(fail)?,
            Some(b'f') => at = word_end(text, at, b"false").map_err(fail)?,
            Some(b'n') => at = word_end(text, at, b"null").map_err(fail)?,
            Some(_) => {
                return Err(fail(Fault {
                    offset: at,
                    what: "expected a value",
                }));
            }
            None => {
                return Err(fail(Fault {
                    offset: at,
                    what: "the text ends where a value is expected",
                }));
            }
        }
        let mut value_start = start;
        loop {
            let value = Value::new(base + value_start as u32, base + at as u32, list);
            if kinds.depth == 0 {
                at = skip_space(text, at);
                return match text.get(at) {
                    None => Ok(value),
                    Some(_) => Err(fail(Fault {
                        offset: at,
                        what: "text after the end of the value",
                    })),
                };
            }
            if kinds.depth <= depth {
                scratch.push(Entry { key, value });
            }
            at = skip_space(text, at);
            let object = kinds.in_object();
            match text.get(at) {
                Some(b',') => {
                    at += 1;
                    if object {
                        at = skip_space(text, at);
                        key = base + at as u32;
                        at = scan_key(text, at, index).map_err(fail)?;
                    }
                    break;
                }
                Some(&bracket @ (b'}' | b']')) if (bracket == b'}') == object => {
                    at += 1;
                    kinds.pop();
                    list = NO_LIST;
                    if kinds.depth <= depth
                        && let Some(container) = open.pop()
                    {
                        (key, value_start) = (container.key, container.start);
                        if kinds.depth < depth {
                            list = index.lists.push(scratch.drain(container.scratch_from..));
                        }
                    }
                }
                Some(_) if object => {
                    return Err(fail(Fault {
                        offset: at,
                        what: "expected `,` or `}`",
                    }));
                }
                Some(_) => {
                    return Err(fail(Fault {
                        offset: at,
                        what: "expected `,` or `]`",
                    }));
                }
                None => {
                    return Err(fail(Fault {
                        offset: at,
                        what: "the text ends inside a container",
                    }));
                }
            }
        }
    }
}

/// Refuses a text of more bytes than the limit allows.
pub(super) fn check_len(text: &[u8], limits: &Limits) -> Result<(), Error> {
    let most = limits.bytes.min(MAX_BYTES);
    if text.len() > most {
        let found = text.len();
        return Err(Error::new(
            ErrorKind::LimitExceeded,
            format!("the input has {found} bytes, the limit `bytes` is {most}"),
        )
        .at_offset(most)
        .at_limit("bytes"));
    }
    Ok(())
}

/// Spans are 32-bit, and rules add text of their own; 1 GiB leaves them room. No option raises this.
const MAX_BYTES: usize = 1 << 30;

/// Reads a key and its colon; gives the offset of what follows.
fn scan_key(text: &[u8], at: usize, index: &mut Index<'_>) -> Result<usize, Fault> {
    match text.get(at) {
        Some(b'"') => {}
        Some(_) => {
            return Err(Fault {
                offset: at,
                what: "expected a key",
            });
        }
        None => {
            return Err(Fault {
                offset: at,
                what: "the text ends where a key is expected",
            });
        }
    }
    let (end, escaped) = string_end(text, at + 1, index)?;
    index.spelling.escaped_keys |= escaped;
    let colon = skip_space(text, end);
    match text.get(colon) {
        Some(b':') => {
            let value = skip_space(text, colon + 1);
            index.spelling.spaced_members |= value != end + 1;
            Ok(value)
        }
        Some(_) => Err(Fault {
            offset: colon,
            what: "expected `:`",
        }),
        None => Err(Fault {
            offset: colon,
            what: "the text ends after a key",
        }),
    }
}

/// First offset at or after `at` that holds no JSON white space.
#[inline]
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Marks the bytes of `word` that equal `byte`. Marks above the lowest one may be wrong, the lowest is right.
const fn equal_bytes(word: u64, byte: u8) -> u64 {
    let x = word ^ (ONES * byte as u64);
    x.wrapping_sub(ONES) & !x & HIGHS
}

/// A bit for each byte that is a quote, a backslash or a control character, and one for each that is not ASCII.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn special_bytes(chunk: &[u8; 16]) -> (u16, u16) {
    use core::arch::wasm32::*;
    let word = u128::from_le_bytes(*chunk);
    let bytes = u64x2(word as u64, (word >> 64) as u64);
    let quotes = u8x16_eq(bytes, u8x16_splat(b'"'));
    let backslashes = u8x16_eq(bytes, u8x16_splat(b'\\'));
    let controls = u8x16_lt(bytes, u8x16_splat(0x20));
    let special = v128_or(v128_or(quotes, backslashes), controls);
    (u8x16_bitmask(special), u8x16_bitmask(bytes))
}

/// Offset of the first byte at or after `at` that is a quote, a backslash or a control character. `ascii` becomes false
/// when a byte before it is not ASCII.
#[inline]
fn plain_end(text: &[u8], mut at: usize, ascii: &mut bool) -> usize {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let (special, high) = special_bytes(chunk);
        // All bits below the lowest one that is set.
        let before = (special & special.wrapping_neg()).wrapping_sub(1);
        *ascii &= high & before == 0;
        if special != 0 {
            return at + special.trailing_zeros() as usize;
        }
        at += 16;
    }
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        let special = equal_bytes(word, b'"') | equal_bytes(word, b'\\') | control;
        let before = (special & special.wrapping_neg()).wrapping_sub(1);
        *ascii &= word & HIGHS & before == 0;
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(&byte) = text.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        *ascii &= byte.is_ascii();
        at += 1;
    }
    at
}

/// Checks a string from after its opening quote; gives the offset after the closing one, and whether it holds escapes.
fn string_end(text: &[u8], start: usize, index: &mut Index<'_>) -> Result<(usize, bool), Fault> {
    // A text that was just encoded is not looked at again.
    let mut ascii = true;
    let end = quote_end(text, start, index.spelling, &mut ascii);
    if !ascii && !index.encoded {
        let read = &text[start
            ..end
                .as_ref()
                .map_or_else(|fault| fault.offset, |(end, _)| *end)];
        if simdutf8::basic::from_utf8(read).is_err() {
            let valid =
                std::str::from_utf8(read).map_or_else(|error| error.valid_up_to(), str::len);
            return Err(Fault {
                offset: start + valid,
                what: "invalid UTF-8",
            });
        }
    }
    end
}

/// The same without a look at UTF-8; `ascii` tells whether that is needed.
fn quote_end(
    text: &[u8],
    mut at: usize,
    spelling: &mut Spelling,
    ascii: &mut bool,
) -> Result<(usize, bool), Fault> {
    let mut escaped = false;
    loop {
        at = plain_end(text, at, ascii);
        match text.get(at) {
            Some(b'"') => return Ok((at + 1, escaped)),
            Some(b'\\') => {
                escaped = true;
                match text.get(at + 1) {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                    Some(b'u') => {
                        for digit in 2..6 {
                            if !text.get(at + digit).is_some_and(u8::is_ascii_hexdigit) {
                                return Err(Fault {
                                    offset: at + digit,
                                    what: "expected four hex digits after `\\u`",
                                });
                            }
                        }
                        spelling.surrogates |= is_surrogate(text[at + 2], text[at + 3]);
                        at += 6;
                    }
                    _ => {
                        return Err(Fault {
                            offset: at + 1,
                            what: "unknown escape in a string",
                        });
                    }
                }
            }
            Some(_) => {
                return Err(Fault {
                    offset: at,
                    what: "control character in a string",
                });
            }
            None => {
                return Err(Fault {
                    offset: at,
                    what: "the text ends inside a string",
                });
            }
        }
    }
}

/// Whether an escape is that of a surrogate, by the first two of its hex digits.
const fn is_surrogate(first: u8, second: u8) -> bool {
    matches!(first, b'd' | b'D') && matches!(second, b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F')
}

/// Checks a number; gives the offset after it.
fn number_end(text: &[u8], mut at: usize) -> Result<usize, Fault> {
    let digits = |mut at: usize| {
        let from = at;
        while text.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at > from {
            Ok(at)
        } else {
            Err(Fault {
                offset: at,
                what: "expected a digit",
            })
        }
    };
    if text.get(at) == Some(&b'-') {
        at += 1;
    }
    at = if text.get(at) == Some(&b'0') {
        at + 1
    } else {
        digits(at)?
    };
    if text.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if let Some(b'e' | b'E') = text.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = text.get(at) {
            at += 1;
        }
        at = digits(at)?;
    }
    Ok(at)
}

fn word_end(text: &[u8], at: usize, word: &'static [u8]) -> Result<usize, Fault> {
    match text[at..].starts_with(word) {
        true => Ok(at + word.len()),
        false => Err(Fault {
            offset: at,
            what: "expected a value",
        }),
    }
}

/// Offset after the string that opens at `at`, in text that is known to be JSON.
pub(super) fn skip_string(text: &[u8], mut at: usize) -> usize {
    at += 1;
    loop {
        match crate::text::find_byte2(&text[at..], b'"', b'\\') {
            Some(step) if text[at + step] == b'"' => return at + step + 1,
            Some(step) => at = (at + step + 2).min(text.len()),
            None => return text.len(),
        }
    }
}

/// Offset after the value that starts at `at`, in text that is known to be JSON.
pub(super) fn skip_value(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => at = skip_string(text, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            _ => {
                while text.get(at).is_some_and(|b| {
                    !matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
                }) {
                    at += 1;
                }
            }
        }
        if depth == 0 {
            return at;
        }
    }
    at
}
