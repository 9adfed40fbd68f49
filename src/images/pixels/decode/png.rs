//! PNG, row by row.

use std::io::Cursor;

use png::{ColorType, Decoder, DecodingError, Info, Limits, Transformations};

use super::{DECODER_BYTES, check_size};
use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::{Canvas, Layout};
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;

/// Bytes of the largest palette: red, green and blue of 256 colours (PNG specification, 11.2.2).
const MOST_PALETTE_BYTES: usize = 3 * 256;

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
    let limits = Limits {
        bytes: DECODER_BYTES,
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    check_size(reader.info().size(), header)?;
    check_palette(reader.info())?;
    let layout = match reader.output_color_type().0 {
        ColorType::Grayscale => Layout::Grey,
        ColorType::GrayscaleAlpha => Layout::GreyAlpha,
        ColorType::Rgba => Layout::Rgba,
        // Palettes are expanded.
        ColorType::Rgb | ColorType::Indexed => Layout::Rgb,
    };
    let mut canvas = Canvas::new(
        layout,
        (header.width, header.height).into(),
        target,
        background,
    );
    if reader.info().interlaced {
        let size = reader.output_buffer_size().ok_or(Omission::CannotDecode)?;
        let mut pixels = vec![0; size];
        reader.next_frame(&mut pixels)?;
        canvas.push_all(&pixels)?;
    } else {
        // The read behind the last row checks that the data ends well.
        while let Some(row) = reader.next_row()? {
            canvas.push(row.data())?;
        }
    }
    canvas.finish(Chroma::Full)
}

/// Refuses a palette that is cut within a colour or holds too many: the decoder panics when it expands one.
fn check_palette(info: &Info<'_>) -> Result<(), Omission> {
    let is_whole =
        |palette: &[u8]| palette.len() <= MOST_PALETTE_BYTES && palette.len().is_multiple_of(3);
    match info.palette.as_deref() {
        Some(palette) if info.color_type == ColorType::Indexed && !is_whole(palette) => {
            Err(Omission::CannotDecode)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::*;
    use png::{BitDepth, Encoder, Filter};

    /// Red, black and white.
    const PALETTE: [u8; 9] = [255, 0, 0, 0, 0, 0, 255, 255, 255];

    fn png(
        size: (u32, u32),
        color: ColorType,
        depth: BitDepth,
        trns: Option<&[u8]>,
        data: &[u8],
    ) -> Vec<u8> {
        png_with_palette(size, color, depth, &PALETTE, trns, data)
    }

    fn png_with_palette(
        (width, height): (u32, u32),
        color: ColorType,
        depth: BitDepth,
        palette: &[u8],
        trns: Option<&[u8]>,
        data: &[u8],
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        // Rows stand on their own, so that the tests can move them.
        encoder.set_filter(Filter::NoFilter);
        if color == ColorType::Indexed {
            encoder.set_palette(palette);
        }
        if let Some(trns) = trns {
            encoder.set_trns(trns);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn all_colour_types_are_read() {
        use BitDepth::{Eight, Four, One, Sixteen, Two};
        use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
        const RED: [&[u8]; 3] = [&[76], &[85], &[255]];
        let one = (1, 1);
        check(&png((2, 1), Grayscale, One, None, &[0x40]), &[&[0, 255]], 0);
        check(
            &png((2, 1), Grayscale, Two, None, &[0x60]),
            &[&[85, 170]],
            0,
        );
        check(
            &png((2, 1), Grayscale, Four, None, &[0x1E]),
            &[&[17, 238]],
            0,
        );
        check(&png(one, Grayscale, Eight, None, &[7]), &[&[7]], 0);
        check(&png(one, Grayscale, Sixteen, None, &[7, 200]), &[&[7]], 0);
        check(
            &png(one, GrayscaleAlpha, Eight, None, &[0, 51]),
            &[&[204]],
            0,
        );
        check(
            &png(one, GrayscaleAlpha, Sixteen, None, &[0, 0, 51, 0]),
            &[&[204]],
            0,
        );
        check(&png(one, Rgb, Eight, None, &[255, 0, 0]), &RED, 0);
        check(
            &png(one, Rgb, Sixteen, None, &[255, 9, 0, 9, 0, 9]),
            &RED,
            0,
        );
        check(&png(one, Rgba, Eight, None, &[255, 0, 0, 255]), &RED, 0);
        check(
            &png(one, Rgba, Eight, None, &[9, 9, 9, 0]),
            &[&[255], &[128], &[128]],
            0,
        );
        check(&png(one, Indexed, Eight, None, &[0]), &RED, 0);
        check(&png(one, Indexed, Two, None, &[0]), &RED, 0);
    }

    #[test]
    fn transparent_colours_are_white() {
        use BitDepth::{Eight, Sixteen};
        use ColorType::{Grayscale, Indexed, Rgb};
        check(
            &png((2, 1), Grayscale, Eight, Some(&[0, 5]), &[5, 6]),
            &[&[255, 6]],
            0,
        );
        check(
            &png((2, 1), Grayscale, Sixteen, Some(&[1, 5]), &[1, 5, 1, 6]),
            &[&[255, 1]],
            0,
        );
        check(
            &png(
                (2, 1),
                Rgb,
                Eight,
                Some(&[0, 9, 0, 9, 0, 9]),
                &[9, 9, 9, 9, 9, 9],
            ),
            &[&[255, 255], &[128, 128], &[128, 128]],
            0,
        );
        check(
            &png((2, 1), Indexed, Eight, Some(&[255, 0]), &[1, 2]),
            &[&[255, 255], &[128, 128], &[128, 128]],
            0,
        );
    }

    /// The checksum of a chunk.
    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = !0_u32;
        for &byte in bytes {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1));
            }
        }
        !crc
    }

    /// The image with a byte of its header set, checksum included.
    fn with_header_byte(mut image: Vec<u8>, at: usize, value: u8) -> Vec<u8> {
        image[at] = value;
        let crc = crc(&image[12..29]);
        image[29..33].copy_from_slice(&crc.to_be_bytes());
        image
    }

    /// Where the header says how the rows are interlaced.
    const INTERLACE: usize = 28;

    #[test]
    fn interlaced_rows_are_put_in_order() {
        // In a column of three the passes hold the first, the third, the second row.
        let image = png(
            (1, 3),
            ColorType::Grayscale,
            BitDepth::Eight,
            None,
            &[1, 3, 2],
        );
        check(&with_header_byte(image, INTERLACE, 1), &[&[1, 2, 3]], 0);
    }

    #[test]
    fn damage_is_noticed() {
        let rows: Vec<u8> = (0..64 * 64).map(|n: u32| (n * n % 251) as u8).collect();
        let image = png((64, 64), ColorType::Grayscale, BitDepth::Eight, None, &rows);
        for cut in [60, image.len() / 2, image.len() - 12] {
            check_damaged(&image[..cut]);
        }
        let mut wrong_header_sum = image.clone();
        wrong_header_sum[30] ^= 1;
        check_damaged(&wrong_header_sum);
        let mut wrong_data = image.clone();
        wrong_data[image.len() / 2] ^= 1;
        check_damaged(&wrong_data);
    }

    #[test]
    fn palettes_of_no_whole_colours_are_damage() {
        use BitDepth::Eight;
        use ColorType::Indexed;
        let with_palette =
            |palette: &[u8]| png_with_palette((1, 1), Indexed, Eight, palette, None, &[0]);
        check_damaged(&with_palette(&PALETTE[..7]));
        check_damaged(&with_palette(&PALETTE[..8]));
        check_damaged(&with_palette(&[0; MOST_PALETTE_BYTES + 3]));
        check(
            &with_palette(&[255; MOST_PALETTE_BYTES]),
            &[&[255], &[128], &[128]],
            0,
        );
    }

    #[test]
    fn headers_that_promise_more_rows_are_damage() {
        const HEIGHT: usize = 22;
        let image = png(
            (1, 3),
            ColorType::Grayscale,
            BitDepth::Eight,
            None,
            &[1, 2, 3],
        );
        for interlace in [0, 1] {
            let image = with_header_byte(image.clone(), INTERLACE, interlace);
            check_damaged(&with_header_byte(image, HEIGHT, 9));
        }
    }
}
