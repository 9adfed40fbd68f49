//! HEIF, HEIC and AVIF: boxes within boxes. Each picture's size stands in an `ispe` box; the largest one counts.

use super::Size;
use super::read::{u32be, u64be};

const MIN_LEN: usize = 16;

/// Length and kind of a box.
const BOX_HEADER_LEN: usize = 8;

/// The same with the length in 64 bits behind them.
const LONG_BOX_HEADER_LEN: usize = 16;

/// Values of a box's length that mean something else.
const TO_THE_END: u32 = 0;
const LONG: u32 = 1;

/// Words of the file type box that tell a picture.
const BRANDS: [&[u8; 4]; 9] = [
    b"avif", b"avis", b"heic", b"heix", b"hevc", b"hevx", b"heif", b"mif1", b"msf1",
];

/// Boxes that hold boxes on the way to an `ispe`.
const CONTAINERS: [&[u8]; 9] = [
    b"edts", b"ipco", b"iprp", b"mdia", b"meta", b"minf", b"moov", b"stbl", b"trak",
];

/// Version and flags, which stand before the boxes of a `meta` and before the size in an `ispe`.
const VERSION_LEN: usize = 4;

/// Containers within containers that are entered.
const MAX_DEPTH: usize = 8;

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    if !is_picture(bytes)? {
        return None;
    }
    // Where the file ends, and behind it where each container ends that the walk is in.
    let mut ends = [bytes.len(); MAX_DEPTH + 1];
    let mut depth = 0;
    let mut at = 0;
    let mut largest: Option<Size> = None;
    loop {
        let end = ends[depth];
        if end.saturating_sub(at) < BOX_HEADER_LEN {
            // Less than a box is left: go on behind this container.
            let Some(outer) = depth.checked_sub(1) else {
                return largest;
            };
            depth = outer;
            at = end;
            continue;
        }
        let found = read_box(&bytes[..end], at)?;
        at = found.end;
        if found.kind == b"ispe" {
            let content = &bytes[found.content..found.end];
            let size = Size::new(
                u32be(content, VERSION_LEN)?,
                u32be(content, VERSION_LEN + 4)?,
            );
            if largest.is_none_or(|largest| size.pixels() > largest.pixels()) {
                largest = Some(size);
            }
        } else if CONTAINERS.contains(&found.kind) && depth < MAX_DEPTH {
            depth += 1;
            ends[depth] = found.end;
            at = match found.kind {
                b"meta" => found.content + VERSION_LEN,
                _ => found.content,
            };
        }
    }
}

/// True when the file begins with a file type box of a picture.
fn is_picture(bytes: &[u8]) -> Option<bool> {
    if bytes.len() < MIN_LEN || &bytes[4..8] != b"ftyp" {
        return None;
    }
    let len = usize::try_from(u32be(bytes, 0)?).ok()?;
    let words = bytes.get(BOX_HEADER_LEN..len)?;
    Some(
        len >= MIN_LEN
            && words
                .chunks_exact(4)
                .any(|word| BRANDS.iter().any(|brand| word == *brand)),
    )
}

struct FoundBox<'a> {
    kind: &'a [u8],
    content: usize,
    end: usize,
}

/// Reads the box at `at`; `None` if it is shorter than its own header or longer than `parent`.
fn read_box(parent: &[u8], at: usize) -> Option<FoundBox<'_>> {
    let (header_len, len) = match u32be(parent, at)? {
        TO_THE_END => (BOX_HEADER_LEN, parent.len() - at),
        LONG => (
            LONG_BOX_HEADER_LEN,
            usize::try_from(u64be(parent, at + BOX_HEADER_LEN)?).ok()?,
        ),
        len => (BOX_HEADER_LEN, usize::try_from(len).ok()?),
    };
    if len < header_len || len > parent.len() - at {
        return None;
    }
    Some(FoundBox {
        kind: parent.get(at + 4..at + 8)?,
        content: at + header_len,
        end: at + len,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::probe;
    use super::super::tests::{check, check_none};
    use super::*;

    fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let len = (BOX_HEADER_LEN + content.len()) as u32;
        [&len.to_be_bytes()[..], kind, content].concat()
    }

    fn ftyp(words: &[u8]) -> Vec<u8> {
        boxed(b"ftyp", words)
    }

    fn ispe(width: u32, height: u32) -> Vec<u8> {
        boxed(
            b"ispe",
            &[[0; 4], width.to_be_bytes(), height.to_be_bytes()].concat(),
        )
    }

    /// A `meta` with these properties, as pictures have them.
    fn meta(properties: &[u8]) -> Vec<u8> {
        let properties = boxed(b"iprp", &boxed(b"ipco", properties));
        boxed(b"meta", &[&[0; 4], &properties[..]].concat())
    }

    fn sides(parts: &[Vec<u8>]) -> Option<(u32, u32)> {
        probe(&parts.concat()).map(|header| (header.width, header.height))
    }

    #[test]
    fn the_largest_picture_counts() {
        let pictures = [ispe(64, 64), ispe(300, 200), ispe(128, 128)].concat();
        let bytes = [ftyp(b"mif1\0\0\0\0heic"), meta(&pictures)].concat();
        check(&bytes, (Format::Bmff, 300, 200), bytes.len());
    }

    #[test]
    fn any_word_of_the_file_type_may_be_a_brand() {
        for brand in BRANDS {
            for words in [
                [&brand[..], b"\0\0\0\0", b"abcd"],
                [b"abcd", b"\0\0\0\0", brand],
            ] {
                let parts = [ftyp(&words.concat()), meta(&ispe(3, 2))];
                assert_eq!(sides(&parts), Some((3, 2)), "{words:?}");
            }
        }
        for words in [
            &b"isom\0\0\0\0mp42"[..],
            b"isomavi",
            b"isom\0\0avif\0\0",
            b"avif",
        ] {
            assert_eq!(sides(&[ftyp(words), meta(&ispe(3, 2))]), None, "{words:?}");
        }
    }

    #[test]
    fn a_file_type_box_past_the_file_is_no_header() {
        let mut bytes = [ftyp(b"avif\0\0\0\0"), meta(&ispe(3, 2))].concat();
        bytes[2] = 1;
        check_none(&bytes);
    }

    #[test]
    fn long_and_open_lengths_are_honoured() {
        let inner = meta(&ispe(3, 2));
        let content = &inner[BOX_HEADER_LEN..];
        let long = [
            &LONG.to_be_bytes()[..],
            b"meta",
            &((LONG_BOX_HEADER_LEN + content.len()) as u64).to_be_bytes(),
            content,
        ]
        .concat();
        let open = [&TO_THE_END.to_be_bytes()[..], b"meta", content].concat();
        assert_eq!(sides(&[ftyp(b"avif\0\0\0\0"), long]), Some((3, 2)));
        assert_eq!(sides(&[ftyp(b"avif\0\0\0\0"), open]), Some((3, 2)));
    }

    #[test]
    fn boxes_of_impossible_length_fail_the_file() {
        let good = [ftyp(b"avif\0\0\0\0"), meta(&ispe(3, 2))].concat();
        for bad in [
            &b"\0\0\0\x07free"[..],
            b"\0\0\0\x02free",
            b"\0\0\0\x09free",
            b"\xFF\xFF\xFF\xFFfree",
            b"\0\0\0\x01free\0\0\0\0\0\0\0\x0F",
            b"\0\0\0\x01free\0\0\0\0\0\0\0\x11",
            b"\0\0\0\x01free\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\0\0\0\x01free",
        ] {
            assert_eq!(probe(&[&good[..], bad].concat()), None, "{bad:?}");
        }
        // Within its grandparent, but past its parent.
        let mut past = ispe(3, 2);
        past[3] += 1;
        assert_eq!(
            sides(&[ftyp(b"avif\0\0\0\0"), meta(&past), boxed(b"free", &[0; 9])]),
            None
        );
    }

    #[test]
    fn bytes_that_are_no_box_end_a_container() {
        let parts = [
            ftyp(b"avif\0\0\0\0"),
            meta(&[ispe(3, 2), vec![0; 7]].concat()),
            vec![0; 3],
        ];
        assert_eq!(sides(&parts), Some((3, 2)));
        // A `meta` without even its version.
        let parts = [
            ftyp(b"avif\0\0\0\0"),
            boxed(b"meta", &[]),
            meta(&ispe(3, 2)),
        ];
        assert_eq!(sides(&parts), Some((3, 2)));
    }

    #[test]
    fn pictures_are_found_down_to_the_last_depth() {
        let nested = |levels: usize| {
            let content = (0..levels).fold(ispe(3, 2), |content, _| boxed(b"trak", &content));
            sides(&[ftyp(b"avif\0\0\0\0"), content])
        };
        assert_eq!(nested(0), Some((3, 2)));
        assert_eq!(nested(MAX_DEPTH), Some((3, 2)));
        assert_eq!(nested(MAX_DEPTH + 1), None);
        assert_eq!(nested(10_000), None);
    }

    #[test]
    fn other_boxes_are_not_entered() {
        let parts = [ftyp(b"avif\0\0\0\0"), boxed(b"mdat", &meta(&ispe(3, 2)))];
        assert_eq!(sides(&parts), None);
        assert_eq!(sides(&[ftyp(b"avif\0\0\0\0"), meta(&ispe(3, 0))]), None);
    }
}
