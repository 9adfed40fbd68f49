//! Filters columns: rows go in, fewer rows come out.

use super::kernels::{BLEND_LANES, Pair, blend};
use super::taps::Taps;

/// Filters columns as rows arrive. Holds only the rows that are still needed, in pairs of an even and an odd one.
#[derive(Debug)]
pub(super) struct Vertical {
    taps: Taps,
    height: usize,
    /// The even row that waits for its partner.
    even: Vec<u8>,
    /// The latest pairs, sample beside sample; pair `n` is at `n % pairs.len()`.
    pairs: Vec<Vec<i16>>,
    /// Rows that have arrived in pairs.
    paired: usize,
    given: usize,
    filtered: Vec<i16>,
}

impl Vertical {
    /// `samples` are those of one row, all channels; `height` is the number of rows that will come.
    pub(super) fn new(samples: usize, height: usize, taps: Taps) -> Self {
        let padded = samples.next_multiple_of(BLEND_LANES);
        // A window may begin and end in the middle of a pair.
        let pairs = taps.per_output() / 2 + 2;
        Vertical {
            taps,
            height,
            even: Vec::with_capacity(samples),
            pairs: vec![vec![0; 2 * padded]; pairs],
            paired: 0,
            given: 0,
            filtered: vec![0; padded],
        }
    }

    /// Takes the next row.
    pub(super) fn push(&mut self, row: &[u8]) {
        let is_last = self.paired + 1 == self.height;
        if self.even.is_empty() && !is_last {
            self.even.extend_from_slice(row);
            return;
        }
        // The last row of an odd number is its own partner, with a weight of zero.
        let even = if self.even.is_empty() {
            row
        } else {
            &self.even
        };
        let place = self.paired / 2 % self.pairs.len();
        let slots = self.pairs[place].as_chunks_mut::<2>().0;
        for ((slot, &even), &odd) in slots.iter_mut().zip(even).zip(row) {
            *slot = [even.into(), odd.into()];
        }
        self.even.clear();
        self.paired += 2;
    }

    /// The next output row, if all that it is made of has arrived.
    pub(super) fn next(&mut self) -> Option<&[i16]> {
        if self.given == self.taps.outputs() {
            return None;
        }
        let (first, weights) = self.taps.of(self.given);
        let padding = weights.iter().rev().take_while(|&&w| w == 0).count();
        let end = first + weights.len() - padding;
        if end > self.paired {
            return None;
        }
        let weight = |row: usize| match row.checked_sub(first) {
            Some(at) if row < end => weights[at],
            _ => 0,
        };
        let window: Vec<Pair<'_>> = (first / 2..end.div_ceil(2))
            .map(|pair| Pair {
                samples: &self.pairs[pair % self.pairs.len()],
                weights: [weight(2 * pair), weight(2 * pair + 1)],
            })
            .collect();
        blend(&window, &mut self.filtered);
        self.given += 1;
        Some(&self.filtered)
    }
}
