//! From places in UTF-8 to places in UTF-16.

/// Bytes between two places whose offset is remembered.
const STRIDE: usize = 1024;

/// UTF-16 offsets of places in a UTF-8 text, each found by counting from a remembered place before it.
#[derive(Clone, Debug)]
pub struct Utf16Offsets<'t> {
    text: &'t [u8],
    /// Units before every [`STRIDE`]th byte.
    before: Vec<usize>,
}

impl<'t> Utf16Offsets<'t> {
    /// Remembers a place for every KiB of `text`.
    pub fn new(text: &'t [u8]) -> Self {
        let mut before = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut units = 0;
        for chunk in text.chunks(STRIDE) {
            before.push(units);
            units += utf16_units(chunk);
        }
        before.push(units);
        Utf16Offsets { text, before }
    }

    /// The offset of the byte at `at`, which begins a character or ends the text.
    pub fn of(&self, at: usize) -> usize {
        let near = at / STRIDE;
        self.before[near] + utf16_units(&self.text[near * STRIDE..at])
    }
}

/// Units of the characters that begin in `bytes`.
fn utf16_units(bytes: &[u8]) -> usize {
    // Few enough bytes for a sum in one byte, which the compiler turns into vector instructions.
    const CHUNK: usize = 64;
    let units = |byte: u8| u8::from(byte & 0xC0 != 0x80) + u8::from(byte >= 0xF0);
    bytes
        .chunks(CHUNK)
        .map(|chunk| usize::from(chunk.iter().fold(0u8, |sum, &byte| sum + units(byte))))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_offsets_are_those_of_the_same_place_in_a_string() {
        let text = "aé€😀".repeat(500);
        let offsets = Utf16Offsets::new(text.as_bytes());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(offsets.of(at), text[..at].encode_utf16().count(), "{at}");
        }
    }
}
