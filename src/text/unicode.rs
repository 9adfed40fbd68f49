//! Membership in Unicode's general categories.

use super::unicode_tables::{LETTER_OR_NUMBER, PUNCTUATION};

/// `\p{P}`: `_` and `*` are punctuation, symbols such as `` ` ``, `~`, `<` and `=` are not.
pub(super) fn is_punctuation(c: u32) -> bool {
    is_in(&PUNCTUATION, c)
}

/// `[\p{L}\p{N}]`.
pub(super) fn is_letter_or_number(c: u32) -> bool {
    is_in(&LETTER_OR_NUMBER, c)
}

fn is_in(table: &[u32], c: u32) -> bool {
    table.partition_point(|&edge| edge <= c) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_rise() {
        assert!(PUNCTUATION.is_sorted_by(|a, b| a < b));
        assert!(LETTER_OR_NUMBER.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn knows_the_edges_of_ascii() {
        let ascii = |class: fn(u32) -> bool| -> String {
            (0..0x80u8)
                .filter(|&b| class(u32::from(b)))
                .map(char::from)
                .collect()
        };
        assert_eq!(ascii(is_punctuation), "!\"#%&'()*,-./:;?@[\\]_{}");
        assert_eq!(
            ascii(is_letter_or_number),
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        );
    }

    #[test]
    fn marks_and_surrogates_are_neither() {
        for c in [0x0301, 0xD800, 0xDFFF, 0x10FFFF, 0x1F600] {
            assert!(!is_punctuation(c) && !is_letter_or_number(c), "{c:X}");
        }
        assert!(is_punctuation(0x3002) && is_letter_or_number(0x3402));
    }
}
