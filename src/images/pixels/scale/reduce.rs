//! Averages whole blocks of pixels, before a filter has to look at each of them.

/// Input samples for each output sample that the filter behind is left with, at least: Lanczos keeps its quality, and
/// its work and memory no longer grow with the picture.
const LEFT_TO_THE_FILTER: f64 = 3.0;

/// Averages blocks of `columns` × `rows` pixels; those at the right and lower edge may be smaller.
#[derive(Debug)]
pub(super) struct Reduce {
    channels: usize,
    width: usize,
    height: usize,
    columns: usize,
    rows: usize,
    sums: Vec<u32>,
    /// Rows that are in the sums.
    gathered: usize,
    taken: usize,
    averages: Vec<u8>,
}

/// How many samples of one axis become one before the filter.
pub(super) fn factor(extent: f64, output: u32) -> usize {
    ((extent / f64::from(output) / LEFT_TO_THE_FILTER) as usize).max(1)
}

impl Reduce {
    pub(super) fn new(
        channels: usize,
        (width, height): (usize, usize),
        (columns, rows): (usize, usize),
    ) -> Self {
        let samples = width.div_ceil(columns) * channels;
        Reduce {
            channels,
            width,
            height,
            columns,
            rows,
            sums: vec![0; samples],
            gathered: 0,
            taken: 0,
            averages: vec![0; samples],
        }
    }

    /// Takes a row; gives the averages when it completes a row of blocks.
    pub(super) fn push(&mut self, row: &[u8]) -> Option<&[u8]> {
        match self.channels {
            1 => add::<1>(&mut self.sums, row, self.columns),
            _ => add::<3>(&mut self.sums, row, self.columns),
        }
        self.gathered += 1;
        self.taken += 1;
        if self.gathered < self.rows && self.taken < self.height {
            return None;
        }
        let whole = self.width / self.columns * self.channels;
        average(
            &self.sums[..whole],
            &mut self.averages[..whole],
            self.columns * self.gathered,
        );
        average(
            &self.sums[whole..],
            &mut self.averages[whole..],
            self.width % self.columns * self.gathered,
        );
        self.sums.fill(0);
        self.gathered = 0;
        Some(&self.averages)
    }
}

fn add<const CHANNELS: usize>(sums: &mut [u32], row: &[u8], columns: usize) {
    let blocks = row.chunks(columns * CHANNELS);
    for (sums, block) in sums.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(blocks) {
        for pixel in block.as_chunks::<CHANNELS>().0 {
            for (sum, &sample) in sums.iter_mut().zip(pixel) {
                // A block has at most a third of the 25 megapixels that are let in: 255 times that fits.
                *sum += u32::from(sample);
            }
        }
    }
}

/// Divides by multiplying: `count` is the same for all sums.
fn average(sums: &[u32], averages: &mut [u8], count: usize) {
    const HALF: u64 = 1 << 31;
    let part = (1_u64 << 32) / (count.max(1) as u64) + 1;
    for (average, &sum) in averages.iter_mut().zip(sums) {
        *average = ((u64::from(sum) * part + HALF) >> 32).min(255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_at_the_edges_are_averaged_over_what_they_have() {
        let mut reduce = Reduce::new(1, (5, 3), (2, 2));
        assert_eq!(reduce.push(&[0, 10, 20, 30, 255]), None);
        assert_eq!(
            reduce.push(&[10, 20, 30, 41, 255]),
            Some(&[10, 30, 255][..])
        );
        assert_eq!(reduce.push(&[1, 2, 3, 4, 5]), Some(&[2, 4, 5][..]));
    }

    #[test]
    fn channels_stay_apart() {
        let mut reduce = Reduce::new(3, (2, 1), (2, 1));
        assert_eq!(
            reduce.push(&[0, 100, 255, 10, 200, 255]),
            Some(&[5, 150, 255][..])
        );
    }

    #[test]
    fn a_plain_area_keeps_its_colour() {
        for value in [0, 1, 127, 254, 255] {
            for side in 1..40 {
                let mut reduce = Reduce::new(1, (side, side), (side, side));
                let row = vec![value; side];
                let last = (0..side).filter_map(|_| reduce.push(&row).map(<[u8]>::to_vec));
                assert_eq!(last.collect::<Vec<_>>(), [[value]]);
            }
        }
    }

    #[test]
    fn little_is_left_to_the_filter() {
        assert_eq!(factor(3840.0, 1200), 1);
        assert_eq!(factor(7200.0, 1200), 2);
        assert_eq!(factor(25e6, 1200), 6944);
        assert_eq!(factor(0.5, 1), 1);
    }
}
