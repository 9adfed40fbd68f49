//! A new text in terms of the old one. The host has the old text, so what stays need not be written here, copied out
//! and, for a string, decoded again.
//!
//! ```text
//! count: u32, then count × (from: u32, to: u32, new: u32), then the new text as UTF-8
//! ```
//!
//! Each piece is a stretch of the old text and, behind it, so much of the new text. Numbers are little-endian and count
//! what the host counts: bytes, or UTF-16 units.

use crate::json::Sink;
use crate::text::{JsStr, Utf16Offsets};
use crate::transcript::Transcript;

/// Stretches of the source shorter than this are written out: naming them would not be shorter.
const SHORTEST_STRETCH: usize = 64;

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
    mut offset: impl FnMut(usize) -> usize,
    len: impl Fn(&[u8]) -> usize,
) -> Vec<u8> {
    let mut pieces = Pieces::default();
    transcript.write_to(&mut pieces);
    let mut out = Vec::with_capacity(4 + 12 * pieces.stretches.len() + pieces.new_text.len());
    let mut put = |number: usize| out.extend_from_slice(&(number as u32).to_le_bytes());
    put(pieces.stretches.len());
    let ends = pieces.stretches.iter().skip(1).map(|next| next.new_from);
    let ends = ends.chain([pieces.new_text.len()]);
    for (stretch, new_to) in pieces.stretches.iter().zip(ends) {
        put(offset(stretch.from));
        put(offset(stretch.to));
        put(len(&pieces.new_text[stretch.new_from..new_to]));
    }
    out.extend_from_slice(&pieces.new_text);
    out
}

/// Bytes of the source that stay, and where the new text begins that comes behind them.
struct Stretch {
    from: usize,
    to: usize,
    new_from: usize,
}

#[derive(Default)]
struct Pieces {
    stretches: Vec<Stretch>,
    new_text: Vec<u8>,
}

impl Sink for Pieces {
    fn push(&mut self, text: &[u8], source: Option<usize>) {
        let new_from = self.new_text.len();
        match source {
            Some(from) if text.len() >= SHORTEST_STRETCH => self.stretches.push(Stretch {
                from,
                to: from + text.len(),
                new_from,
            }),
            _ => {
                if self.stretches.is_empty() {
                    let (from, to) = (0, 0);
                    self.stretches.push(Stretch { from, to, new_from });
                }
                self.new_text.extend_from_slice(text);
            }
        }
    }
}
