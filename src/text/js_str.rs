//! JavaScript strings without loss: WTF-8, which is UTF-8 that may also hold unpaired surrogates.
//!
//! A JSON string may spell an unpaired surrogate (`"\ud83d"`), so `str` cannot hold what a transcript holds.
//! Here it takes three bytes (`ED A0..BF xx`). A pair is always its four-byte character: [`JsString::push`] joins
//! halves that meet, so equal strings have equal bytes.

use super::lower_case;
use std::fmt;

/// A borrowed JavaScript string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct JsStr<'a>(&'a [u8]);

/// An owned JavaScript string.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct JsString(Vec<u8>);

/// True for the 25 code points that ECMAScript's `trim` and `\s` know.
pub const fn is_space(c: u32) -> bool {
    matches!(
        c,
        0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF
    )
}

/// True for what `\w` matches: ASCII letters, digits and `_`.
pub const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> JsStr<'a> {
    /// Takes bytes that are known to be WTF-8 (a decoded JSON string, or a slice of one at character borders).
    pub const fn from_wtf8(bytes: &'a [u8]) -> Self {
        JsStr(bytes)
    }

    /// The WTF-8 bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, when it holds no unpaired surrogate.
    pub fn to_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }

    /// The text with U+FFFD for each unpaired surrogate, as a text encoder gives it.
    pub fn to_string_lossy(self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for (_, c) in self.code_points() {
            out.push(char::from_u32(c).unwrap_or('\u{FFFD}'));
        }
        out
    }

    /// True when the first character is one that ECMAScript's `trim` knows.
    pub fn starts_with_space(self) -> bool {
        self.code_points().next().is_some_and(|(_, c)| is_space(c))
    }

    /// True when there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Length in UTF-16 code units, which is what JavaScript's `length` says.
    pub fn utf16_len(self) -> usize {
        // Every character starts with one byte that is no continuation; four-byte characters take two units.
        self.0
            .iter()
            .map(|&b| usize::from(b & 0xC0 != 0x80) + usize::from(b >= 0xF0))
            .sum()
    }

    /// Code points with their byte offsets; an unpaired surrogate is a code point of its own.
    pub fn code_points(self) -> CodePoints<'a> {
        CodePoints {
            bytes: self.0,
            at: 0,
        }
    }

    /// The last code point and its byte offset.
    pub fn last(self) -> Option<(usize, u32)> {
        let mut at = self.0.len().checked_sub(1)?;
        while at > 0 && self.0[at] & 0xC0 == 0x80 {
            at -= 1;
        }
        Some((at, decode(&self.0[at..]).0))
    }

    /// The part from `from` to `to`, both byte offsets at character borders.
    pub fn slice(self, from: usize, to: usize) -> JsStr<'a> {
        JsStr(&self.0[from..to])
    }

    /// The part from byte offset `from` on.
    pub fn tail(self, from: usize) -> JsStr<'a> {
        JsStr(&self.0[from..])
    }

    /// The part before byte offset `to`.
    pub fn head(self, to: usize) -> JsStr<'a> {
        JsStr(&self.0[..to])
    }

    /// ECMAScript `trimStart`.
    pub fn trim_start(self) -> JsStr<'a> {
        for (at, c) in self.code_points() {
            if !is_space(c) {
                return self.tail(at);
            }
        }
        JsStr(&[])
    }

    /// ECMAScript `trimEnd`.
    pub fn trim_end(self) -> JsStr<'a> {
        let mut rest = self;
        while let Some((at, c)) = rest.last() {
            if !is_space(c) {
                break;
            }
            rest = rest.head(at);
        }
        rest
    }

    /// ECMAScript `trim`. Unlike Rust's it takes U+FEFF away and leaves U+0085.
    pub fn trim(self) -> JsStr<'a> {
        self.trim_start().trim_end()
    }

    /// True when nothing but white space is in it.
    pub fn is_blank(self) -> bool {
        self.trim_start().is_empty()
    }

    /// True when it begins with `prefix`.
    pub fn starts_with(self, prefix: &str) -> bool {
        self.0.starts_with(prefix.as_bytes())
    }

    /// True when it ends with `suffix`.
    pub fn ends_with(self, suffix: &str) -> bool {
        self.0.ends_with(suffix.as_bytes())
    }

    /// True when its last character is white space.
    pub fn ends_with_space(self) -> bool {
        self.last().is_some_and(|(_, c)| is_space(c))
    }

    /// The rest after `prefix`, if it begins with it.
    pub fn strip_prefix(self, prefix: &str) -> Option<JsStr<'a>> {
        self.0.strip_prefix(prefix.as_bytes()).map(JsStr)
    }

    /// The rest after `prefix`, whatever the case of its ASCII letters.
    pub fn strip_prefix_ignore_case(self, prefix: &str) -> Option<JsStr<'a>> {
        let (head, tail) = self.0.split_at_checked(prefix.len())?;
        head.eq_ignore_ascii_case(prefix.as_bytes())
            .then_some(JsStr(tail))
    }

    /// The part before `suffix`, whatever the case of its ASCII letters.
    pub fn strip_suffix_ignore_case(self, suffix: &str) -> Option<JsStr<'a>> {
        let (head, tail) = self
            .0
            .split_at_checked(self.0.len().checked_sub(suffix.len())?)?;
        tail.eq_ignore_ascii_case(suffix.as_bytes())
            .then_some(JsStr(head))
    }

    /// The rest after leading repetitions of one ASCII character.
    pub fn trim_start_byte(self, byte: u8) -> JsStr<'a> {
        let len = self.0.iter().take_while(|&&b| b == byte).count();
        self.tail(len)
    }

    /// The part before trailing repetitions of one ASCII character.
    pub fn trim_end_byte(self, byte: u8) -> JsStr<'a> {
        let len = self.0.iter().rev().take_while(|&&b| b == byte).count();
        self.head(self.0.len() - len)
    }

    /// Byte offset of the first `needle`.
    pub fn find(self, needle: &str) -> Option<usize> {
        find_bytes(self.0, needle.as_bytes())
    }

    /// Byte offset of the first `needle` at or after byte `from`.
    pub fn find_from(self, needle: &str, from: usize) -> Option<usize> {
        self.0
            .get(from..)
            .and_then(|rest| find_bytes(rest, needle.as_bytes()))
            .map(|at| at + from)
    }

    /// Byte offset of the first `needle`, whatever the case of ASCII letters.
    pub fn find_ignore_case(self, needle: &str) -> Option<usize> {
        let needle = needle.as_bytes();
        let Some(first) = needle.first().map(u8::to_ascii_lowercase) else {
            return Some(0);
        };
        let last_start = self.0.len().checked_sub(needle.len())?;
        (0..=last_start).find(|&at| {
            self.0[at].to_ascii_lowercase() == first
                && self.0[at..at + needle.len()].eq_ignore_ascii_case(needle)
        })
    }

    /// Byte offset of the first occurrence of one ASCII character.
    pub fn find_byte(self, byte: u8) -> Option<usize> {
        position(self.0, byte)
    }

    /// True when `needle` is somewhere in it.
    pub fn contains(self, needle: &str) -> bool {
        self.find(needle).is_some()
    }

    /// Full Unicode `toLowerCase`; unpaired surrogates stay.
    pub fn to_lowercase(self) -> JsString {
        match self.to_str() {
            Some(text) => JsString::from(lower_case(text).as_str()),
            None => {
                // Lower-case each well-formed stretch; final sigma looks no further than its stretch.
                let lower = |stretch| lower_case(&String::from_utf8_lossy(stretch));
                let mut out = JsString::new();
                let mut start = 0;
                for (at, c) in self.code_points() {
                    if (0xD800..0xE000).contains(&c) {
                        out.push_str(&lower(&self.0[start..at]));
                        out.push(self.slice(at, at + 3));
                        start = at + 3;
                    }
                }
                out.push_str(&lower(&self.0[start..]));
                out
            }
        }
    }

    /// True when [`to_lowercase`](Self::to_lowercase) gives this ASCII text in lower case.
    pub fn is_lowercase_of(self, text: &str) -> bool {
        match self.0.is_ascii() {
            true => self.0.eq_ignore_ascii_case(text.as_bytes()),
            false => self.to_lowercase().as_js() == *text,
        }
    }

    /// An owned copy.
    pub fn to_owned(self) -> JsString {
        JsString(self.0.to_vec())
    }
}

/// Iterator of [`JsStr::code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl CodePoints<'_> {
    /// Byte offset of the next code point.
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl Iterator for CodePoints<'_> {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<(usize, u32)> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (c, len) = decode(rest);
        let at = self.at;
        self.at += len;
        Some((at, c))
    }
}

/// First code point of non-empty WTF-8 and its length in bytes.
fn decode(bytes: &[u8]) -> (u32, usize) {
    let low = |i: usize| u32::from(bytes.get(i).copied().unwrap_or(0x80) & 0x3F);
    match bytes[0] {
        b @ ..0x80 => (u32::from(b), 1),
        b @ ..0xE0 => (u32::from(b & 0x1F) << 6 | low(1), 2),
        b @ ..0xF0 => (u32::from(b & 0x0F) << 12 | low(1) << 6 | low(2), 3),
        b => (
            u32::from(b & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3),
            4,
        ),
    }
}

/// Offset of the first such byte. Whole chunks are tested without a branch inside, which the compiler turns into vector
/// instructions.
fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    const CHUNK: usize = 32;
    let lacks_byte = |chunk: &&[u8]| !chunk.iter().fold(false, |found, &b| found | (b == byte));
    let skipped = CHUNK * bytes.chunks_exact(CHUNK).take_while(lacks_byte).count();
    let rest = bytes[skipped..].iter().position(|&b| b == byte)?;
    Some(skipped + rest)
}

/// Byte offset of the first `needle` in `hay`: looks for its first byte, then compares.
pub fn find_bytes(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let Some((&first, rest)) = needle.split_first() else {
        return Some(0);
    };
    let mut at = 0;
    while let Some(step) = position(hay.get(at..)?, first) {
        at += step + 1;
        if hay[at..].starts_with(rest) {
            return Some(at - 1);
        }
    }
    None
}

/// Offset of the first byte that is `a` or `b`, eight at a time.
pub fn find_byte2(hay: &[u8], a: u8, b: u8) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(chunk) = hay.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let (x, y) = (word ^ (ONES * u64::from(a)), word ^ (ONES * u64::from(b)));
        let found = (x.wrapping_sub(ONES) & !x | y.wrapping_sub(ONES) & !y) & HIGHS;
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    hay[at..]
        .iter()
        .position(|&byte| byte == a || byte == b)
        .map(|step| at + step)
}

impl JsString {
    /// An empty string.
    pub const fn new() -> Self {
        JsString(Vec::new())
    }

    /// An empty string with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        JsString(Vec::with_capacity(bytes))
    }

    /// The string, borrowed.
    pub fn as_js(&self) -> JsStr<'_> {
        JsStr(&self.0)
    }

    /// The WTF-8 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The WTF-8 bytes, owned.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// True when there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the first `len` bytes, which end at a character border.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// ECMAScript `trimEnd`, in place.
    pub fn trim_end(&mut self) {
        let len = self.as_js().trim_end().len();
        self.truncate(len);
    }

    /// Appends well-formed text.
    pub fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends a string; surrogate halves that meet at the seam become their character.
    pub fn push(&mut self, text: JsStr<'_>) {
        let seam = match (self.as_js().last(), text.code_points().next()) {
            (Some((at, high @ 0xD800..0xDC00)), Some((_, low @ 0xDC00..0xE000))) => {
                Some((at, high, low))
            }
            _ => None,
        };
        match seam {
            Some((at, high, low)) => {
                self.0.truncate(at);
                self.push_code_point(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                self.0.extend_from_slice(&text.0[3..]);
            }
            None => self.0.extend_from_slice(text.0),
        }
    }

    /// Appends one code point, which may be a surrogate; a low half joins a high half before it.
    pub fn push_code_point(&mut self, c: u32) {
        match char::from_u32(c) {
            Some(c) => self
                .0
                .extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => self.push(JsStr(&[
                0xE0 | (c >> 12) as u8,
                0x80 | (c >> 6 & 0x3F) as u8,
                0x80 | (c & 0x3F) as u8,
            ])),
        }
    }
}

impl AsRef<[u8]> for JsString {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<&str> for JsString {
    fn from(text: &str) -> Self {
        JsString(text.as_bytes().to_vec())
    }
}

impl<'a> From<&'a str> for JsStr<'a> {
    fn from(text: &'a str) -> Self {
        JsStr(text.as_bytes())
    }
}

impl PartialEq<str> for JsStr<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for JsStr<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl fmt::Debug for JsStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string_lossy(), f)
    }
}

impl fmt::Debug for JsString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_js(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_what_ecmascript_trims() {
        assert_eq!(
            JsStr::from("\u{FEFF}\u{A0} a\u{85} \u{3000}").trim(),
            "a\u{85}"
        );
        assert!(JsStr::from("\u{2003}\n").is_blank());
        assert!(!JsStr::from("\u{200B}").is_blank());
    }

    #[test]
    fn ignores_the_case_of_ascii_letters_alone() {
        let text = JsStr::from("xNo_ReplY");
        assert_eq!(text.find_ignore_case("NO_"), Some(1));
        assert_eq!(text.find_ignore_case("reply!"), None);
        assert_eq!(text.strip_suffix_ignore_case("_REPLY").unwrap(), "xNo");
        assert_eq!(JsStr::from("\u{17F}").find_ignore_case("s"), None);
        assert!(
            JsStr::from("\u{212A}")
                .strip_prefix_ignore_case("k")
                .is_none()
        );
    }

    #[test]
    fn finds_on_both_sides_of_chunk_borders() {
        for before in [0, 1, 31, 32, 33, 64, 100] {
            let text = format!("{}<b<a>", "x".repeat(before));
            assert_eq!(JsStr::from(text.as_str()).find("<a>"), Some(before + 2));
            assert_eq!(JsStr::from(text.as_str()).find_byte(b'!'), None);
        }
    }

    #[test]
    fn counts_utf16_units() {
        assert_eq!(JsStr::from("aé€😀").utf16_len(), 5);
    }

    #[test]
    fn halves_that_meet_become_a_character() {
        let mut text = JsString::new();
        text.push_code_point(0xD83D);
        assert_eq!(text.as_js().utf16_len(), 1);
        assert_eq!(text.as_js().to_string_lossy(), "\u{FFFD}");
        text.push_code_point(0xDE00);
        assert_eq!(text.as_js(), "😀");
    }

    #[test]
    fn lower_cases_around_unpaired_halves() {
        let mut text = JsString::from("AΣ");
        text.push_code_point(0xD800);
        text.push_str("B");
        let lower = text.as_js().to_lowercase();
        assert!(lower.as_js().starts_with("aς"));
        assert!(lower.as_js().ends_with("b"));
    }
}
