//! Formats that are seldom met: the first frame of a GIF, BMP, TIFF.

use std::io::Cursor;

use image::codecs::{bmp::BmpDecoder, gif::GifDecoder, tiff::TiffDecoder};
use image::{ColorType, ImageDecoder, ImageError, Limits};

use super::{DECODER_BYTES, check_size};
use crate::images::limits::MAX_PIXELS;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::{Canvas, Layout};
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;

/// Bytes of a pixel, at most: four samples of 16 bits.
const MAX_PIXEL_BYTES: u64 = 8;

impl From<ImageError> for Omission {
    fn from(_: ImageError) -> Self {
        Omission::CannotDecode
    }
}

pub(super) fn gif(bytes: &[u8], header: &Header, target: Dimensions) -> Result<Picture, Omission> {
    read(
        Box::new(GifDecoder::new(Cursor::new(bytes))?),
        header,
        target,
    )
}

pub(super) fn bmp(bytes: &[u8], header: &Header, target: Dimensions) -> Result<Picture, Omission> {
    read(
        Box::new(BmpDecoder::new(Cursor::new(bytes))?),
        header,
        target,
    )
}

pub(super) fn tiff(bytes: &[u8], header: &Header, target: Dimensions) -> Result<Picture, Omission> {
    read(
        Box::new(TiffDecoder::new(Cursor::new(bytes))?),
        header,
        target,
    )
}

fn read(
    mut decoder: Box<dyn ImageDecoder + '_>,
    header: &Header,
    target: Dimensions,
) -> Result<Picture, Omission> {
    check_size(decoder.dimensions(), header)?;
    let (layout, is_wide) = match decoder.color_type() {
        ColorType::L8 => (Layout::Grey, false),
        ColorType::La8 => (Layout::GreyAlpha, false),
        ColorType::Rgb8 => (Layout::Rgb, false),
        ColorType::Rgba8 => (Layout::Rgba, false),
        ColorType::L16 => (Layout::Grey, true),
        ColorType::La16 => (Layout::GreyAlpha, true),
        ColorType::Rgb16 => (Layout::Rgb, true),
        ColorType::Rgba16 => (Layout::Rgba, true),
        _ => return Err(Omission::CannotDecode),
    };
    let size = decoder.total_bytes();
    if size > MAX_PIXELS * MAX_PIXEL_BYTES {
        return Err(Omission::CannotDecode);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(size + DECODER_BYTES as u64);
    decoder.set_limits(limits)?;
    let mut pixels = vec![0; size as usize];
    decoder.read_image_boxed(&mut pixels)?;
    if is_wide {
        strip_16(&mut pixels);
    }
    let mut canvas = Canvas::new(layout, (header.width, header.height).into(), target);
    canvas.push_all(&pixels)?;
    canvas.finish(Chroma::Full)
}

/// Keeps the upper half of samples of 16 bits, which stand in the machine's own order.
fn strip_16(pixels: &mut Vec<u8>) {
    for at in 0..pixels.len() / 2 {
        let sample = u16::from_ne_bytes([pixels[2 * at], pixels[2 * at + 1]]);
        pixels[at] = (sample >> 8) as u8;
    }
    pixels.truncate(pixels.len() / 2);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::*;
    use image::codecs::{bmp::BmpEncoder, gif::GifEncoder, tiff::TiffEncoder};
    use image::{ExtendedColorType, ImageEncoder};

    const RED_AND_BLUE: [u8; 6] = [255, 0, 0, 0, 0, 255];
    const PLANES: [&[u8]; 3] = [&[76, 29], &[85, 255], &[255, 107]];

    fn tiff(size: (u32, u32), color: ExtendedColorType, data: &[u8]) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        TiffEncoder::new(&mut bytes)
            .write_image(data, size.0, size.1, color)
            .unwrap();
        bytes.into_inner()
    }

    fn bmp() -> Vec<u8> {
        let mut bytes = Vec::new();
        BmpEncoder::new(&mut bytes)
            .write_image(&RED_AND_BLUE, 2, 1, ExtendedColorType::Rgb8)
            .unwrap();
        bytes
    }

    fn gif(data: &[u8], size: (u32, u32)) -> Vec<u8> {
        let mut bytes = Vec::new();
        GifEncoder::new(&mut bytes)
            .encode(data, size.0, size.1, ExtendedColorType::Rgba8)
            .unwrap();
        bytes
    }

    #[test]
    fn bmp_and_tiff_are_read() {
        check(&bmp(), &PLANES, 0);
        check(
            &tiff((2, 1), ExtendedColorType::Rgb8, &RED_AND_BLUE),
            &PLANES,
            0,
        );
        check(&tiff((2, 1), ExtendedColorType::L8, &[7, 8]), &[&[7, 8]], 0);
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let samples: Vec<u8> = [0x07FF_u16, 0x0800]
            .iter()
            .flat_map(|s| s.to_ne_bytes())
            .collect();
        check(
            &tiff((2, 1), ExtendedColorType::L16, &samples),
            &[&[7, 8]],
            0,
        );
    }

    #[test]
    fn transparent_pixels_of_a_gif_are_white() {
        let data = [255, 0, 0, 255, 0, 0, 255, 255, 1, 2, 3, 0];
        check(
            &gif(&data, (3, 1)),
            &[&[76, 29, 255], &[85, 255, 128], &[255, 107, 128]],
            0,
        );
    }

    #[test]
    fn of_an_animation_the_first_frame_counts() {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        for value in [0, 255] {
            encoder
                .encode(&[value, value, value, 255], 1, 1, ExtendedColorType::Rgba8)
                .unwrap();
        }
        drop(encoder);
        check(&bytes, &[&[0], &[128], &[128]], 0);
    }

    #[test]
    fn damage_is_noticed() {
        let image = bmp();
        check_damaged(&image[..image.len() - 4]);
        check_damaged(&image[..30]);
        let image = gif(&[7; 16 * 16 * 4], (16, 16));
        check_damaged(&image[..20]);
        check_damaged(&image[..image.len() / 2]);
    }
}
