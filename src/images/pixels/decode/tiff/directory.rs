//! What a directory says about its picture.

use crate::images::probe::tiff::{ENTRY_LEN, LONG, Order, SHORT, largest_directory};

/// The type of numbers of one byte.
const BYTE: u16 = 1;

/// Where an entry has its values, or their offset when they need more room.
const VALUE: usize = 8;

/// The directory of the largest picture of a file.
#[derive(Clone, Copy)]
pub(super) struct Directory<'a> {
    file: &'a [u8],
    order: Order,
    entries: &'a [u8],
}

impl<'a> Directory<'a> {
    pub(super) fn of(file: &'a [u8]) -> Option<Self> {
        let (_, order, entries) = largest_directory(file)?;
        Some(Directory {
            file,
            order,
            entries,
        })
    }

    pub(super) fn order(&self) -> Order {
        self.order
    }

    /// The numbers of an entry; none where there is no such entry, or one without numbers.
    pub(super) fn numbers(&self, tag: u16) -> Option<Numbers<'a>> {
        let mut entries = self.entries.chunks_exact(ENTRY_LEN);
        let entry = entries.find(|entry| self.order.u16(entry, 0) == Some(tag))?;
        let width = match self.order.u16(entry, 2)? {
            BYTE => 1,
            SHORT => 2,
            LONG => 4,
            _ => return None,
        };
        let count = usize::try_from(self.order.u32(entry, 4)?).ok()?;
        let len = count.checked_mul(width)?;
        let bytes = match entry[VALUE..].get(..len) {
            Some(inline) => inline,
            None => {
                let at = usize::try_from(self.order.u32(entry, VALUE)?).ok()?;
                self.file.get(at..)?.get(..len)?
            }
        };
        Some(Numbers {
            order: self.order,
            bytes,
            width,
        })
    }

    /// The first number of an entry, or what holds where there is none.
    pub(super) fn number(&self, tag: u16, default: u32) -> u32 {
        self.numbers(tag)
            .and_then(|numbers| numbers.get(0))
            .unwrap_or(default)
    }
}

/// The numbers of an entry, where they stand in the file.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a> {
    order: Order,
    bytes: &'a [u8],
    width: usize,
}

impl Numbers<'_> {
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    pub(super) fn get(&self, index: usize) -> Option<u32> {
        let at = index.checked_mul(self.width)?;
        match self.width {
            1 => self.bytes.get(at).copied().map(u32::from),
            2 => self.order.u16(self.bytes, at).map(u32::from),
            _ => self.order.u32(self.bytes, at),
        }
    }
}
