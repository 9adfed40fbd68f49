//! How the bytes of strips and tiles are packed.

use fdeflate::Decompressor;
use weezl::{BitOrder, LzwStatus, decode::Decoder as Lzw};

/// Bits of the symbols that LZW starts with.
const LZW_SYMBOL: u8 = 8;

/// How far back Deflate may refer.
const HISTORY: usize = 32 << 10;

/// The repetition that PackBits leaves out.
const NO_RUN: u8 = 128;

/// Unpacks strips and tiles, each from its start and as far as it is asked for.
pub(super) struct Unpacker<'a> {
    input: &'a [u8],
    packing: Packing,
}

enum Packing {
    Stored,
    PackBits(Run),
    Lzw(Lzw),
    Deflate(Box<Inflater>),
}

/// What PackBits still has to give.
enum Run {
    Literal(usize),
    Repeated(usize, u8),
}

impl<'a> Unpacker<'a> {
    /// For the number that a file has for its compression; none for one that is not known.
    pub(super) fn new(compression: u32) -> Option<Self> {
        let packing = match compression {
            1 => Packing::Stored,
            5 => Packing::Lzw(Lzw::with_tiff_size_switch(BitOrder::Msb, LZW_SYMBOL)),
            8 | 32_946 => Packing::Deflate(Box::new(Inflater::new())),
            32_773 => Packing::PackBits(Run::Literal(0)),
            _ => return None,
        };
        Some(Unpacker {
            input: &[],
            packing,
        })
    }

    /// Goes on with another strip or tile.
    pub(super) fn start(&mut self, input: &'a [u8]) {
        self.input = input;
        match &mut self.packing {
            Packing::Stored => {}
            Packing::PackBits(run) => *run = Run::Literal(0),
            Packing::Lzw(lzw) => lzw.reset(),
            Packing::Deflate(inflater) => inflater.reset(),
        }
    }

    /// Fills `out` with the next bytes; none where they end before, or are damaged.
    pub(super) fn read(&mut self, out: &mut [u8]) -> Option<()> {
        match &mut self.packing {
            Packing::Stored => {
                out.copy_from_slice(self.input.split_off(..out.len())?);
                Some(())
            }
            Packing::PackBits(run) => run.read(&mut self.input, out),
            Packing::Lzw(lzw) => unpack_lzw(lzw, &mut self.input, out),
            Packing::Deflate(inflater) => inflater.read(&mut self.input, out),
        }
    }
}

impl Run {
    fn read(&mut self, input: &mut &[u8], mut out: &mut [u8]) -> Option<()> {
        while !out.is_empty() {
            match self {
                Run::Literal(0) | Run::Repeated(0, _) => *self = Run::next(input)?,
                Run::Literal(left) => {
                    let len = out.len().min(*left);
                    out.split_off_mut(..len)?
                        .copy_from_slice(input.split_off(..len)?);
                    *left -= len;
                }
                Run::Repeated(left, byte) => {
                    let len = out.len().min(*left);
                    out.split_off_mut(..len)?.fill(*byte);
                    *left -= len;
                }
            }
        }
        Some(())
    }

    fn next(input: &mut &[u8]) -> Option<Self> {
        Some(match *input.split_off_first()? {
            NO_RUN => Run::Literal(0),
            len if len < NO_RUN => Run::Literal(usize::from(len) + 1),
            len => Run::Repeated(257 - usize::from(len), *input.split_off_first()?),
        })
    }
}

fn unpack_lzw(lzw: &mut Lzw, input: &mut &[u8], mut out: &mut [u8]) -> Option<()> {
    while !out.is_empty() {
        let step = lzw.decode_bytes(input, out);
        *input = &input[step.consumed_in..];
        out = &mut out[step.consumed_out..];
        match step.status.ok()? {
            LzwStatus::Ok => {}
            LzwStatus::Done | LzwStatus::NoProgress => break,
        }
    }
    out.is_empty().then_some(())
}

/// A Deflate stream with what it may refer back to.
struct Inflater {
    stream: Decompressor,
    /// What was unpacked last: [`HISTORY`], and as much again so that it is seldom moved.
    window: Vec<u8>,
    given: usize,
    filled: usize,
}

impl Inflater {
    fn new() -> Self {
        Inflater {
            stream: Decompressor::new(),
            window: vec![0; 2 * HISTORY],
            given: 0,
            filled: 0,
        }
    }

    fn reset(&mut self) {
        self.stream = Decompressor::new();
        (self.given, self.filled) = (0, 0);
    }

    fn read(&mut self, input: &mut &[u8], mut out: &mut [u8]) -> Option<()> {
        while !out.is_empty() {
            if self.given == self.filled {
                self.fill(input)?;
            }
            let len = out.len().min(self.filled - self.given);
            let unpacked = &self.window[self.given..][..len];
            out.split_off_mut(..len)?.copy_from_slice(unpacked);
            self.given += len;
        }
        Some(())
    }

    /// Unpacks at least one more byte.
    fn fill(&mut self, input: &mut &[u8]) -> Option<()> {
        if self.filled == self.window.len() {
            self.window.copy_within(self.filled - HISTORY.., 0);
            (self.given, self.filled) = (HISTORY, HISTORY);
        }
        while self.given == self.filled {
            let step = self.stream.read(input, &mut self.window, self.filled, true);
            let (taken, made) = step.ok()?;
            if self.stream.is_done() && made == 0 || (taken, made) == (0, 0) {
                return None;
            }
            *input = &input[taken..];
            self.filled += made;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(compression: u32, packed: &[u8], len: usize) -> Option<Vec<u8>> {
        let mut unpacker = Unpacker::new(compression).expect("a known packing");
        // A strip before must not be felt.
        unpacker.start(packed);
        let _ = unpacker.read(&mut vec![0; len / 2]);
        unpacker.start(packed);
        let mut out = vec![0; len];
        for piece in out.chunks_mut(7) {
            unpacker.read(piece)?;
        }
        Some(out)
    }

    /// Bytes that repeat far apart and close by.
    fn bytes() -> Vec<u8> {
        (0..100_000_u32)
            .map(|n| (n % 40_000 / 3 * n % 251) as u8)
            .collect()
    }

    #[test]
    fn every_packing_gives_back_what_was_packed() {
        let bytes = bytes();
        let lzw = weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, LZW_SYMBOL)
            .encode(&bytes)
            .unwrap();
        let deflated = fdeflate::compress_to_vec(&bytes);
        for (compression, packed) in [(1, &bytes), (5, &lzw), (8, &deflated), (32_946, &deflated)] {
            assert!(
                unpack(compression, packed, bytes.len()).is_some_and(|out| out == bytes),
                "{compression}"
            );
            assert_eq!(unpack(compression, packed, bytes.len() + 1), None);
            assert_eq!(
                unpack(compression, &packed[..packed.len() / 2], bytes.len()),
                None
            );
        }
    }

    #[test]
    fn pack_bits_are_runs_and_literals() {
        let packed = [2, 7, 8, 9, 128, 254, 5, 0, 1];
        assert_eq!(
            unpack(32_773, &packed, 7).as_deref(),
            Some(&[7, 8, 9, 5, 5, 5, 1][..])
        );
        assert_eq!(unpack(32_773, &packed, 8), None);
        assert_eq!(unpack(32_773, &packed[..3], 3), None);
    }

    #[test]
    fn other_packings_are_not_known() {
        for compression in [0, 2, 3, 4, 6, 7, 50_000] {
            assert!(Unpacker::new(compression).is_none());
        }
    }
}
