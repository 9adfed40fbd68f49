//! Fixed-width patterns.

/// True when the bytes have the shape: `A` stands for an ASCII letter, `0` for a digit, anything else for itself.
pub(super) fn fits(bytes: &[u8], shape: &[u8]) -> bool {
    bytes.len() == shape.len()
        && bytes.iter().zip(shape).all(|(b, wanted)| match wanted {
            b'A' => b.is_ascii_alphabetic(),
            b'0' => b.is_ascii_digit(),
            itself => b == itself,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_signs_have_their_places() {
        assert!(fits(b"[Mon 07]", b"[AAA 00]"));
        assert!(!fits(b"[Mo1 07]", b"[AAA 00]"));
        assert!(!fits(b"[Mon 0a]", b"[AAA 00]"));
        assert!(!fits(b"[Mon 07", b"[AAA 00]"));
    }
}
