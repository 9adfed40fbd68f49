//! TIFF: a chain of directories, each of which describes a picture. The largest one counts.

use super::Size;
use super::read::{u16be, u16le, u32be, u32le};

/// The number after the byte order mark.
const VERSION: u16 = 42;

/// Bytes of an entry of a directory: its tag, its type, how many values it has, and these or where they are.
pub(in crate::images) const ENTRY_LEN: usize = 12;

const IMAGE_WIDTH: u16 = 256;
const IMAGE_HEIGHT: u16 = 257;
/// Directories below this one, which the chain does not lead to.
const SUB_DIRECTORIES: u16 = 330;

/// The type of numbers of two bytes.
pub(in crate::images) const SHORT: u16 = 3;
/// The type of numbers of four bytes.
pub(in crate::images) const LONG: u16 = 4;

/// Which byte of a number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::images) enum Order {
    Little,
    Big,
}

impl Order {
    pub(in crate::images) fn u16(self, bytes: &[u8], at: usize) -> Option<u16> {
        match self {
            Order::Little => u16le(bytes, at),
            Order::Big => u16be(bytes, at),
        }
    }

    pub(in crate::images) fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        match self {
            Order::Little => u32le(bytes, at),
            Order::Big => u32be(bytes, at),
        }
    }
}

pub(super) fn size(bytes: &[u8]) -> Option<Size> {
    largest_directory(bytes).map(|(size, ..)| size)
}

/// The size of the largest picture, the order of bytes, and the entries of the directory that describes it.
pub(in crate::images) fn largest_directory(bytes: &[u8]) -> Option<(Size, Order, &[u8])> {
    let order = match bytes.get(..2)? {
        b"II" => Order::Little,
        b"MM" => Order::Big,
        _ => return None,
    };
    if order.u16(bytes, 2)? != VERSION {
        return None;
    }
    // Directories that stand beside each other have no more entries than this, so a chain with more is a loop (or as
    // good as one). Each directory has entries, else it has no size: the walk ends.
    let mut entries_left = bytes.len() / ENTRY_LEN;
    let mut largest: Option<(Size, Order, &[u8])> = None;
    let mut next = order.u32(bytes, 4)?;
    while next != 0 {
        let directory = bytes.get(usize::try_from(next).ok()?..)?;
        let count = usize::from(order.u16(directory, 0)?);
        entries_left = entries_left.checked_sub(count)?;
        let entries = directory.get(2..2 + count * ENTRY_LEN)?;
        let size = directory_size(entries, order)?;
        if largest.is_none_or(|(largest, ..)| size.pixels() > largest.pixels()) {
            largest = Some((size, order, entries));
        }
        next = order.u32(directory, 2 + entries.len())?;
    }
    largest
}

/// The size that a directory's entries tell; `None` if they do not, or if there may be larger pictures below it.
fn directory_size(entries: &[u8], order: Order) -> Option<Size> {
    let (mut width, mut height) = (None, None);
    for entry in entries.chunks_exact(ENTRY_LEN) {
        match order.u16(entry, 0)? {
            IMAGE_WIDTH => width = single_number(entry, order),
            IMAGE_HEIGHT => height = single_number(entry, order),
            SUB_DIRECTORIES => return None,
            _ => {}
        }
    }
    Some(Size::new(width?, height?)).filter(|size| size.pixels() > 0)
}

/// The value of an entry that holds one whole number.
fn single_number(entry: &[u8], order: Order) -> Option<u32> {
    match (order.u16(entry, 2)?, order.u32(entry, 4)?) {
        (SHORT, 1) => order.u16(entry, 8).map(u32::from),
        (LONG, 1) => order.u32(entry, 8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Format;
    use super::super::probe;
    use super::super::tests::{check, check_none};
    use super::*;

    type Entry = (u16, u16, u32, u32);

    /// A little-endian file of directories, one behind the other, the last of which leads to `last`.
    fn little(directories: &[&[Entry]], last: u32) -> Vec<u8> {
        let mut bytes = b"II*\0\x08\0\0\0".to_vec();
        for (i, entries) in directories.iter().enumerate() {
            bytes.extend((entries.len() as u16).to_le_bytes());
            for (tag, kind, count, value) in *entries {
                bytes.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
                bytes.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
            }
            let next = if i + 1 < directories.len() {
                bytes.len() as u32 + 4
            } else {
                last
            };
            bytes.extend(next.to_le_bytes());
        }
        bytes
    }

    const SMALL: [Entry; 2] = [(256, SHORT, 1, 20), (257, SHORT, 1, 10)];
    const LARGE: [Entry; 3] = [
        (254, LONG, 1, 0),
        (256, LONG, 1, 70_000),
        (257, SHORT, 1, 11),
    ];

    #[test]
    fn one_directory_is_read_to_its_end() {
        let bytes = little(&[&SMALL], 0);
        check(&bytes, (Format::Tiff, 20, 10), bytes.len());
    }

    #[test]
    fn the_largest_directory_counts() {
        for order in [[&SMALL[..], &LARGE, &SMALL], [&LARGE, &SMALL, &SMALL]] {
            let bytes = little(&order, 0);
            check(&bytes, (Format::Tiff, 70_000, 11), bytes.len());
        }
    }

    #[test]
    fn big_endian_numbers_stand_at_the_left_of_their_field() {
        let bytes = [
            &b"MM\0*\0\0\0\x08\0\x02"[..],
            b"\x01\0\0\x03\0\0\0\x01\x01\x02\0\0",
            b"\x01\x01\0\x04\0\0\0\x01\0\0\0\x05",
            b"\0\0\0\0",
        ]
        .concat();
        check(&bytes, (Format::Tiff, 258, 5), bytes.len());
    }

    #[test]
    fn a_directory_without_a_size_fails_the_file() {
        let bad: [&[Entry]; 8] = [
            &[],
            &SMALL[..1],
            &SMALL[1..],
            &[(256, SHORT, 2, 20), SMALL[1]],
            &[(256, 1, 1, 20), SMALL[1]],
            &[(256, SHORT, 1, 0), SMALL[1]],
            // The upper half of a SHORT's field is no part of it.
            &[(256, SHORT, 1, 0x10000), SMALL[1]],
            &[SMALL[0], SMALL[1], (330, LONG, 1, 8)],
        ];
        for directory in bad {
            assert_eq!(probe(&little(&[directory], 0)), None, "{directory:?}");
            assert_eq!(
                probe(&little(&[&SMALL, directory], 0)),
                None,
                "{directory:?}"
            );
        }
    }

    #[test]
    fn loops_and_far_offsets_fail_the_file() {
        let len = little(&[&SMALL, &LARGE], 0).len() as u32;
        for last in [8, 8 + 30, len, len + 1, u32::MAX] {
            assert_eq!(probe(&little(&[&SMALL, &LARGE], last)), None, "{last}");
        }
    }

    #[test]
    fn a_loop_in_a_large_file_ends() {
        let mut bytes = little(&[&SMALL, &LARGE], 8);
        bytes.resize(4 << 20, 0);
        assert_eq!(probe(&bytes), None);
    }

    #[test]
    fn other_versions_are_no_header() {
        let mut bytes = little(&[&SMALL], 0);
        bytes[2] = 43;
        check_none(&bytes);
        // No directory at all.
        check_none(b"II*\0\0\0\0\0\0\0\0\0");
    }
}
