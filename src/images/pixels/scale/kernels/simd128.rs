//! For WebAssembly, whose compiler does not find `dot_i16x8` in portable code.

use core::arch::wasm32::{
    i16x8, i16x8_extract_lane, i16x8_narrow_i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_shr, i32x4_splat, v128,
};

use super::{BLEND_HALF, BLEND_LANES, BLEND_SHIFT, DOT_LANES, Pair};

/// One load, once compiled.
#[inline]
fn load(samples: &[i16; DOT_LANES]) -> v128 {
    let [a, b, c, d, e, f, g, h] = *samples;
    i16x8(a, b, c, d, e, f, g, h)
}

/// One store, once compiled.
#[inline]
fn store(vector: v128) -> [i16; DOT_LANES] {
    [
        i16x8_extract_lane::<0>(vector),
        i16x8_extract_lane::<1>(vector),
        i16x8_extract_lane::<2>(vector),
        i16x8_extract_lane::<3>(vector),
        i16x8_extract_lane::<4>(vector),
        i16x8_extract_lane::<5>(vector),
        i16x8_extract_lane::<6>(vector),
        i16x8_extract_lane::<7>(vector),
    ]
}

/// The sum of products of samples and weights.
pub(in super::super) fn dot(samples: &[i16], weights: &[i16]) -> i32 {
    let mut sums = i32x4_splat(0);
    let samples = samples.as_chunks::<DOT_LANES>().0;
    for (samples, weights) in samples.iter().zip(weights.as_chunks::<DOT_LANES>().0) {
        sums = i32x4_add(sums, i32x4_dot_i16x8(load(samples), load(weights)));
    }
    i32x4_extract_lane::<0>(sums)
        + i32x4_extract_lane::<1>(sums)
        + i32x4_extract_lane::<2>(sums)
        + i32x4_extract_lane::<3>(sums)
}

/// Sums rows by their weights.
pub(in super::super) fn blend(pairs: &[Pair<'_>], out: &mut [i16]) {
    for (at, out) in out.as_chunks_mut::<BLEND_LANES>().0.iter_mut().enumerate() {
        let mut sums = [i32x4_splat(BLEND_HALF); BLEND_LANES / 4];
        for pair in pairs {
            let [even, odd] = pair.weights;
            let weights = i16x8(even, odd, even, odd, even, odd, even, odd);
            let samples = &pair.samples[at * 2 * BLEND_LANES..][..2 * BLEND_LANES];
            for (sum, samples) in sums.iter_mut().zip(samples.as_chunks::<DOT_LANES>().0) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(load(samples), weights));
            }
        }
        let halves = out.as_chunks_mut::<DOT_LANES>().0.iter_mut();
        for (out, &[low, high]) in halves.zip(sums.as_chunks::<2>().0) {
            *out = store(i16x8_narrow_i32x4(
                i32x4_shr(low, BLEND_SHIFT),
                i32x4_shr(high, BLEND_SHIFT),
            ));
        }
    }
}
