//! The orientation that a camera writes beside the pixels of a JPEG.

use super::Dimensions;

/// Start of the segment that holds EXIF data; a TIFF file follows.
const EXIF: &[u8] = b"Exif\0\0";

/// Bytes of such a segment, at least: its start and the header of the TIFF file.
const LEAST_EXIF: usize = 14;

/// Bytes of an entry in a TIFF directory.
const ENTRY: usize = 12;

/// The tag of the entry that holds the orientation.
const ORIENTATION_TAG: u16 = 0x0112;

/// Where a pixel of the picture to be looked at stands in the picture that is stored: swap the axes, then count from
/// the other end of those that are flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::images) struct Orientation {
    swaps_axes: bool,
    flips_x: bool,
    flips_y: bool,
}

impl Orientation {
    /// The orientation that a JPEG's EXIF data asks for; upright if it has none.
    pub(in crate::images) fn of_jpeg(jpeg: &[u8]) -> Self {
        let value = exif(jpeg).and_then(orientation_value);
        let (swaps_axes, flips_x, flips_y) = match value {
            Some(2) => (false, true, false),
            Some(3) => (false, true, true),
            Some(4) => (false, false, true),
            Some(5) => (true, false, false),
            Some(6) => (true, false, true),
            Some(7) => (true, true, true),
            Some(8) => (true, true, false),
            _ => (false, false, false),
        };
        Orientation {
            swaps_axes,
            flips_x,
            flips_y,
        }
    }

    pub(super) fn is_upright(self) -> bool {
        self == Orientation::default()
    }

    /// The size of the picture to be looked at, from that of the stored one, or the other way round.
    pub(in crate::images) fn apply(self, (width, height): Dimensions) -> Dimensions {
        match self.swaps_axes {
            true => (height, width),
            false => (width, height),
        }
    }

    /// Turns a plane that is stored with this size.
    pub(super) fn turn(self, plane: &[u8], stored: Dimensions) -> Vec<u8> {
        let (width, height) = self.apply(stored);
        let stored = (stored.0 as usize, stored.1 as usize);
        let mut turned = Vec::with_capacity(plane.len());
        for y in 0..height as usize {
            turned.extend((0..width as usize).map(|x| {
                let (x, y) = if self.swaps_axes { (y, x) } else { (x, y) };
                let x = if self.flips_x { stored.0 - 1 - x } else { x };
                let y = if self.flips_y { stored.1 - 1 - y } else { y };
                plane[y * stored.0 + x]
            }));
        }
        turned
    }
}

/// The TIFF file in the first EXIF segment before the pixels.
fn exif(jpeg: &[u8]) -> Option<&[u8]> {
    const FIRST_SEGMENT: usize = 2;
    let mut rest = jpeg.get(FIRST_SEGMENT..)?;
    loop {
        // What is not the start of a marker is skipped.
        rest = &rest[rest.iter().position(|&byte| byte == 0xFF)?..];
        let marker = *rest.get(1)?;
        match marker {
            0xFF => rest = &rest[1..],
            // Start of the scan, end of the image.
            0xDA | 0xD9 => return None,
            // Markers without a segment.
            0x00 | 0x01 | 0xD0..=0xD8 => rest = &rest[2..],
            _ => {
                let len = u16::from_be_bytes([*rest.get(2)?, *rest.get(3)?]);
                let segment = rest.get(4..2 + usize::from(len))?;
                if marker == 0xE1 && segment.len() >= LEAST_EXIF && segment.starts_with(EXIF) {
                    return Some(&segment[EXIF.len()..]);
                }
                rest = &rest[2 + usize::from(len)..];
            }
        }
    }
}

/// The value of the orientation entry; its type and count do not matter.
fn orientation_value(tiff: &[u8]) -> Option<u16> {
    let little = match tiff.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let u16_at = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk()?;
        Some(match little {
            true => u16::from_le_bytes(bytes),
            false => u16::from_be_bytes(bytes),
        })
    };
    let u32_at = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk()?;
        Some(match little {
            true => u32::from_le_bytes(bytes),
            false => u32::from_be_bytes(bytes),
        } as usize)
    };
    if u16_at(2)? != 42 {
        return None;
    }
    let directory = u32_at(4)?;
    let entries = directory.checked_add(2)?;
    for index in 0..usize::from(u16_at(directory)?) {
        let at = entries.checked_add(index * ENTRY)?;
        tiff.get(at..at.checked_add(ENTRY)?)?;
        if u16_at(at)? == ORIENTATION_TAG {
            return u16_at(at + 8);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jpeg(little: bool, value: u16) -> Vec<u8> {
        let number = |value: u32, len: usize| {
            let mut bytes = value.to_le_bytes()[..len].to_vec();
            if !little {
                bytes.reverse();
            }
            bytes
        };
        let tiff = [
            if little { b"II" } else { b"MM" }.to_vec(),
            number(42, 2),
            number(8, 4),
            number(1, 2),
            number(ORIENTATION_TAG.into(), 2),
            number(3, 2),
            number(1, 4),
            number(value.into(), 2),
            vec![0; 6],
        ]
        .concat();
        let len = (2 + EXIF.len() + tiff.len()) as u16;
        [b"\xFF\xD8\xFF\xE1", &len.to_be_bytes()[..], EXIF, &tiff].concat()
    }

    /// What a picture of two rows, `abc` and `def`, looks like.
    fn turned(value: u16) -> (Dimensions, String) {
        let orientation = Orientation::of_jpeg(&jpeg(value.is_multiple_of(2), value));
        let plane = orientation.turn(b"abcdef", (3, 2));
        (orientation.apply((3, 2)), String::from_utf8(plane).unwrap())
    }

    #[test]
    fn all_orientations_turn_the_picture() {
        for (value, size, expected) in [
            (0, (3, 2), "abcdef"),
            (1, (3, 2), "abcdef"),
            (2, (3, 2), "cbafed"),
            (3, (3, 2), "fedcba"),
            (4, (3, 2), "defabc"),
            (5, (2, 3), "adbecf"),
            (6, (2, 3), "daebfc"),
            (7, (2, 3), "fcebda"),
            (8, (2, 3), "cfbead"),
            (9, (3, 2), "abcdef"),
        ] {
            assert_eq!(turned(value), (size, expected.to_owned()), "{value}");
        }
    }

    #[test]
    fn the_first_exif_segment_decides() {
        let sixth = jpeg(false, 6);
        let with = |before: &[u8]| [b"\xFF\xD8", before, &sixth[2..]].concat();
        let turns = |bytes: &[u8]| !Orientation::of_jpeg(bytes).is_upright();
        assert!(turns(&with(b"")));
        assert!(turns(&with(b"\xFF\xFE\0\x04ab")));
        assert!(turns(&with(b"noise\xFF\xFF\x01")));
        // Too short to be EXIF data.
        assert!(turns(&with(b"\xFF\xE1\0\x0AExif\0\0II")));
        assert!(!turns(&with(&jpeg(true, 1)[2..])));
        assert!(!turns(&with(b"\xFF\xDA")));
    }

    #[test]
    fn cut_files_are_upright() {
        let whole = jpeg(true, 6);
        for len in 0..whole.len() {
            assert!(Orientation::of_jpeg(&whole[..len]).is_upright(), "{len}");
        }
    }
}
