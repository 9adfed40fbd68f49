//! GIF: the logical screen, which all frames are drawn on.

use super::Size;
use super::read::u16le;

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if !bytes.starts_with(b"GIF87a") && !bytes.starts_with(b"GIF89a") {
        return None;
    }
    Some(Size::new(u16le(bytes, 6)?, u16le(bytes, 8)?))
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::tests::{check, check_none};

    #[test]
    fn the_logical_screen_counts_in_both_versions() {
        check(b"GIF87a\x02\x01\x03\x00\0\0\0", (Format::Gif, 258, 3), 10);
        check(
            b"GIF89a\xFF\xFF\xFF\xFF\0\0\0",
            (Format::Gif, 65535, 65535),
            10,
        );
    }

    #[test]
    fn other_versions_and_empty_screens_are_no_header() {
        check_none(b"GIF88a\x02\x00\x03\x00\0\0\0");
        check_none(b"GIF89a\x00\x00\x03\x00\0\0\0");
        check_none(b"GIF89a\x02\x00\x00\x00\0\0\0");
    }
}
