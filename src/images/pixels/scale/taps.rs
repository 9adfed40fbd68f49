//! Which samples each output sample is made of, and in which parts.

/// Bits behind the point of a weight: the weights of one output sample add up to `1 << WEIGHT_BITS`.
pub(super) const WEIGHT_BITS: u32 = 14;

/// Lobes of the sinc on each side of the middle: Lanczos3.
const LOBES: f64 = 3.0;

/// One axis of a resize: for each output sample the first input sample it needs and the weight of each from there.
#[derive(Debug)]
pub(super) struct Taps {
    first: Vec<usize>,
    weights: Vec<i16>,
    per_output: usize,
}

impl Taps {
    /// The weights that make `output` samples of `input`. `extent` is how many input samples the picture really
    /// covers: less than `input` when the last sample stands for a part of one only. Each output has a multiple of
    /// `align` weights; those that are added are zero and may lie beyond the input.
    pub(super) fn new(input: u32, extent: f64, output: u32, align: usize) -> Self {
        let ratio = extent / f64::from(output);
        let rows: Vec<(usize, Vec<i16>)> = (0..output)
            .map(|at| weights_around((f64::from(at) + 0.5) * ratio, ratio.max(1.0), input))
            .collect();
        let longest = rows.iter().map(|(_, weights)| weights.len()).max();
        let per_output = longest.unwrap_or(1).next_multiple_of(align);
        let mut taps = Taps {
            first: Vec::with_capacity(rows.len()),
            weights: Vec::with_capacity(rows.len() * per_output),
            per_output,
        };
        for (first, weights) in rows {
            taps.first.push(first);
            taps.weights.extend(weights);
            taps.weights.resize(taps.first.len() * per_output, 0);
        }
        taps
    }

    /// Weights that each output has.
    pub(super) fn per_output(&self) -> usize {
        self.per_output
    }

    /// Number of outputs.
    pub(super) fn outputs(&self) -> usize {
        self.first.len()
    }

    /// The first input of an output, and the weights from there on.
    pub(super) fn of(&self, output: usize) -> (usize, &[i16]) {
        let weights = &self.weights[output * self.per_output..][..self.per_output];
        (self.first[output], weights)
    }

    /// All outputs in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &[i16])> {
        self.first
            .iter()
            .copied()
            .zip(self.weights.chunks_exact(self.per_output))
    }
}

/// The weights of the input samples around `center`, without zeros at the ends, and the first of these samples.
fn weights_around(center: f64, scale: f64, input: u32) -> (usize, Vec<i16>) {
    let reach = LOBES * scale;
    let first = (center - reach).max(0.0) as u32;
    let end = ((center + reach).ceil() as u32).min(input).max(first + 1);
    let exact: Vec<f64> = (first..end)
        .map(|at| lanczos((f64::from(at) + 0.5 - center) / scale))
        .collect();
    let sum: f64 = exact.iter().sum();
    let unit = f64::from(1 << WEIGHT_BITS);
    let mut weights: Vec<i16> = exact
        .iter()
        .map(|weight| (weight / sum * unit).round() as i16)
        .collect();
    settle(&mut weights);
    let zeros = weights.iter().take_while(|&&weight| weight == 0).count();
    weights.drain(..zeros);
    while weights.last() == Some(&0) {
        weights.pop();
    }
    (first as usize + zeros, weights)
}

/// Gives what rounding left over to the largest weight, so that a plain area keeps its colour exactly.
fn settle(weights: &mut [i16]) {
    let sum: i32 = weights.iter().copied().map(i32::from).sum();
    if let Some(largest) = weights.iter_mut().max() {
        *largest += ((1 << WEIGHT_BITS) - sum) as i16;
    }
}

/// The Lanczos window of three lobes.
fn lanczos(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else if x.abs() >= LOBES {
        0.0
    } else {
        let angle = std::f64::consts::PI * x;
        LOBES * sin_pi(x) * sin_pi(x / LOBES) / (angle * angle)
    }
}

/// `sin(πx)`, from products and sums alone: the sine of the standard library differs between machines in its last
/// bits, and so would pictures. Exactly zero for whole numbers.
fn sin_pi(x: f64) -> f64 {
    let whole = x.round();
    let z = std::f64::consts::PI * (x - whole);
    let square = z * z;
    // Taylor's series up to z^15; the next term is below 1e-11 for |z| ≤ π/2.
    let series = [15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0]
        .iter()
        .fold(1.0, |sum, n| 1.0 - square / (n * (n - 1.0)) * sum);
    if whole as i64 % 2 == 0 {
        z * series
    } else {
        -z * series
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_one() {
        for (input, extent, output) in [
            (10, 10.0, 3),
            (1000, 1000.0, 7),
            (1000, 999.5, 999),
            (2, 2.0, 1),
            (1, 0.5, 1),
            (5, 4.875, 5),
        ] {
            let taps = Taps::new(input, extent, output, 1);
            assert_eq!(taps.outputs(), output as usize);
            for (first, weights) in taps.iter() {
                let sum: i32 = weights.iter().copied().map(i32::from).sum();
                assert_eq!(sum, 1 << WEIGHT_BITS, "{input} {extent} {output}");
                assert!(first < input as usize);
            }
        }
    }

    #[test]
    fn the_same_size_copies() {
        let taps = Taps::new(100, 100.0, 100, 1);
        assert_eq!(taps.per_output(), 1);
        assert!(
            taps.iter()
                .enumerate()
                .all(|(at, tap)| tap == (at, &[1 << WEIGHT_BITS][..]))
        );
    }

    #[test]
    fn a_half_is_made_of_twelve() {
        let taps = Taps::new(100, 100.0, 50, 8);
        assert_eq!(taps.per_output(), 16);
        let (first, weights) = taps.of(25);
        assert_eq!(first, 45);
        assert!(weights[5] > 6000 && weights[5] == weights[6]);
        assert_eq!(weights[12..], [0; 4]);
    }

    #[test]
    fn the_sine_is_a_sine() {
        for step in -3000..=3000 {
            let x = f64::from(step) / 1000.0;
            let expected = (std::f64::consts::PI * x).sin();
            assert!((sin_pi(x) - expected).abs() < 1e-9, "{x}");
        }
        assert_eq!([-3.0, -1.0, 0.0, 2.0].map(sin_pi).map(f64::abs), [0.0; 4]);
    }
}
