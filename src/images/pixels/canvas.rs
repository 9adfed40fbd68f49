//! Where decoders put their rows: lays them on the background and hands them to the scaler.

use super::Dimensions;
use super::picture::{Chroma, Picture};
use super::scale::{Scaler, Source};
use crate::images::options::Background;
use crate::images::texts::Omission;

/// What the samples of a decoded row are, eight bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Grey.
    Grey,
    /// Grey and alpha.
    GreyAlpha,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, alpha.
    Rgba,
    /// Cyan, magenta, yellow, black; 255 is full ink.
    Cmyk,
}

impl Layout {
    /// Samples of one pixel.
    pub(super) const fn samples(self) -> usize {
        match self {
            Layout::Grey => 1,
            Layout::GreyAlpha => 2,
            Layout::Rgb => 3,
            Layout::Rgba | Layout::Cmyk => 4,
        }
    }

    /// Samples of one pixel once it is opaque: grey shows colour where it is transparent.
    const fn channels(self, background: Background) -> usize {
        match (self, background) {
            (Layout::GreyAlpha, Background::Over([red, green, blue]))
                if red != green || green != blue =>
            {
                3
            }
            (Layout::Grey | Layout::GreyAlpha, _) => 1,
            (Layout::Rgb | Layout::Rgba | Layout::Cmyk, _) => 3,
        }
    }
}

/// Takes the rows of one picture.
#[derive(Debug)]
pub(super) struct Canvas {
    layout: Layout,
    background: Background,
    channels: usize,
    row_len: usize,
    rows_left: u32,
    opaque: Vec<u8>,
    scaler: Scaler,
    target: Dimensions,
}

impl Canvas {
    pub(super) fn new(
        layout: Layout,
        source: Source,
        target: Dimensions,
        background: Background,
    ) -> Self {
        let width = source.size.0 as usize;
        let channels = layout.channels(background);
        let converted = match layout {
            Layout::Grey | Layout::Rgb => 0,
            _ => width * channels,
        };
        Canvas {
            layout,
            background,
            channels,
            row_len: width * layout.samples(),
            rows_left: source.size.1,
            opaque: vec![0; converted],
            scaler: Scaler::new(channels, source, target),
            target,
        }
    }

    /// Takes the next row. One of another length, or one too many, means that the decoder sees another picture than
    /// the header promised.
    pub(super) fn push(&mut self, row: &[u8]) -> Result<(), Omission> {
        if row.len() != self.row_len || self.rows_left == 0 {
            return Err(Omission::CannotDecode);
        }
        self.rows_left -= 1;
        let opaque = &mut self.opaque;
        match (self.layout, self.background) {
            (Layout::Grey | Layout::Rgb, _) => {
                self.scaler.push(row);
                return Ok(());
            }
            (Layout::Cmyk, _) => remove_black(row, opaque),
            (Layout::GreyAlpha, Background::Bare) => bare::<2, 1>(row, opaque),
            (Layout::Rgba, Background::Bare) => bare::<4, 3>(row, opaque),
            (Layout::GreyAlpha, Background::Over(color)) if self.channels == 3 => {
                flatten_grey(row, opaque, color);
            }
            (Layout::GreyAlpha, Background::Over([grey, ..])) => {
                flatten::<2, 1>(row, opaque, [grey]);
            }
            (Layout::Rgba, Background::Over(color)) => flatten::<4, 3>(row, opaque, color),
        }
        self.scaler.push(&self.opaque);
        Ok(())
    }

    /// Takes all rows at once.
    pub(super) fn push_all(&mut self, pixels: &[u8]) -> Result<(), Omission> {
        pixels
            .chunks(self.row_len)
            .try_for_each(|row| self.push(row))
    }

    /// The picture, if all its rows came.
    pub(super) fn finish(self, chroma: Chroma) -> Result<Picture, Omission> {
        match self.rows_left {
            0 => Ok(Picture::from_rgb(self.target, self.scaler.finish(), chroma)),
            _ => Err(Omission::CannotDecode),
        }
    }
}

/// Lays pixels on a colour. The last of the `IN` samples is alpha.
fn flatten<const IN: usize, const OUT: usize>(row: &[u8], opaque: &mut [u8], color: [u8; OUT]) {
    let pixels = row.as_chunks::<IN>().0.iter();
    for (pixel, opaque) in pixels.zip(opaque.as_chunks_mut::<OUT>().0) {
        let alpha = pixel[IN - 1];
        for ((opaque, &sample), behind) in opaque.iter_mut().zip(pixel).zip(color) {
            *opaque = mix(sample, behind, alpha);
        }
    }
}

/// Lays grey pixels on a colour that is none.
fn flatten_grey(row: &[u8], opaque: &mut [u8], color: [u8; 3]) {
    let pixels = row.as_chunks::<2>().0.iter();
    for (&[grey, alpha], opaque) in pixels.zip(opaque.as_chunks_mut::<3>().0) {
        *opaque = color.map(|behind| mix(grey, behind, alpha));
    }
}

/// Leaves alpha out.
fn bare<const IN: usize, const OUT: usize>(row: &[u8], opaque: &mut [u8]) {
    let pixels = row.as_chunks::<IN>().0.iter();
    for (pixel, opaque) in pixels.zip(opaque.as_chunks_mut::<OUT>().0) {
        opaque.copy_from_slice(&pixel[..OUT]);
    }
}

/// So much of a sample as alpha says, and the rest of what is behind it.
fn mix(sample: u8, behind: u8, alpha: u8) -> u8 {
    part(u32::from(sample) * u32::from(alpha) + u32::from(behind) * u32::from(255 - alpha))
}

/// Mixes inks to colours.
fn remove_black(row: &[u8], opaque: &mut [u8]) {
    let pixels = row.as_chunks::<4>().0.iter();
    for (&[cyan, magenta, yellow, black], opaque) in pixels.zip(opaque.as_chunks_mut::<3>().0) {
        *opaque =
            [cyan, magenta, yellow].map(|ink| part(u32::from(255 - ink) * u32::from(255 - black)));
    }
}

/// A 255th, rounded, for products of two bytes.
fn part(product: u32) -> u8 {
    let product = product + 128;
    ((product + (product >> 8)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Background = Background::WHITE;
    const ORANGE: Background = Background::Over([255, 128, 0]);

    /// What the pixels of one row are to the scaler.
    fn opaque(layout: Layout, background: Background, pixels: &[u8]) -> Vec<u8> {
        let width = (pixels.len() / layout.samples()) as u32;
        let mut canvas = Canvas::new(layout, (width, 1).into(), (width, 1), background);
        canvas.push(pixels).unwrap();
        canvas.opaque
    }

    #[test]
    fn parts_are_rounded_exactly() {
        for product in 0..=255 * 255_u32 {
            let expected = (f64::from(product) / 255.0).round() as u8;
            assert_eq!(part(product), expected, "{product}");
        }
    }

    #[test]
    fn the_background_shows_where_pixels_are_transparent() {
        let rgba = [9, 8, 7, 0, 9, 8, 7, 255, 0, 0, 0, 51];
        for (background, expected) in [
            (WHITE, [255, 255, 255, 9, 8, 7, 204, 204, 204]),
            (ORANGE, [255, 128, 0, 9, 8, 7, 204, 102, 0]),
            (Background::Bare, [9, 8, 7, 9, 8, 7, 0, 0, 0]),
        ] {
            assert_eq!(opaque(Layout::Rgba, background, &rgba), expected);
        }
    }

    #[test]
    fn grey_becomes_colour_only_before_a_colour() {
        let grey = [0, 0, 7, 255];
        for (background, expected) in [
            (WHITE, &[255, 7][..]),
            (ORANGE, &[255, 128, 0, 7, 7, 7]),
            (Background::Bare, &[0, 7]),
        ] {
            assert_eq!(opaque(Layout::GreyAlpha, background, &grey), expected);
        }
    }

    #[test]
    fn inks_are_taken_from_white() {
        assert_eq!(
            opaque(
                Layout::Cmyk,
                WHITE,
                &[0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255]
            ),
            [255, 255, 255, 0, 255, 255, 0, 0, 0]
        );
    }

    #[test]
    fn another_picture_than_promised_is_refused() {
        let canvas = || Canvas::new(Layout::Rgb, (2, 2).into(), (1, 1), WHITE);
        let refused = Err(Omission::CannotDecode);
        assert_eq!(canvas().push(&[0; 9]), refused);
        assert_eq!(canvas().push_all(&[0; 18]), refused);
        let mut short = canvas();
        short.push(&[0; 6]).unwrap();
        assert_eq!(
            short.finish(Chroma::Full).err(),
            Some(Omission::CannotDecode)
        );
    }
}
