//! JPEG, decoded at the smallest eighth of its size that is still large enough.

mod source;

use jpeg_decoder::{Decoder, Error, PixelFormat};

use self::source::Scans;
use super::check_size;
use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::{Canvas, Layout};
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::pixels::scale::Source;
use crate::images::probe::Header;
use crate::images::texts::Omission;

/// Eighths of the size that the decoder can give, besides all eight.
const SMALLER: [u32; 3] = [1, 2, 4];

impl From<Error> for Omission {
    fn from(_: Error) -> Self {
        Omission::CannotDecode
    }
}

pub(super) fn decode(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    let mut decoder = Decoder::new(Scans::of(bytes));
    decoder.read_info()?;
    let info = decoder.info().ok_or(Omission::CannotDecode)?;
    check_size((info.width.into(), info.height.into()), header)?;
    let layout = match info.pixel_format {
        PixelFormat::L8 => Layout::Grey,
        PixelFormat::RGB24 => Layout::Rgb,
        PixelFormat::CMYK32 => Layout::Cmyk,
        PixelFormat::L16 => return Err(Omission::CannotDecode),
    };
    let eighths = eighths(header, target);
    let source = Source {
        size: (
            scaled(header.width, eighths),
            scaled(header.height, eighths),
        ),
        extent: (
            f64::from(header.width * eighths) / 8.0,
            f64::from(header.height * eighths) / 8.0,
        ),
    };
    // The decoder is content with one side that is large enough, so only the longer one, which tells the eighths
    // apart, is asked for.
    let (width, height) = match header.width >= header.height {
        true => (source.size.0 as u16, u16::MAX),
        false => (u16::MAX, source.size.1 as u16),
    };
    let size = decoder.scale(width, height)?;
    if source.size != (size.0.into(), size.1.into()) {
        return Err(Omission::CannotDecode);
    }
    let pixels = decoder.decode()?;
    let mut canvas = Canvas::new(layout, source, target, background);
    canvas.push_all(&pixels)?;
    canvas.finish(Chroma::after_loss(target))
}

fn eighths(header: &Header, target: Dimensions) -> u32 {
    SMALLER
        .into_iter()
        .find(|&eighths| {
            scaled(header.width, eighths) >= target.0 && scaled(header.height, eighths) >= target.1
        })
        .unwrap_or(8)
}

/// A side of a picture that is decoded at so many eighths.
fn scaled(side: u32, eighths: u32) -> u32 {
    (side * eighths).div_ceil(8)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::*;
    use jpeg_encoder::{ColorType, Encoder};

    fn jpeg(size: (u16, u16), color: ColorType, progressive: bool, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 100);
        encoder.set_progressive(progressive);
        encoder.encode(data, size.0, size.1, color).unwrap();
        bytes
    }

    fn grey(side: u16, progressive: bool) -> Vec<u8> {
        let side = usize::from(side);
        let data: Vec<u8> = (0..side * side)
            .map(|n| (n % side * 255 / side) as u8)
            .collect();
        jpeg(
            (side as u16, side as u16),
            ColorType::Luma,
            progressive,
            &data,
        )
    }

    #[test]
    fn all_colour_types_are_read() {
        for progressive in [false, true] {
            let read = |color, pixel: &[u8]| jpeg((8, 8), color, progressive, &pixel.repeat(64));
            check(&read(ColorType::Luma, &[77]), &[&[77; 64]], 1);
            let red: [&[u8]; 3] = [&[76; 64], &[85; 64], &[255; 64]];
            check(&read(ColorType::Rgb, &[255, 0, 0]), &red, 2);
            // Full magenta and yellow.
            check(&read(ColorType::Cmyk, &[0, 255, 255, 0]), &red, 2);
            check(&read(ColorType::CmykAsYcck, &[0, 255, 255, 0]), &red, 2);
        }
    }

    #[test]
    fn a_scan_that_ends_early_is_no_picture() {
        for progressive in [false, true] {
            let whole = grey(256, progressive);
            check_damaged(&whole[..whole.len() / 2]);
            let ended = [&whole[..whole.len() / 2], b"\xFF\xD9"].concat();
            check_damaged(&ended);
        }
    }

    #[test]
    fn a_missing_end_is_no_damage() {
        let whole = grey(8, false);
        let expected: Vec<u8> = (0..64).map(|n| (n % 8 * 255 / 8) as u8).collect();
        check(&whole, &[&expected], 2);
        check(&whole[..whole.len() - 2], &[&expected], 2);
    }

    #[test]
    fn smaller_pictures_are_decoded_smaller() {
        let header = |width, height| Header {
            format: crate::images::probe::Format::Jpeg,
            width,
            height,
        };
        assert_eq!(eighths(&header(4000, 3000), (1200, 900)), 4);
        assert_eq!(eighths(&header(4000, 3000), (500, 375)), 1);
        assert_eq!(eighths(&header(4000, 3000), (501, 376)), 2);
        assert_eq!(eighths(&header(1500, 10), (1200, 8)), 8);
        assert_eq!(eighths(&header(4, 5000), (1, 1200)), 2);
    }

    #[test]
    fn a_fraction_of_the_size_shows_the_same_picture() {
        let image = grey(203, false);
        let header = crate::images::probe(&image).unwrap();
        for side in [101, 50, 25, 20, 7] {
            let picture = super::decode(&image, &header, (side, side), Background::WHITE).unwrap();
            for row in picture.planes()[0].chunks(side as usize) {
                for (x, &value) in row.iter().enumerate() {
                    let expected = (x as f64 + 0.5) / f64::from(side) * 255.0;
                    assert!((f64::from(value) - expected).abs() < 6.0, "{side}: {row:?}");
                }
            }
        }
    }
}
