//! Decoders, one file each. All of them refuse what is larger than its header says.

mod cold;
mod jpeg;
mod png;
mod tiff;
mod webp;

use super::Dimensions;
use super::picture::Picture;
use crate::images::options::Background;
use crate::images::probe::{Format, Header};
use crate::images::texts::Omission;

/// Bytes that a decoder may allocate beside what this crate allocates for it: four for each of the 25 megapixels that
/// are let in.
const DECODER_BYTES: usize = 100_000_000;

/// Decodes an image to an opaque picture of the given size, in the orientation it is stored in. `header` is what
/// [`probe`](crate::images::probe) says about these bytes.
pub(in crate::images) fn decode(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    match header.format {
        Format::Png => png::decode(bytes, header, target, background),
        Format::Jpeg => jpeg::decode(bytes, header, target, background),
        Format::WebP => webp::decode(bytes, header, target, background),
        Format::Gif => cold::gif(bytes, header, target, background),
        Format::Bmp => cold::bmp(bytes, header, target, background),
        Format::Tiff => tiff::decode(bytes, header, target, background),
        Format::Bmff => Err(Omission::Unavailable),
    }
}

/// Refuses a decoder that sees another size than the header.
fn check_size(seen: (u32, u32), header: &Header) -> Result<(), Omission> {
    match seen == (header.width, header.height) {
        true => Ok(()),
        false => Err(Omission::CannotDecode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::probe::probe;

    fn decode_on_white(
        bytes: &[u8],
        header: &Header,
        target: Dimensions,
    ) -> Result<Picture, Omission> {
        decode(bytes, header, target, Background::WHITE)
    }

    /// Asserts that an image decodes, without a change of size, to these pixels of luma and, for colour, both chroma
    /// differences, each within `tolerance`.
    #[track_caller]
    pub(super) fn check(image: &[u8], expected: &[&[u8]], tolerance: u8) {
        let header = probe(image).expect("a header");
        let picture =
            decode_on_white(image, &header, (header.width, header.height)).expect("a picture");
        let near = |a: &[u8], b: &[u8]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= tolerance)
        };
        let planes = picture.planes();
        assert!(
            planes.len() == expected.len()
                && planes.iter().zip(expected).all(|(plane, e)| near(plane, e)),
            "{planes:?}, not {expected:?}"
        );
    }

    /// Asserts that an image has a header but no pixels that can be had.
    #[track_caller]
    pub(super) fn check_damaged(image: &[u8]) {
        let header = probe(image).expect("a header");
        let refused = decode_on_white(image, &header, (1, 1)).err();
        assert_eq!(refused, Some(Omission::CannotDecode));
    }

    #[test]
    fn box_files_need_another_tool() {
        let header = Header {
            format: Format::Bmff,
            width: 8,
            height: 8,
        };
        let refused = decode_on_white(b"", &header, (1, 1)).err();
        assert_eq!(refused, Some(Omission::Unavailable));
    }
}
