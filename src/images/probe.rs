//! Format, width and height of an image from its header alone, whatever its mime type claims.

mod bmff;
mod bmp;
mod gif;
mod jpeg;
mod png;
mod read;
pub(super) mod tiff;
mod webp;

/// Formats whose headers are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// PNG.
    Png,
    /// GIF.
    Gif,
    /// WebP.
    WebP,
    /// Windows bitmap.
    Bmp,
    /// TIFF.
    Tiff,
    /// HEIF, HEIC or AVIF: the boxes of ISO base media files.
    Bmff,
    /// JPEG.
    Jpeg,
}

impl Format {
    /// The media type. Of the box files only the family is known: it is that of HEIF, which AVIF is one of.
    pub const fn mime(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Gif => "image/gif",
            Format::WebP => "image/webp",
            Format::Bmp => "image/bmp",
            Format::Tiff => "image/tiff",
            Format::Bmff => "image/heif",
            Format::Jpeg => "image/jpeg",
        }
    }

    /// True for a format that this crate can decode, given the feature `images`.
    pub const fn can_be_decoded(self) -> bool {
        !matches!(self, Format::Bmff)
    }

    /// True when a header that is found in the first bytes of a file is the header of the whole file. A box file may
    /// hold a larger picture further back.
    pub(super) const fn is_settled_by_its_head(self) -> bool {
        !matches!(self, Format::Bmff)
    }
}

/// What an image's header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The format, from the file's own signature.
    pub format: Format,
    /// Width in pixels, at least 1. The orientation that a JPEG may ask for is not applied.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
}

impl Header {
    /// Width times height.
    pub fn pixels(&self) -> u64 {
        Size::new(self.width, self.height).pixels()
    }
}

/// Width and height as they stand in a file; either may be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    width: u32,
    height: u32,
}

impl Size {
    fn new(width: impl Into<u32>, height: impl Into<u32>) -> Self {
        Size {
            width: width.into(),
            height: height.into(),
        }
    }

    fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// One format's reading of a file.
type Probe = fn(&[u8]) -> Option<Size>;

/// All formats in the order of trial. A file that a format recognizes but finds no size in goes on to the next.
const PROBES: [(Format, Probe); 7] = [
    (Format::Png, png::size),
    (Format::Gif, gif::size),
    (Format::WebP, webp::size),
    (Format::Bmp, bmp::size),
    (Format::Tiff, tiff::size),
    (Format::Bmff, bmff::size),
    (Format::Jpeg, jpeg::size),
];

/// Reads the header of an image in time linear in its length; `None` if no format gives a width and a height.
///
/// ```
/// use transcript_hygiene::images::{Format, probe};
///
/// let header = probe(b"GIF89a\x02\x00\x03\x00").unwrap();
/// assert_eq!((header.format, header.width, header.height), (Format::Gif, 2, 3));
/// ```
pub fn probe(bytes: &[u8]) -> Option<Header> {
    PROBES.iter().find_map(|&(format, size)| {
        let Size { width, height } = size(bytes).filter(|size| size.pixels() > 0)?;
        Some(Header {
            format,
            width,
            height,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Asserts that a file has its header in the first `least` bytes, and none in fewer.
    #[track_caller]
    pub(super) fn check(bytes: &[u8], expected: (Format, u32, u32), least: usize) {
        for len in 0..=bytes.len() {
            let found = probe(&bytes[..len]).map(|h| (h.format, h.width, h.height));
            let expected = Some(expected).filter(|_| len >= least);
            assert_eq!(found, expected, "the first {len} of {} bytes", bytes.len());
        }
    }

    /// Asserts that no format has a header for these bytes or for any beginning of them.
    #[track_caller]
    pub(super) fn check_none(bytes: &[u8]) {
        for len in 0..=bytes.len() {
            assert_eq!(
                probe(&bytes[..len]),
                None,
                "the first {len} of {} bytes",
                bytes.len()
            );
        }
    }

    #[test]
    fn other_files_have_no_header() {
        for bytes in [
            &b""[..],
            b"<svg width=\"10\" height=\"10\"/>",
            b"%PDF-1.7\n",
            &[0; 64],
            &[0xFF; 64],
        ] {
            check_none(bytes);
        }
    }

    const BEGINNINGS: [&[u8]; 12] = [
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR",
        b"GIF89a",
        b"RIFF\0\0\0\0WEBPVP8X",
        b"RIFF\0\0\0\0WEBPVP8 ",
        b"RIFF\0\0\0\0WEBPVP8L",
        b"BM",
        b"II*\0\x08\0\0\0",
        b"MM\0*\0\0\0\x08",
        b"\0\0\0\x10ftypheic\0\0\0\0\0\0\0\x20meta\0\0\0\0",
        b"\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x01",
        b"\xFF\xD8",
        b"\xFF\xD8\xFF\xE0\0\x04\0\0",
    ];

    proptest! {
        #[test]
        fn any_file_is_survived(
            beginning in prop::sample::select(&BEGINNINGS[..]),
            // Small numbers are lengths and offsets that lead back into the file.
            rest in prop::collection::vec(prop_oneof![0..64u8, any::<u8>()], 0..256),
        ) {
            let bytes = [beginning, &rest].concat();
            if let Some(header) = probe(&bytes) {
                prop_assert!(header.pixels() > 0);
            }
        }
    }
}
