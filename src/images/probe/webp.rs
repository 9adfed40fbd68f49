//! WebP: the first chunk is an extended header or the picture itself, lossy or lossless.

use super::Size;
use super::read::{u16le, u24le, u32le};

/// Every kind needs this many bytes, whether or not it reads them all.
const MIN_LEN: usize = 30;

/// A lossless picture begins with this byte.
const LOSSLESS_SIGNATURE: u8 = 0x2F;

/// Bits of a side: the two above them in a lossy picture hold a scale that viewers ignore.
const SIDE_BITS: u32 = 14;
const SIDE_MASK: u32 = (1 << SIDE_BITS) - 1;

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if bytes.len() < MIN_LEN || !bytes.starts_with(b"RIFF") || &bytes[8..12] != b"WEBP" {
        return None;
    }
    match &bytes[12..16] {
        b"VP8X" => Some(Size::new(u24le(bytes, 24)? + 1, u24le(bytes, 27)? + 1)),
        b"VP8 " => {
            let side = |at| Some(u32::from(u16le(bytes, at)?) & SIDE_MASK);
            Some(Size::new(side(26)?, side(28)?))
        }
        b"VP8L" if bytes[20] == LOSSLESS_SIGNATURE => {
            let sides = u32le(bytes, 21)?;
            Some(Size::new(
                (sides & SIDE_MASK) + 1,
                (sides >> SIDE_BITS & SIDE_MASK) + 1,
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::tests::{check, check_none};

    /// A file whose first chunk is of `kind` and has `content` from byte 20 on.
    fn file(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let mut bytes = [b"RIFF\x20\0\0\0WEBP", &kind[..], b"\x0A\0\0\0", content].concat();
        bytes.resize(40, 0);
        bytes
    }

    #[test]
    fn extended_headers_hold_sides_less_one_in_24_bits() {
        check(
            &file(b"VP8X", b"\0\0\0\0\x01\x02\x03\xFF\xFF\xFF"),
            (Format::WebP, 0x030202, 0x1000000),
            30,
        );
    }

    #[test]
    fn lossy_sides_have_14_bits() {
        check(
            &file(b"VP8 ", b"\0\0\0\x9D\x01\x2A\x40\xC1\xFF\xFF"),
            (Format::WebP, 0x140, 0x3FFF),
            30,
        );
        check_none(&file(b"VP8 ", b"\0\0\0\x9D\x01\x2A\x00\xC0\x01\x00"));
    }

    #[test]
    fn lossless_sides_less_one_have_14_bits_each() {
        let sides: u32 = 319 | 199 << 14 | 0xF << 28;
        let content = [&[0x2F][..], &sides.to_le_bytes()].concat();
        check(&file(b"VP8L", &content), (Format::WebP, 320, 200), 30);
        check_none(&file(
            b"VP8L",
            &[&[0x2E][..], &sides.to_le_bytes()].concat(),
        ));
    }

    #[test]
    fn other_chunks_and_other_riff_files_are_no_header() {
        check_none(&file(b"ALPH", &[1; 20]));
        let mut sound = file(b"VP8X", &[1; 20]);
        sound[8..12].copy_from_slice(b"WAVE");
        check_none(&sound);
    }
}
