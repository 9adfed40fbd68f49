//! Where decoders put their rows: lays them on white and hands them to the scaler.

use super::Dimensions;
use super::picture::{Chroma, Picture};
use super::scale::{Scaler, Source};
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

    /// Samples of one pixel once it is opaque.
    const fn channels(self) -> usize {
        match self {
            Layout::Grey | Layout::GreyAlpha => 1,
            Layout::Rgb | Layout::Rgba | Layout::Cmyk => 3,
        }
    }
}

/// Takes the rows of one picture.
#[derive(Debug)]
pub(super) struct Canvas {
    layout: Layout,
    row_len: usize,
    rows_left: u32,
    opaque: Vec<u8>,
    scaler: Scaler,
    target: Dimensions,
}

impl Canvas {
    pub(super) fn new(layout: Layout, source: Source, target: Dimensions) -> Self {
        let width = source.size.0 as usize;
        let converted = match layout {
            Layout::Grey | Layout::Rgb => 0,
            _ => width * layout.channels(),
        };
        Canvas {
            layout,
            row_len: width * layout.samples(),
            rows_left: source.size.1,
            opaque: vec![0; converted],
            scaler: Scaler::new(layout.channels(), source, target),
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
        match self.layout {
            Layout::Grey | Layout::Rgb => {
                self.scaler.push(row);
                return Ok(());
            }
            Layout::GreyAlpha => flatten::<2, 1>(row, &mut self.opaque),
            Layout::Rgba => flatten::<4, 3>(row, &mut self.opaque),
            Layout::Cmyk => remove_black(row, &mut self.opaque),
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

/// Lays pixels on white. The last of the `IN` samples is alpha.
fn flatten<const IN: usize, const OUT: usize>(row: &[u8], opaque: &mut [u8]) {
    for (pixel, opaque) in row
        .as_chunks::<IN>()
        .0
        .iter()
        .zip(opaque.as_chunks_mut::<OUT>().0)
    {
        let alpha = u32::from(pixel[IN - 1]);
        for (opaque, &sample) in opaque.iter_mut().zip(pixel) {
            *opaque = part(u32::from(sample) * alpha + 255 * (255 - alpha));
        }
    }
}

/// Mixes inks to colours.
fn remove_black(row: &[u8], opaque: &mut [u8]) {
    for (&[cyan, magenta, yellow, black], opaque) in row
        .as_chunks::<4>()
        .0
        .iter()
        .zip(opaque.as_chunks_mut::<3>().0)
    {
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

    fn rgb(layout: Layout, pixels: &[u8]) -> Vec<u8> {
        let mut opaque = vec![0; pixels.len() / layout.samples() * layout.channels()];
        match layout {
            Layout::GreyAlpha => flatten::<2, 1>(pixels, &mut opaque),
            Layout::Rgba => flatten::<4, 3>(pixels, &mut opaque),
            _ => remove_black(pixels, &mut opaque),
        }
        opaque
    }

    #[test]
    fn parts_are_rounded_exactly() {
        for product in 0..=255 * 255_u32 {
            let expected = (f64::from(product) / 255.0).round() as u8;
            assert_eq!(part(product), expected, "{product}");
        }
    }

    #[test]
    fn what_is_transparent_is_white() {
        assert_eq!(
            rgb(Layout::Rgba, &[9, 8, 7, 0, 9, 8, 7, 255, 0, 0, 0, 51]),
            [255, 255, 255, 9, 8, 7, 204, 204, 204]
        );
        assert_eq!(rgb(Layout::GreyAlpha, &[0, 0, 7, 255]), [255, 7]);
    }

    #[test]
    fn inks_are_taken_from_white() {
        assert_eq!(
            rgb(Layout::Cmyk, &[0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255]),
            [255, 255, 255, 0, 255, 255, 0, 0, 0]
        );
    }

    #[test]
    fn another_picture_than_promised_is_refused() {
        let canvas = || Canvas::new(Layout::Rgb, (2, 2).into(), (1, 1));
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
