//! Formats that are seldom met: the first frame of a GIF, and BMP.

use std::io::Cursor;

use image::codecs::{bmp::BmpDecoder, gif::GifDecoder};
use image::{ColorType, ImageDecoder, ImageError, Limits};

use super::{DECODER_BYTES, check_size};
use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::{Canvas, Layout};
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;

impl From<ImageError> for Omission {
    fn from(_: ImageError) -> Self {
        Omission::CannotDecode
    }
}

pub(super) fn gif(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    let decoder = Box::new(GifDecoder::new(Cursor::new(bytes))?);
    read(decoder, header, target, background)
}

pub(super) fn bmp(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    let decoder = Box::new(BmpDecoder::new(Cursor::new(bytes))?);
    read(decoder, header, target, background)
}

fn read(
    mut decoder: Box<dyn ImageDecoder + '_>,
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    check_size(decoder.dimensions(), header)?;
    let layout = match decoder.color_type() {
        ColorType::Rgb8 => Layout::Rgb,
        ColorType::Rgba8 => Layout::Rgba,
        _ => return Err(Omission::CannotDecode),
    };
    let size = decoder.total_bytes();
    let mut limits = Limits::default();
    limits.max_alloc = Some(size + DECODER_BYTES as u64);
    decoder.set_limits(limits)?;
    let mut pixels = vec![0; size as usize];
    decoder.read_image_boxed(&mut pixels)?;
    let mut canvas = Canvas::new(
        layout,
        (header.width, header.height).into(),
        target,
        background,
    );
    canvas.push_all(&pixels)?;
    canvas.finish(Chroma::Full)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use image::codecs::{bmp::BmpEncoder, gif::GifEncoder};
    use image::{ExtendedColorType, ImageEncoder};

    const RED_AND_BLUE: [u8; 6] = [255, 0, 0, 0, 0, 255];
    const PLANES: [&[u8]; 3] = [&[76, 29], &[85, 255], &[255, 107]];

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
    fn bmp_is_read() {
        check(&bmp(), &PLANES, 0);
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
