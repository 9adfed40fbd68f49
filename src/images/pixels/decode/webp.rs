//! WebP: lossy, lossless, with alpha; of an animation the first frame.

use std::io::Cursor;

use image_webp::{DecodingError, WebPDecoder};

use super::{DECODER_BYTES, check_size};
use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::{Canvas, Layout};
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;

/// Where the first chunk of a file starts.
const FIRST_CHUNK: usize = 12;

/// Bytes of a chunk before its content: its name and length.
const CHUNK_HEADER: usize = 8;

/// Bytes of an animation frame before the chunks it is made of.
const FRAME_HEADER: usize = 16;

impl From<DecodingError> for Omission {
    fn from(_: DecodingError) -> Self {
        Omission::CannotDecode
    }
}

pub(super) fn decode(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    if has_larger_bitstream(bytes, header) {
        return Err(Omission::CannotDecode);
    }
    let mut decoder = WebPDecoder::new(Cursor::new(bytes))?;
    decoder.set_memory_limit(DECODER_BYTES);
    check_size(decoder.dimensions(), header)?;
    let layout = match decoder.has_alpha() {
        true => Layout::Rgba,
        false => Layout::Rgb,
    };
    let chroma = match decoder.is_lossy() {
        true => Chroma::after_loss(target),
        false => Chroma::Full,
    };
    let size = decoder.output_buffer_size().ok_or(Omission::CannotDecode)?;
    let mut pixels = vec![0; size];
    decoder.read_image(&mut pixels)?;
    let mut canvas = Canvas::new(
        layout,
        (header.width, header.height).into(),
        target,
        background,
    );
    canvas.push_all(&pixels)?;
    canvas.finish(chroma)
}

/// True when a lossy bitstream says that it is larger than the file's header. The decoder would allocate for it before
/// it compares the two.
fn has_larger_bitstream(bytes: &[u8], header: &Header) -> bool {
    let mut at = FIRST_CHUNK;
    while let Some(chunk) = bytes.get(at..)
        && let Some((head, content)) = chunk.split_first_chunk::<CHUNK_HEADER>()
    {
        let [a, b, c, d, len @ ..] = *head;
        at += match &[a, b, c, d] {
            b"VP8 " => {
                let side = |at| {
                    let bytes = content.get(at..)?.first_chunk()?;
                    Some(u32::from(u16::from_le_bytes(*bytes) & 0x3FFF))
                };
                let larger = |at, most| side(at).is_some_and(|side| side > most);
                if larger(6, header.width) || larger(8, header.height) {
                    return true;
                }
                padded(len)
            }
            // Its chunks are looked at like those of the file.
            b"ANMF" => CHUNK_HEADER + FRAME_HEADER,
            _ => padded(len),
        };
    }
    false
}

/// Bytes of a chunk whose content has this length: an odd one is padded.
fn padded(len: [u8; 4]) -> usize {
    CHUNK_HEADER.saturating_add((u32::from_le_bytes(len) as usize).next_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::*;
    use image_webp::{ColorType, WebPEncoder};

    fn lossless(size: (u32, u32), color: ColorType, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        WebPEncoder::new(&mut bytes)
            .encode(data, size.0, size.1, color)
            .unwrap();
        bytes
    }

    #[test]
    fn lossless_pictures_keep_their_pixels() {
        check(
            &lossless((2, 1), ColorType::Rgb8, &[255, 0, 0, 0, 0, 255]),
            &[&[76, 29], &[85, 255], &[255, 107]],
            0,
        );
    }

    #[test]
    fn what_is_transparent_is_white() {
        check(
            &lossless((2, 1), ColorType::Rgba8, &[9, 9, 9, 0, 0, 0, 0, 255]),
            &[&[255, 0], &[128, 128], &[128, 128]],
            0,
        );
    }

    #[test]
    fn damage_is_noticed() {
        let pixels: Vec<u8> = (0..32 * 32 * 3).map(|n: u32| (n * n % 251) as u8).collect();
        let image = lossless((32, 32), ColorType::Rgb8, &pixels);
        for cut in [31, image.len() / 2] {
            check_damaged(&image[..cut]);
        }
    }

    fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        [name, &(content.len() as u32).to_le_bytes()[..], content].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        let content = [b"WEBP", &chunks.concat()[..]].concat();
        chunk(b"RIFF", &content)
    }

    #[test]
    fn a_bitstream_larger_than_the_canvas_is_refused_unread() {
        // 1300 × 10 says the file, 16383 × 16383 the bitstream.
        let canvas = chunk(b"VP8X", &[0, 0, 0, 0, 0x13, 5, 0, 9, 0, 0]);
        let animated = chunk(b"VP8X", &[2, 0, 0, 0, 0x13, 5, 0, 9, 0, 0]);
        let bitstream = chunk(b"VP8 ", b"\x10\0\0\x9D\x01\x2A\xFF\x3F\xFF\x3F");
        let frame = chunk(b"ANMF", &[&[0; 16][..], &bitstream].concat());
        let header = |image: &[u8]| crate::images::probe(image).unwrap();
        for image in [
            file(&[canvas, bitstream]),
            file(&[animated, chunk(b"ANIM", &[0; 6]), frame]),
        ] {
            assert!(has_larger_bitstream(&image, &header(&image)));
            check_damaged(&image);
        }
    }
}
