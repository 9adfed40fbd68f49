//! Choices read from bytes, so that whoever makes the bytes (a fuzzer, a property test, a seed) makes the choices, and
//! fewer bytes make smaller things.

/// A source of choices. When the bytes run out every choice is the first one.
pub(crate) struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Choices<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Choices {
            bytes: bytes.iter(),
        }
    }

    /// A number below `count`, which is at most 65,536.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let mut byte = || usize::from(self.bytes.next().copied().unwrap_or(0));
        let number = if count > 256 {
            byte() << 8 | byte()
        } else {
            byte()
        };
        number % count
    }

    /// True once in `count` times; false when the bytes have run out.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// One of `items`.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
