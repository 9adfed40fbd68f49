//! Makes a picture smaller as its rows arrive: Lanczos3, columns first, then rows.
//!
//! Columns first, because a row is contiguous however many channels it has, and because the rows that are left are
//! few when their own turn comes.

mod horizontal;
mod kernels;
mod reduce;
mod taps;
mod vertical;

use horizontal::Horizontal;
use reduce::Reduce;
use taps::Taps;
use vertical::Vertical;

use super::Dimensions;

/// The picture that goes in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// Width and height in samples.
    pub(super) size: Dimensions,
    /// How many samples the picture really covers in each direction. Less than `size` when the samples of the last
    /// column or row stand for less than a whole one, as after decoding at a fraction of the size.
    pub(super) extent: (f64, f64),
}

impl From<Dimensions> for Source {
    fn from(size: Dimensions) -> Self {
        Source {
            size,
            extent: (size.0.into(), size.1.into()),
        }
    }
}

/// Takes rows of interleaved 8-bit channels and makes planes of another size of them.
#[derive(Debug)]
pub(super) struct Scaler {
    reduce: Option<Reduce>,
    vertical: Vertical,
    horizontal: Horizontal,
}

impl Scaler {
    /// `channels` is 1 or 3.
    pub(super) fn new(channels: usize, source: Source, target: Dimensions) -> Self {
        let columns = reduce::factor(source.extent.0, target.0);
        let rows = reduce::factor(source.extent.1, target.1);
        let size = (source.size.0 as usize, source.size.1 as usize);
        let width = size.0.div_ceil(columns);
        let height = size.1.div_ceil(rows);
        let across = Taps::new(
            width as u32,
            source.extent.0 / columns as f64,
            target.0,
            kernels::DOT_LANES,
        );
        let down = Taps::new(height as u32, source.extent.1 / rows as f64, target.1, 1);
        Scaler {
            reduce: (columns > 1 || rows > 1).then(|| Reduce::new(channels, size, (columns, rows))),
            vertical: Vertical::new(width * channels, height, down),
            horizontal: Horizontal::new(channels, width, across, target.1 as usize),
        }
    }

    /// Takes the next row, from top to bottom.
    pub(super) fn push(&mut self, row: &[u8]) {
        let row = match &mut self.reduce {
            None => row,
            Some(reduce) => match reduce.push(row) {
                Some(averages) => averages,
                None => return,
            },
        };
        self.vertical.push(row);
        while let Some(filtered) = self.vertical.next() {
            self.horizontal.push(filtered);
        }
    }

    /// The planes. Complete if all rows of the source were pushed.
    pub(super) fn finish(self) -> Vec<Vec<u8>> {
        self.horizontal.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(channels: usize, source: Source, target: Dimensions, rows: &[u8]) -> Vec<Vec<u8>> {
        let mut scaler = Scaler::new(channels, source, target);
        for row in rows.chunks(source.size.0 as usize * channels) {
            scaler.push(row);
        }
        scaler.finish()
    }

    #[test]
    fn the_same_size_gives_the_same_samples() {
        let rows: Vec<u8> = (0..7 * 5 * 3).map(|n| (n * 37 % 256) as u8).collect();
        let planes = scale(3, (7, 5).into(), (7, 5), &rows);
        for (channel, plane) in planes.iter().enumerate() {
            let expected: Vec<u8> = rows.iter().skip(channel).step_by(3).copied().collect();
            assert_eq!(*plane, expected);
        }
    }

    #[test]
    fn plain_areas_stay_plain_at_any_size() {
        for value in [0, 1, 128, 254, 255] {
            for (size, target) in [
                ((13, 11), (5, 3)),
                ((100, 1), (1, 1)),
                ((1, 200), (1, 7)),
                ((90, 90), (4, 11)),
            ] {
                let rows = vec![value; (size.0 * size.1) as usize];
                let planes = scale(1, size.into(), target, &rows);
                assert_eq!(
                    planes,
                    [vec![value; (target.0 * target.1) as usize]],
                    "{size:?} to {target:?}"
                );
            }
        }
    }

    #[test]
    fn a_step_stays_where_it_is() {
        let rows: Vec<u8> = (0..60 * 4)
            .map(|n| if n % 60 < 30 { 0 } else { 255 })
            .collect();
        let planes = scale(1, (60, 4).into(), (20, 2), &rows);
        for row in planes[0].chunks(20) {
            assert!(row[..9].iter().all(|&v| v < 30), "{row:?}");
            assert!(row[11..].iter().all(|&v| v > 225), "{row:?}");
        }
    }

    #[test]
    fn a_partial_last_sample_moves_the_picture() {
        let source = Source {
            size: (8, 1),
            extent: (7.5, 1.0),
        };
        let rows = [0, 0, 0, 0, 255, 255, 255, 255];
        let whole = scale(1, (8, 1).into(), (5, 1), &rows);
        let partial = scale(1, source, (5, 1), &rows);
        // Of 7.5 samples the middle lies left of the step.
        assert!(partial[0][2] < whole[0][2], "{partial:?} {whole:?}");
    }

    #[test]
    fn missing_rows_are_missing() {
        let planes = scale(1, (4, 4).into(), (2, 2), &[9; 12]);
        assert!(planes[0].len() < 4);
    }
}
