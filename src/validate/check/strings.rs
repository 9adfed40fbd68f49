//! Unpaired surrogates, anywhere in the text.

use crate::json::{decode_string, push_token};
use crate::text::find_bytes;
use crate::validate::GEN_01;
use crate::validate::finding::{Findings, Severity};
use std::fmt::Write;
use std::ops::Range;

/// Levels that a pointer names; deeper ones would make a finding longer than its cause.
const MAX_LEVELS: usize = 64;

/// The key of what is JSON text in a string.
const ARGUMENTS: &[u8] = br#""arguments""#;

/// A container on the way to a string.
struct Level {
    object: bool,
    item: u64,
    /// The key, with its quotes.
    key: (usize, usize),
}

/// A string with an unpaired half.
pub(crate) struct Half {
    /// Where its text stands, quotes included.
    pub(crate) at: Range<usize>,
    /// It is JSON text itself, whose escapes count too.
    pub(crate) is_json: bool,
    /// JSON pointer of the string, or of the member whose key it is.
    pub(crate) pointer: String,
}

pub(in crate::validate) fn check(findings: &mut Findings<'_>) {
    for half in halves(findings.document.source()) {
        findings.at_pointer(&GEN_01, Severity::Error, half.pointer);
    }
}

/// Walks the whole text once. A text in which nothing is spelled as halves are is not walked.
pub(crate) fn halves(text: &[u8]) -> Vec<Half> {
    let mut found = Vec::new();
    if !may_spell_halves(text) {
        return found;
    }
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' | b'[' => levels.push(Level {
                object: byte == b'{',
                item: 0,
                key: (0, 0),
            }),
            b'}' | b']' => {
                levels.pop();
            }
            b',' => {
                if let Some(level) = levels.last_mut() {
                    level.item += 1;
                    level.key = (0, 0);
                }
            }
            b'"' => {
                let end = string_end(text, at);
                let is_key = levels
                    .last()
                    .is_some_and(|level| level.object && level.key == (0, 0));
                if let Some(level) = levels.last_mut().filter(|_| is_key) {
                    level.key = (at, end);
                }
                let is_json = !is_key
                    && levels
                        .last()
                        .is_some_and(|level| &text[level.key.0..level.key.1] == ARGUMENTS);
                if holds_half(&text[at..end], is_json) {
                    found.push(Half {
                        at: at..end,
                        is_json,
                        pointer: pointer(text, &levels),
                    });
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// True when the text holds an escape that begins as those of halves do, or that of a backslash, which may make one in
/// the arguments of a call.
fn may_spell_halves(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = find_bytes(rest, b"\\u") {
        rest = &rest[at + 2..];
        if let [b'd' | b'D', ..] | [b'0', b'0', b'5', b'c' | b'C', ..] = rest {
            return true;
        }
    }
    false
}

/// Offset behind the string that begins at `at`.
fn string_end(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'"' => return end + 1,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    text.len()
}

/// True when a JSON string holds an unpaired half, or is JSON text itself (the arguments of a call) that spells one.
fn holds_half(string: &[u8], is_json: bool) -> bool {
    if find_bytes(string, b"\\u").is_none() {
        return false;
    }
    let decoded = decode_string(string);
    // In WTF-8 an unpaired half is ED A0..BF xx.
    let raw = decoded
        .windows(2)
        .any(|pair| pair[0] == 0xED && pair[1] >= 0xA0);
    raw || is_json && spells_half(&decoded)
}

/// True when a text holds the escape of a half without its partner.
fn spells_half(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(step) = text.get(at..).and_then(|rest| find_bytes(rest, b"\\")) {
        at += step;
        match escape(&text[at..]) {
            Some(0xD800..0xDC00) => match text.get(at + 6..).and_then(escape) {
                Some(0xDC00..0xE000) => at += 12,
                _ => return true,
            },
            Some(0xDC00..0xE000) => return true,
            _ => at += 2,
        }
    }
    false
}

/// The code unit of a `\uXXXX` that the text begins with.
fn escape(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

fn pointer(text: &[u8], levels: &[Level]) -> String {
    let mut pointer = String::new();
    for level in levels.iter().take(MAX_LEVELS) {
        match level.object {
            true => push_token(&mut pointer, &text[level.key.0..level.key.1]),
            // Writing to a string cannot fail.
            false => drop(write!(pointer, "/{}", level.item)),
        }
    }
    pointer
}
