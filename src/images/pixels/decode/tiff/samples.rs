//! What the numbers of a picture are, and how they become samples of eight bits.

use super::directory::Directory;
use crate::images::pixels::canvas::Layout;
use crate::images::probe::tiff::Order;

pub(super) const BITS_PER_SAMPLE: u16 = 258;
pub(super) const PHOTOMETRIC: u16 = 262;
pub(super) const SAMPLES_PER_PIXEL: u16 = 277;
pub(super) const PREDICTOR: u16 = 317;
pub(super) const COLOR_MAP: u16 = 320;
pub(super) const EXTRA_SAMPLES: u16 = 338;
pub(super) const SAMPLE_FORMAT: u16 = 339;

/// What an extra sample is: colours are multiplied with it, or they are not.
const ASSOCIATED_ALPHA: u32 = 1;
const UNASSOCIATED_ALPHA: u32 = 2;

/// The sample format of whole numbers from 0.
const UNSIGNED: u32 = 1;

/// The predictor that says no more than the difference to the pixel before.
const DIFFERENCES: u32 = 2;

/// Samples that a pixel has at most: inks, alpha and a few that nobody looks at.
const MOST_SAMPLES: u32 = 8;

/// How the samples of a pixel are stored, and what they mean.
pub(super) struct Samples {
    /// Bits of each: 1, 2, 4, 8 or 16.
    pub(super) bits: u32,
    /// How many a pixel has.
    pub(super) per_pixel: usize,
    order: Order,
    are_differences: bool,
    meaning: Meaning,
    alpha: Alpha,
}

enum Meaning {
    Grey { inverted: bool },
    Palette(Vec<[u8; 3]>),
    Rgb,
    Cmyk,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alpha {
    None,
    Straight,
    Multiplied,
}

impl Samples {
    /// What a directory says; none for what is not known here.
    pub(super) fn of(directory: &Directory<'_>) -> Option<Self> {
        let bits = directory.number(BITS_PER_SAMPLE, 1);
        let per_pixel = directory.number(SAMPLES_PER_PIXEL, 1);
        let format = directory.number(SAMPLE_FORMAT, UNSIGNED);
        let all_alike = match directory.numbers(BITS_PER_SAMPLE) {
            Some(all) => (0..all.len()).all(|at| all.get(at) == Some(bits)),
            None => true,
        };
        if !all_alike || format != UNSIGNED || !(1..=MOST_SAMPLES).contains(&per_pixel) {
            return None;
        }
        let meaning = match (directory.number(PHOTOMETRIC, u32::MAX), bits) {
            (0, 1 | 2 | 4 | 8 | 16) => Meaning::Grey { inverted: true },
            (1, 1 | 2 | 4 | 8 | 16) => Meaning::Grey { inverted: false },
            (2, 8 | 16) => Meaning::Rgb,
            (3, 1 | 2 | 4 | 8) => Meaning::Palette(palette(directory, bits)?),
            (5, 8 | 16) => Meaning::Cmyk,
            _ => return None,
        };
        let per_pixel = per_pixel as usize;
        let extra = per_pixel.checked_sub(meaning.samples())?;
        let alpha = match directory.number(EXTRA_SAMPLES, 0) {
            ASSOCIATED_ALPHA if extra > 0 => Alpha::Multiplied,
            UNASSOCIATED_ALPHA if extra > 0 => Alpha::Straight,
            _ => Alpha::None,
        };
        let are_differences = match directory.number(PREDICTOR, 1) {
            1 => false,
            DIFFERENCES if bits >= 8 => true,
            _ => return None,
        };
        Some(Samples {
            bits,
            per_pixel,
            order: directory.order(),
            are_differences,
            meaning,
            alpha,
        })
    }

    /// The layout of the rows that [`Samples::show`] gives.
    pub(super) fn layout(&self) -> Layout {
        match (&self.meaning, self.alpha) {
            (Meaning::Grey { .. }, Alpha::None) => Layout::Grey,
            (Meaning::Grey { .. }, _) => Layout::GreyAlpha,
            (Meaning::Rgb, Alpha::Straight | Alpha::Multiplied) => Layout::Rgba,
            (Meaning::Rgb | Meaning::Palette(_), _) => Layout::Rgb,
            (Meaning::Cmyk, _) => Layout::Cmyk,
        }
    }

    /// Turns a row as it is stored into samples of eight bits. `step` is the number of samples that a pixel has there:
    /// all, or one where each kind is stored by itself.
    pub(super) fn unpack(&self, row: &mut [u8], step: usize, samples: &mut [u8]) {
        match self.bits {
            16 => {
                if self.are_differences {
                    sum_pairs(row, step, self.order);
                }
                let high = usize::from(self.order == Order::Little);
                for (sample, pair) in samples.iter_mut().zip(row.as_chunks::<2>().0) {
                    *sample = pair[high];
                }
            }
            8 => {
                if self.are_differences {
                    for at in step..row.len() {
                        row[at] = row[at].wrapping_add(row[at - step]);
                    }
                }
                samples.copy_from_slice(row);
            }
            bits => {
                let most = (1_u8 << bits) - 1;
                // Numbers of a palette stay what they are.
                let scale = match self.meaning {
                    Meaning::Palette(_) => 1,
                    _ => u8::MAX / most,
                };
                let per_byte = 8 / bits as usize;
                for (at, sample) in samples.iter_mut().enumerate() {
                    let shift = 8 - bits as usize * (at % per_byte + 1);
                    *sample = (row[at / per_byte] >> shift & most) * scale;
                }
            }
        }
    }

    /// Turns the samples of pixels into what they show.
    pub(super) fn show(&self, samples: &[u8], shown: &mut [u8]) {
        let pixels = samples.chunks_exact(self.per_pixel);
        let out = self.layout().samples();
        for (pixel, shown) in pixels.zip(shown.chunks_exact_mut(out)) {
            match &self.meaning {
                Meaning::Palette(colors) => {
                    let color = colors.get(usize::from(pixel[0]));
                    shown.copy_from_slice(color.unwrap_or(&[0; 3]));
                }
                _ => shown.copy_from_slice(&pixel[..out]),
            }
            if let Meaning::Grey { inverted: true } = self.meaning {
                shown[0] = u8::MAX - shown[0];
            }
            if self.alpha == Alpha::Multiplied
                && let Some((&mut alpha, colors)) = shown.split_last_mut()
                && matches!(self.meaning, Meaning::Grey { .. } | Meaning::Rgb)
            {
                colors
                    .iter_mut()
                    .for_each(|color| *color = divided(*color, alpha));
            }
        }
    }
}

impl Meaning {
    /// Samples of a pixel, besides extra ones.
    fn samples(&self) -> usize {
        match self {
            Meaning::Grey { .. } | Meaning::Palette(_) => 1,
            Meaning::Rgb => 3,
            Meaning::Cmyk => 4,
        }
    }
}

/// The colours of a palette: the map has all reds, then all greens, then all blues, of 16 bits each.
fn palette(directory: &Directory<'_>, bits: u32) -> Option<Vec<[u8; 3]>> {
    let map = directory.numbers(COLOR_MAP)?;
    let count = 1 << bits;
    if map.len() < 3 * count {
        return None;
    }
    // Some writers fill in eight bits only.
    let is_narrow = (0..3 * count).all(|at| map.get(at).is_some_and(|number| number < 256));
    let shift = if is_narrow { 0 } else { 8 };
    let part = |at| map.get(at).map(|number| (number >> shift) as u8);
    (0..count)
        .map(|at| Some([part(at)?, part(at + count)?, part(at + 2 * count)?]))
        .collect()
}

/// Adds up differences of 16 bits.
fn sum_pairs(row: &mut [u8], step: usize, order: Order) {
    let number = |pair| match order {
        Order::Little => u16::from_le_bytes(pair),
        Order::Big => u16::from_be_bytes(pair),
    };
    let pairs = row.as_chunks_mut::<2>().0;
    for at in step..pairs.len() {
        let sum = number(pairs[at]).wrapping_add(number(pairs[at - step]));
        pairs[at] = match order {
            Order::Little => sum.to_le_bytes(),
            Order::Big => sum.to_be_bytes(),
        };
    }
}

/// A colour that was multiplied with alpha, as it was before.
fn divided(color: u8, alpha: u8) -> u8 {
    match u32::from(alpha) {
        0 => 0,
        alpha => (u32::from(color) * 255 / alpha).min(255) as u8,
    }
}
