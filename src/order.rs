//! Sorting, of one code for all types.

use std::cmp::Ordering;

/// Sorts a list; equal items keep their order. The standard library's own sort is a copy of all its code for each type
/// and comparison, and a module pays five kilobytes for each.
pub(crate) fn sort_stably<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    let mut places = places(items.len(), &|a, b| compare(&items[a], &items[b]));
    for at in 0..items.len() {
        while places[at] as usize != at {
            let to = places[at] as usize;
            items.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// Where each of so many items goes.
fn places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_unstable_by(|a, b| compare(*a as usize, *b as usize).then(a.cmp(b)));
    let mut places = vec![0; len];
    for (place, item) in order.into_iter().enumerate() {
        places[item as usize] = place as u32;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(keys in proptest::collection::vec(0u8..9, 0..200)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_stably(&mut items, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(items, expected);
        }
    }
}
