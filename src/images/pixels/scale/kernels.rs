//! The two sums of products that resizing consists of, written so that each machine uses the instruction it has for
//! them: products of two neighbours, added. Whole numbers give the same sums in any order.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use portable::{blend, dot};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use simd128::{blend, dot};

use super::taps::WEIGHT_BITS;

/// Samples that [`dot`] takes at a time; what is over is left out.
pub(super) const DOT_LANES: usize = 8;

/// Samples that [`blend`] gives at a time. Their sums stay in vector registers.
pub(super) const BLEND_LANES: usize = 16;

/// Bits behind the point of the samples that [`blend`] gives: as many as leave room for what the filter overshoots.
pub(super) const FRACTION_BITS: u32 = 6;

const BLEND_SHIFT: u32 = WEIGHT_BITS - FRACTION_BITS;

/// Added before the shift, so that it rounds.
const BLEND_HALF: i32 = 1 << (BLEND_SHIFT - 1);

/// Two rows, sample beside sample, and the weight of each.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) samples: &'a [i16],
    pub(super) weights: [i16; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_summed() {
        let samples: Vec<i16> = (0..16).map(|n| n * 1000 - 8000).collect();
        let weights: Vec<i16> = (0..16).map(|n| 16_384 - n * 2000).collect();
        let expected: i32 = samples
            .iter()
            .zip(&weights)
            .map(|(&s, &w)| i32::from(s) * i32::from(w))
            .sum();
        assert_eq!(dot(&samples, &weights), expected);
    }

    #[test]
    fn rows_are_blended_and_rounded() {
        let samples: Vec<i16> = (0..4 * BLEND_LANES as i16).map(|n| n * 3 % 256).collect();
        let pairs = [
            Pair {
                samples: &samples,
                weights: [-1000, 9000],
            },
            Pair {
                samples: &samples,
                weights: [8001, 383],
            },
        ];
        let mut out = [0; 2 * BLEND_LANES];
        blend(&pairs, &mut out);
        for (at, &value) in out.iter().enumerate() {
            let [a, b] = [samples[2 * at], samples[2 * at + 1]].map(f64::from);
            let exact = (a * 7001.0 + b * 9383.0) / f64::from(1 << BLEND_SHIFT);
            assert_eq!(f64::from(value), (exact + 0.5).floor(), "{at}");
        }
    }
}
