//! Unpaired halves, in the text of the whole body.

use crate::json::{Document, decode_string, write_string};
use crate::preflight::context::Context;
use crate::preflight::notes::{Notes, addresses};
use crate::replay::rules::replace_unpaired_surrogates::mended as mended_text;
use crate::replay::rules::REPLACE_UNPAIRED_SURROGATES;
use crate::text::JsStr;
use crate::validate::halves;

/// A body without unpaired halves.
pub(in crate::preflight) struct Mended {
    pub(in crate::preflight) text: Vec<u8>,
    strings: Vec<Replaced>,
}

/// A string that was another one.
struct Replaced {
    pointer: String,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// The body with U+FFFD for each half; none when it holds no half. All else keeps its bytes, and everything its pointer.
pub(in crate::preflight) fn mended(body: &[u8]) -> Option<Mended> {
    let halves = halves(body);
    if halves.is_empty() {
        return None;
    }
    let mut text = Vec::with_capacity(body.len());
    let mut strings = Vec::with_capacity(halves.len());
    let mut copied = 0;
    for half in halves {
        let before = &body[half.at.clone()];
        let after = string(before, half.is_json);
        text.extend_from_slice(&body[copied..half.at.start]);
        text.extend_from_slice(&after);
        copied = half.at.end;
        strings.push(Replaced {
            pointer: half.pointer,
            before: before.to_vec(),
            after,
        });
    }
    text.extend_from_slice(&body[copied..]);
    Some(Mended { text, strings })
}

/// A string without halves. Of one that is JSON text itself (the arguments of a call) the escapes in there count too.
fn string(string: &[u8], is_json: bool) -> Vec<u8> {
    let outer = mended_text(string).unwrap_or_else(|| string.to_vec());
    let inner = match is_json {
        true => mended_text(&decode_string(&outer)),
        false => None,
    };
    match inner {
        None => outer,
        Some(inner) => {
            let mut out = Vec::with_capacity(outer.len());
            write_string(&mut out, JsStr::from_wtf8(&inner));
            out
        }
    }
}

impl Mended {
    /// Where the strings stand.
    pub(in crate::preflight) fn pointers(&self) -> impl Iterator<Item = &str> {
        self.strings.iter().map(|string| string.pointer.as_str())
    }

    /// Notes each string, by the turn or part that it is in.
    pub(in crate::preflight) fn note(
        &self,
        document: &Document<'_>,
        context: &Context,
        notes: &mut Notes,
    ) {
        let addresses = addresses(document, context);
        for string in &self.strings {
            let pointer = string.pointer.as_str();
            let mut end = pointer.len();
            let holder = loop {
                match addresses.get(&pointer.as_bytes()[..end]) {
                    Some(holder) => break *holder,
                    None => end = pointer[..end].rfind('/').unwrap_or(0),
                }
            };
            notes.string(&REPLACE_UNPAIRED_SURROGATES, holder, &pointer[end..], &string.before, &string.after);
        }
    }
}
