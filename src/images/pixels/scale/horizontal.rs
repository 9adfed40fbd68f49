//! Filters rows: takes the channels of a row apart and writes each, shortened, into its plane.

use super::kernels::{FRACTION_BITS, dot};
use super::taps::{Taps, WEIGHT_BITS};

/// Filters rows one after the other.
#[derive(Debug)]
pub(super) struct Horizontal {
    taps: Taps,
    /// One row of each channel, with zeros behind it that padded weights may meet.
    channels: Vec<Vec<i16>>,
    width: usize,
    planes: Vec<Vec<u8>>,
}

impl Horizontal {
    /// `taps` must be aligned to `DOT_LANES`; `width` is that of the input.
    pub(super) fn new(channels: usize, width: usize, taps: Taps, rows: usize) -> Self {
        Horizontal {
            channels: vec![vec![0; width + taps.per_output()]; channels],
            planes: vec![Vec::with_capacity(taps.outputs() * rows); channels],
            width,
            taps,
        }
    }

    /// Takes a row of interleaved channels; what follows in `row` is padding.
    pub(super) fn push(&mut self, row: &[i16]) {
        match &mut self.channels[..] {
            [grey] => grey[..self.width].copy_from_slice(&row[..self.width]),
            channels => split(channels, row, self.width),
        }
        for (plane, channel) in self.planes.iter_mut().zip(&self.channels) {
            plane.extend(
                self.taps.iter().map(|(first, weights)| {
                    round(dot(&channel[first..][..weights.len()], weights))
                }),
            );
        }
    }

    /// The planes, as far as there were rows.
    pub(super) fn finish(self) -> Vec<Vec<u8>> {
        self.planes
    }
}

fn split(channels: &mut [Vec<i16>], row: &[i16], width: usize) {
    let pixels = &row.as_chunks::<3>().0[..width];
    for (at, channel) in channels.iter_mut().enumerate() {
        for (sample, pixel) in channel.iter_mut().zip(pixels) {
            *sample = pixel[at];
        }
    }
}

fn round(sum: i32) -> u8 {
    const SHIFT: u32 = WEIGHT_BITS + FRACTION_BITS;
    ((sum + (1 << (SHIFT - 1))) >> SHIFT).clamp(0, 255) as u8
}
