//! The sizes that are tried one after the other.

use crate::images::limits::SIDE_SEEDS;
use crate::images::pixels::MAX_JPEG_SIDE;

/// The sizes of the ladder for a picture, the largest first. Sides that give the same size stand for one.
pub(super) fn sizes((width, height): (u32, u32), max_side: u32) -> Vec<(u32, u32)> {
    let max_side = max_side.min(MAX_JPEG_SIDE);
    let start = width.max(height);
    let mut sides: Vec<u32> = std::iter::once(start)
        .chain(SIDE_SEEDS)
        .map(|side| side.min(max_side))
        .collect();
    sides.sort_unstable_by(|a, b| b.cmp(a));
    let mut sizes: Vec<_> = sides
        .into_iter()
        .map(|side| within((width, height), side))
        .collect();
    sizes.dedup();
    sizes
}

/// The size within a square, in proportion and never larger. Computed in doubles, ties up, as scripts do it.
fn within((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let (width, height, side) = (f64::from(width), f64::from(height), f64::from(side));
    let scale = (side / width).min(side / height).min(1.0);
    let whole = |side: f64| ((side * scale + 0.5).floor() as u32).max(1);
    (whole(width), whole(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_keep_their_proportions() {
        assert_eq!(within((4000, 3000), 1200), (1200, 900));
        assert_eq!(within((1, 10_000), 1200), (1, 1200));
        assert_eq!(within((4, 5000), 1200), (1, 1200));
        assert_eq!(within((100, 50), 1200), (100, 50));
        // 2.5 goes up.
        assert_eq!(within((1000, 25), 100), (100, 3));
        assert_eq!(within((25_000_000, 1), 1), (1, 1));
    }

    #[test]
    fn the_ladder_goes_down_without_doing_a_size_twice() {
        assert_eq!(
            sizes((4000, 4000), 1200),
            [(1200, 1200), (1000, 1000), (800, 800)]
        );
        assert_eq!(
            sizes((4000, 2000), 5000),
            [
                (4000, 2000),
                (1800, 900),
                (1600, 800),
                (1400, 700),
                (1200, 600),
                (1000, 500),
                (800, 400)
            ]
        );
        assert_eq!(sizes((900, 900), 1200), [(900, 900), (800, 800)]);
        assert_eq!(sizes((900, 900), 300), [(300, 300)]);
        assert_eq!(sizes((20, 10), 1200), [(20, 10)]);
    }

    #[test]
    fn no_side_is_longer_than_a_jpeg_can_be() {
        assert_eq!(sizes((100_000, 2), 1_000_000)[0], (65_535, 1));
    }
}
