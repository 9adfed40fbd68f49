//! A new text in terms of the old one, for hosts whose strings are UTF-16: decoding all of it again would cost more
//! than everything else.

use crate::json::{Sink, write_string};
use crate::text::{JsStr, Utf16Offsets};
use crate::transcript::Transcript;

/// Stretches of the source shorter than this are written out: naming them would not be shorter.
const SHORTEST_STRETCH: usize = 64;

/// The new text as a JSON array: two numbers are a stretch of the old text in UTF-16 units (from, to), a string is new
/// text.
pub(super) fn pieces(transcript: &mut Transcript<'_>) -> Vec<u8> {
    let mut pieces = Pieces {
        offsets: Utf16Offsets::new(transcript.document.source()),
        out: vec![b'['],
        new_text: Vec::new(),
    };
    transcript.write_to(&mut pieces);
    pieces.end_new_text();
    pieces.out.push(b']');
    pieces.out
}

struct Pieces<'s> {
    offsets: Utf16Offsets<'s>,
    out: Vec<u8>,
    /// Text since the last stretch of the source.
    new_text: Vec<u8>,
}

impl Pieces<'_> {
    fn end_new_text(&mut self) {
        if !self.new_text.is_empty() {
            self.comma();
            write_string(&mut self.out, JsStr::from_wtf8(&self.new_text));
            self.new_text.clear();
        }
    }

    fn comma(&mut self) {
        if self.out.len() > 1 {
            self.out.push(b',');
        }
    }
}

impl Sink for Pieces<'_> {
    fn push(&mut self, text: &[u8], source: Option<usize>) {
        match source {
            Some(start) if text.len() >= SHORTEST_STRETCH => {
                self.end_new_text();
                self.comma();
                let (from, to) = (self.offsets.of(start), self.offsets.of(start + text.len()));
                self.out
                    .extend_from_slice(format!("{from},{to}").as_bytes());
            }
            _ => self.new_text.extend_from_slice(text),
        }
    }
}
