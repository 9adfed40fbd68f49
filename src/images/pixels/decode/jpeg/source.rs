//! The bytes of a JPEG, with a stop behind each scan.
//!
//! A scan that ends too early would be filled with zeros by the decoder, and a part of the picture with grey. So
//! behind the data of each scan stand bits that are all ones: no Huffman code has these, and a decoder that still
//! needs a code fails there. One that is done skips them on its way to the next marker.

use std::io::{self, Read};

/// Stuffed bytes of ones, more than any single code and the value behind it are long.
const STOP: &[u8] = b"\xFF\0\xFF\0\xFF\0\xFF\0\xFF\0\xFF\0\xFF\0\xFF\0";

/// For files that end with their last scan.
const END: &[u8] = b"\xFF\xD9";

/// Scans that a file may have. Each can touch every block of the picture, however few bytes it has; encoders write a
/// dozen.
const MAX_SCANS: usize = 100;

/// Reads a JPEG, stops included.
#[derive(Debug)]
pub(super) struct Scans<'a> {
    current: &'a [u8],
    rest: &'a [u8],
    next: Next,
    scans: usize,
}

/// What follows the bytes that are being read.
#[derive(Debug)]
enum Next {
    Scan,
    Stop,
    End,
    Nothing,
}

impl<'a> Scans<'a> {
    pub(super) fn of(jpeg: &'a [u8]) -> Self {
        Scans {
            current: &[],
            rest: jpeg,
            next: Next::Scan,
            scans: 0,
        }
    }

    /// Goes on to the next piece; false behind the last.
    fn advance(&mut self) -> bool {
        (self.current, self.next) = match self.next {
            Next::Scan => match scan_end(self.rest).and_then(|len| self.rest.split_at_checked(len))
            {
                Some(_) if self.scans == MAX_SCANS => return false,
                Some((scan, behind)) => {
                    self.rest = behind;
                    self.scans += 1;
                    (scan, Next::Stop)
                }
                None => (self.rest, Next::End),
            },
            Next::Stop => (STOP, Next::Scan),
            Next::End => (END, Next::Nothing),
            Next::Nothing => return false,
        };
        true
    }
}

impl Read for Scans<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            if !self.advance() {
                return Ok(0);
            }
        }
        self.current.read(buffer)
    }

    // The decoder asks for one byte at a time.
    #[inline]
    fn read_exact(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        if let Some((read, rest)) = self.current.split_at_checked(buffer.len()) {
            buffer.copy_from_slice(read);
            self.current = rest;
            return Ok(());
        }
        let mut filled = 0;
        while filled < buffer.len() {
            match self.read(&mut buffer[filled..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => filled += read,
            }
        }
        Ok(())
    }
}

/// Where the data of the next scan ends: at the first marker behind it that is no restart.
fn scan_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0xFF)?;
        match bytes.get(at + 1)? {
            0xFF => at += 1,
            0x00 | 0x01 | 0xD0..=0xD9 => at += 2,
            &marker => {
                let len = bytes.get(at + 2..)?.first_chunk()?;
                at += 2 + usize::from(u16::from_be_bytes(*len));
                if marker == 0xDA {
                    return Some(data_end(bytes, at));
                }
            }
        }
    }
}

fn data_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(rest) = bytes.get(at..)
        && let Some(found) = rest.iter().position(|&byte| byte == 0xFF)
    {
        at += found;
        match bytes.get(at + 1) {
            Some(0xFF) => at += 1,
            Some(0x00 | 0xD0..=0xD7) => at += 2,
            _ => return at,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(jpeg: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        Scans::of(jpeg).read_to_end(&mut all).unwrap();
        all
    }

    const SOS: &[u8] = b"\xFF\xDA\0\x04ab";

    #[test]
    fn a_stop_stands_behind_each_scan() {
        let data = b"\x01\xFF\0\x02\xFF\xD3\x03\xFF\xFF";
        let jpeg = [b"\xFF\xD8\xFF\xE0\0\x04\xFF\xDA", SOS, data, SOS, b"x", END].concat();
        let expected = [
            b"\xFF\xD8\xFF\xE0\0\x04\xFF\xDA",
            SOS,
            data,
            STOP,
            SOS,
            b"x",
            STOP,
            END,
            END,
        ]
        .concat();
        // The fill byte before the marker of the second scan belongs to the data.
        assert_eq!(read(&jpeg).len(), expected.len());
        assert_eq!(read(&jpeg)[..18], expected[..18]);
        assert!(read(&jpeg).ends_with(&[b"x", STOP, END, END].concat()));
    }

    #[test]
    fn cut_files_are_read_to_their_end() {
        let jpeg = [b"\xFF\xD8", SOS, b"data\xFF\0\xFF"].concat();
        for len in 0..=jpeg.len() {
            let read = read(&jpeg[..len]);
            assert!(read.ends_with(END));
            assert!(read.starts_with(&jpeg[..len.min(7)]));
        }
    }

    #[test]
    fn endless_scans_end() {
        let jpeg = SOS.repeat(MAX_SCANS + 1);
        let most = MAX_SCANS * (SOS.len() + STOP.len());
        assert_eq!(read(&jpeg).len(), most);
        assert!(read(&jpeg[SOS.len()..]).ends_with(END));
    }

    #[test]
    fn single_bytes_and_buffers_read_the_same() {
        let jpeg = [b"\xFF\xD8", SOS, b"data", END].concat();
        let mut scans = Scans::of(&jpeg);
        let mut bytes = Vec::new();
        let mut byte = [0];
        while scans.read_exact(&mut byte).is_ok() {
            bytes.push(byte[0]);
        }
        assert_eq!(bytes, read(&jpeg));
    }
}
