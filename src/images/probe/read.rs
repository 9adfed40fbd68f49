//! Numbers in either byte order; `None` where the bytes end first.

fn take<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

pub(super) fn u16be(bytes: &[u8], at: usize) -> Option<u16> {
    take(bytes, at).map(u16::from_be_bytes)
}

pub(super) fn u16le(bytes: &[u8], at: usize) -> Option<u16> {
    take(bytes, at).map(u16::from_le_bytes)
}

pub(super) fn u24le(bytes: &[u8], at: usize) -> Option<u32> {
    take(bytes, at).map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]))
}

pub(super) fn u32be(bytes: &[u8], at: usize) -> Option<u32> {
    take(bytes, at).map(u32::from_be_bytes)
}

pub(super) fn u32le(bytes: &[u8], at: usize) -> Option<u32> {
    take(bytes, at).map(u32::from_le_bytes)
}

pub(super) fn i32le(bytes: &[u8], at: usize) -> Option<i32> {
    take(bytes, at).map(i32::from_le_bytes)
}

pub(super) fn u64be(bytes: &[u8], at: usize) -> Option<u64> {
    take(bytes, at).map(u64::from_be_bytes)
}
