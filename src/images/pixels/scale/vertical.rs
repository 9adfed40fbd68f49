//! Filters columns: rows go in, fewer rows come out.

use super::taps::{Taps, WEIGHT_BITS};

/// Samples that are summed side by side. The sums of so many stay in vector registers.
const LANES: usize = 32;

/// Bits behind the point of the samples that come out: as many as leave room for what the filter overshoots.
pub(super) const FRACTION_BITS: u32 = 6;

/// Filters columns as rows arrive. Holds only the rows that are still needed.
#[derive(Debug)]
pub(super) struct Vertical {
    taps: Taps,
    /// The latest rows; row `n` is at `n % rows.len()`.
    rows: Vec<Vec<u8>>,
    pushed: usize,
    given: usize,
    filtered: Vec<i16>,
}

impl Vertical {
    /// `samples` are those of one row, all channels.
    pub(super) fn new(samples: usize, taps: Taps) -> Self {
        let samples = samples.next_multiple_of(LANES);
        Vertical {
            rows: vec![vec![0; samples]; taps.per_output()],
            taps,
            pushed: 0,
            given: 0,
            filtered: vec![0; samples],
        }
    }

    /// Takes the next row.
    pub(super) fn push(&mut self, row: &[u8]) {
        let place = self.pushed % self.rows.len();
        self.rows[place][..row.len()].copy_from_slice(row);
        self.pushed += 1;
    }

    /// The next output row, if all that it is made of has arrived.
    pub(super) fn next(&mut self) -> Option<&[i16]> {
        if self.given == self.taps.outputs() {
            return None;
        }
        let (first, weights) = self.taps.of(self.given);
        let padding = weights.iter().rev().take_while(|&&w| w == 0).count();
        let weights = &weights[..weights.len() - padding];
        if first + weights.len() > self.pushed {
            return None;
        }
        let window: Vec<(&[u8], i16)> = weights
            .iter()
            .enumerate()
            .map(|(at, &weight)| (&self.rows[(first + at) % self.rows.len()][..], weight))
            .collect();
        blend(&window, &mut self.filtered);
        self.given += 1;
        Some(&self.filtered)
    }
}

fn blend(window: &[(&[u8], i16)], out: &mut [i16]) {
    const SHIFT: u32 = WEIGHT_BITS - FRACTION_BITS;
    for (at, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut sums = [1 << (SHIFT - 1); LANES];
        for (row, weight) in window {
            let samples = &row[at * LANES..][..LANES];
            for (sum, &sample) in sums.iter_mut().zip(samples) {
                *sum += i32::from(sample) * i32::from(*weight);
            }
        }
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = (sum >> SHIFT).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}
