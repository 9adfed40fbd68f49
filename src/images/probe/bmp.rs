//! Windows bitmap: two generations of header, told apart by their length.

use super::Size;
use super::read::{i32le, u16le, u32le};

const MIN_LEN: usize = 26;

/// Length of the first generation's header, with sides of 16 bits.
const CORE_HEADER_LEN: u32 = 12;

/// Least length of all later ones, with signed sides of 32 bits.
const INFO_HEADER_LEN: u32 = 40;

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if bytes.len() < MIN_LEN || !bytes.starts_with(b"BM") {
        return None;
    }
    match u32le(bytes, 14)? {
        CORE_HEADER_LEN => Some(Size::new(u16le(bytes, 18)?, u16le(bytes, 20)?)),
        ..INFO_HEADER_LEN => None,
        _ => {
            let width = u32::try_from(i32le(bytes, 18)?).ok()?;
            // A negative height means that the rows stand top down.
            Some(Size::new(width, i32le(bytes, 22)?.unsigned_abs()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::tests::{check, check_none};

    /// A file whose second header says that it has `len` bytes and goes on with `sides`.
    fn file(len: u32, sides: &[u8]) -> Vec<u8> {
        let mut bytes = b"BM\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend(len.to_le_bytes());
        bytes.extend(sides);
        bytes.resize(30, 0);
        bytes
    }

    fn info(len: u32, width: i32, height: i32) -> Vec<u8> {
        file(len, &[width.to_le_bytes(), height.to_le_bytes()].concat())
    }

    #[test]
    fn the_first_generation_has_short_sides() {
        check(
            &file(12, b"\x02\x01\xFF\xFF"),
            (Format::Bmp, 258, 65535),
            26,
        );
        check_none(&file(12, b"\x02\x01\x00\x00"));
    }

    #[test]
    fn later_generations_have_long_sides() {
        for len in [40, 108, 124, u32::MAX] {
            check(&info(len, 70_000, 3), (Format::Bmp, 70_000, 3), 26);
        }
    }

    #[test]
    fn rows_may_stand_top_down() {
        check(&info(40, 7, -5), (Format::Bmp, 7, 5), 26);
        check(&info(40, 7, i32::MIN), (Format::Bmp, 7, 1 << 31), 26);
    }

    #[test]
    fn widths_below_one_and_lengths_between_are_no_header() {
        check_none(&info(40, 0, 5));
        check_none(&info(40, -7, 5));
        check_none(&info(40, 7, 0));
        for len in [0, 11, 13, 16, 39] {
            check_none(&info(len, 7, 5));
        }
    }
}
