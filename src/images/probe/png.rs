//! PNG: the header chunk stands first, at a fixed place. Its checksum is not looked at.

use super::Size;
use super::read::u32be;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
const HEADER_CHUNK: &[u8] = b"IHDR";

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if !bytes.starts_with(SIGNATURE) || bytes.get(12..16)? != HEADER_CHUNK {
        return None;
    }
    Some(Size::new(u32be(bytes, 16)?, u32be(bytes, 20)?))
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::tests::{check, check_none};

    fn file(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 2, 0, 0, 0]);
        bytes
    }

    #[test]
    fn the_header_needs_24_bytes() {
        check(&file(3, 1 << 31), (Format::Png, 3, 1 << 31), 24);
    }

    #[test]
    fn a_side_of_zero_is_no_header() {
        check_none(&file(0, 10));
        check_none(&file(10, 0));
    }

    #[test]
    fn the_header_chunk_stands_first() {
        let mut bytes = file(1, 1);
        bytes[12..16].copy_from_slice(b"IDAT");
        check_none(&bytes);
    }

    #[test]
    fn the_signature_is_whole() {
        let mut bytes = file(1, 1);
        bytes[4] = b'\n';
        check_none(&bytes);
    }
}
