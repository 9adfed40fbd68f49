//! A new text in terms of the old one. The host has the old text, so what stays need not be written here, copied out
//! and, for a string, decoded again.
//!
//! ```text
//! the new text as UTF-8, then count × (from: u32, to: u32, new: u32), then count: u32
//! ```
//!
//! Each piece is a stretch of the old text and, behind it, so much of the new text. Numbers are little-endian and count
//! what the host counts: bytes, or UTF-16 units.

use crate::json::{Sink, write_whole};
use crate::text::{JsStr, Utf16Offsets};
use crate::transcript::Transcript;

/// Stretches of the source shorter than this are written out: naming them would not be shorter.
const SHORTEST_STRETCH: usize = 64;

/// Bytes of a piece's three numbers.
const PIECE_BYTES: usize = 12;

/// Bytes of the count.
const COUNT_BYTES: usize = 4;

/// The pieces in bytes.
pub(super) fn byte_pieces(transcript: &mut Transcript<'_>) -> Vec<u8> {
    pieces(transcript, |at| at, |text| text.len())
}

/// The pieces in UTF-16 units.
pub(super) fn utf16_pieces(transcript: &mut Transcript<'_>) -> Vec<u8> {
    let offsets = Utf16Offsets::new(transcript.document.source());
    pieces(
        transcript,
        |at| offsets.of(at),
        |text| JsStr::from_wtf8(text).utf16_len(),
    )
}

fn pieces(
    transcript: &mut Transcript<'_>,
    offset: impl Fn(usize) -> usize,
    len: impl Fn(&[u8]) -> usize,
) -> Vec<u8> {
    let root = transcript.root();
    let mut lengths = Lengths::default();
    write_whole(&transcript.document, root, &mut lengths);
    let mut pieces = Pieces {
        stretches: Vec::with_capacity(lengths.stretches),
        new_text: Vec::with_capacity(
            lengths.new_text + PIECE_BYTES * lengths.stretches + COUNT_BYTES,
        ),
    };
    write_whole(&transcript.document, root, &mut pieces);
    let Pieces {
        stretches,
        mut new_text,
    } = pieces;
    let new_len = new_text.len();
    let put = |out: &mut Vec<u8>, number: usize| {
        out.extend_from_slice(&(number as u32).to_le_bytes());
    };
    for (at, stretch) in stretches.iter().enumerate() {
        let new_to = stretches.get(at + 1).map_or(new_len, |next| next.new_from);
        let new = len(&new_text[stretch.new_from..new_to]);
        put(&mut new_text, offset(stretch.from));
        put(&mut new_text, offset(stretch.to));
        put(&mut new_text, new);
    }
    put(&mut new_text, stretches.len());
    new_text
}

/// Bytes of the source that stay, and where the new text begins that comes behind them.
struct Stretch {
    from: usize,
    to: usize,
    new_from: usize,
}

struct Pieces {
    stretches: Vec<Stretch>,
    new_text: Vec<u8>,
}

impl Sink for Pieces {
    fn push(&mut self, text: &[u8], source: Option<usize>) {
        let new_from = self.new_text.len();
        match source.filter(|_| text.len() >= SHORTEST_STRETCH) {
            Some(from) => self.stretches.push(Stretch {
                from,
                to: from + text.len(),
                new_from,
            }),
            None => {
                if self.stretches.is_empty() {
                    let (from, to) = (0, 0);
                    self.stretches.push(Stretch { from, to, new_from });
                }
                self.new_text.extend_from_slice(text);
            }
        }
    }
}

/// How much room the pieces need at most, so that they need not move while they grow.
#[derive(Default)]
struct Lengths {
    stretches: usize,
    new_text: usize,
}

impl Sink for Lengths {
    fn push(&mut self, text: &[u8], source: Option<usize>) {
        match source.filter(|_| text.len() >= SHORTEST_STRETCH) {
            Some(_) => self.stretches += 1,
            None => {
                // Text before the first stretch has a stretch of nothing before it.
                self.stretches += usize::from(self.stretches == 0);
                self.new_text += text.len();
            }
        }
    }
}
