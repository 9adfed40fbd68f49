//! For machines whose compiler finds the instructions itself.

use super::{BLEND_HALF, BLEND_LANES, BLEND_SHIFT, Pair};

/// The sum of products of samples and weights.
pub(in super::super) fn dot(samples: &[i16], weights: &[i16]) -> i32 {
    samples
        .iter()
        .zip(weights)
        .map(|(&sample, &weight)| i32::from(sample) * i32::from(weight))
        .sum()
}

/// Sums rows by their weights.
pub(in super::super) fn blend(pairs: &[Pair<'_>], out: &mut [i16]) {
    for (at, out) in out.as_chunks_mut::<BLEND_LANES>().0.iter_mut().enumerate() {
        let mut sums = [BLEND_HALF; BLEND_LANES];
        for pair in pairs {
            let [even, odd] = pair.weights.map(i32::from);
            let samples = &pair.samples[at * 2 * BLEND_LANES..][..2 * BLEND_LANES];
            for (sum, &[a, b]) in sums.iter_mut().zip(samples.as_chunks::<2>().0) {
                *sum += i32::from(a) * even + i32::from(b) * odd;
            }
        }
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = (sum >> BLEND_SHIFT).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}
