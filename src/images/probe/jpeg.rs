//! JPEG: the size stands in the first frame header, behind segments of any number and length.

use super::Size;
use super::read::u16be;

const SIGNATURE: &[u8] = &[0xFF, 0xD8];

/// Precedes every marker, as often as the writer likes.
const FILL: u8 = 0xFF;

/// A frame header's marker, its length, precision, height and first byte of the width: nothing shorter is looked at.
const STEP_LEN: usize = 8;

/// Least length of a frame header that holds both sides.
const FRAME_HEADER_LEN: usize = 7;

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if !bytes.starts_with(SIGNATURE) {
        return None;
    }
    let mut at = SIGNATURE.len();
    while at + STEP_LEN < bytes.len() {
        at += bytes[at..].iter().take_while(|&&b| b == FILL).count();
        // Without a fill byte the byte is a marker all the same; nothing searches for the next real one.
        let marker = *bytes.get(at)?;
        at += 1;
        if is_standalone(marker) {
            continue;
        }
        let segment_len = usize::from(u16be(bytes, at)?);
        let segment = bytes.get(at..at + segment_len)?;
        if is_frame_header(marker) && segment_len >= FRAME_HEADER_LEN {
            return Some(Size::new(u16be(segment, 5)?, u16be(segment, 3)?));
        }
        if segment_len < 2 {
            return None;
        }
        at += segment_len;
    }
    None
}

/// Markers without a segment behind them.
const fn is_standalone(marker: u8) -> bool {
    matches!(marker, 0x01 | 0xD0..=0xD9)
}

/// Frame headers of all processes. Between them stand the tables for Huffman (C4) and arithmetic coding (CC), and a
/// reserved one (C8).
const fn is_frame_header(marker: u8) -> bool {
    matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC)
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::tests::{check, check_none};

    const START: &[u8] = b"\xFF\xD8";
    /// 3 × 2 pixels.
    const FRAME: &[u8] = b"\xFF\xC0\0\x0B\x08\0\x02\0\x03\x01\x01\x11\0";
    /// The frame's beginning up to its size, and the one byte more that a step needs.
    const ENOUGH: usize = 13;

    #[test]
    fn the_first_frame_counts() {
        let bytes = [
            START,
            FRAME,
            b"\xFF\xC0\0\x0B\x08\0\x09\0\x09\x01\x01\x11\0",
        ]
        .concat();
        check(&bytes, (Format::Jpeg, 3, 2), START.len() + ENOUGH);
    }

    #[test]
    fn segments_fill_bytes_and_standalone_markers_are_skipped() {
        for before in [
            &b"\xFF\xE0\0\x04ab"[..],
            b"\xFF\xFE\0\x02",
            b"\xFF\xFF\xFF",
            b"\xFF\x01\xFF\xD0\xFF\xD7\xFF\xD8\xFF\xD9",
            b"\xFF\xC4\0\x09\x08\0\x09\0\x09\x01",
            b"\xFF\xC8\0\x09\x08\0\x09\0\x09\x01",
            b"\xFF\xCC\0\x09\x08\0\x09\0\x09\x01",
            // A frame header too short for its own size.
            b"\xFF\xC0\0\x06\x08\0\x09\0",
        ] {
            let bytes = [START, before, FRAME].concat();
            check(
                &bytes,
                (Format::Jpeg, 3, 2),
                START.len() + before.len() + ENOUGH,
            );
        }
    }

    #[test]
    fn all_frame_headers_hold_a_size() {
        for marker in (0xC0..=0xCF).filter(|marker| ![0xC4, 0xC8, 0xCC].contains(marker)) {
            let mut bytes = [START, FRAME].concat();
            bytes[3] = marker;
            check(&bytes, (Format::Jpeg, 3, 2), START.len() + ENOUGH);
        }
    }

    #[test]
    fn a_byte_that_is_no_fill_byte_is_the_marker() {
        // E0 without its FF: a segment of four bytes.
        let bytes = [START, b"\xE0\0\x04ab", FRAME].concat();
        check(&bytes, (Format::Jpeg, 3, 2), START.len() + 5 + ENOUGH);
        // A stray zero takes the next two bytes as its length, which is past the file.
        check_none(&[START, b"\0", FRAME].concat());
    }

    #[test]
    fn impossible_lengths_are_no_header() {
        check_none(&[START, b"\xFF\xE0\0\x00", FRAME].concat());
        check_none(&[START, b"\xFF\xE0\0\x01", FRAME].concat());
        check_none(&[START, b"\xFF\xE0\xFF\xFF", FRAME].concat());
    }

    #[test]
    fn files_without_a_frame_or_size_are_no_header() {
        check_none(&[START, &[0xFF; 64]].concat());
        check_none(&[START, b"\xFF\xDA\0\x08\0\0\0\0\0\0\xFF\xD9"].concat());
        check_none(b"\xFF\xD8\xFF\xC0\0\x0B\x08\0\0\0\x03\x01\x01\x11\0");
        check_none(b"\xFF\xD8\xFF\xC0\0\x0B\x08\0\x02\0\0\x01\x01\x11\0");
    }
}
