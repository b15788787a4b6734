//! As many sets as they have elements together: the common core of subsets and fish.

use std::ops::ControlFlow;

use crate::{MAX_SIDE, bits};

/// Chosen sets, as bits by index, and their union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tuple {
    pub(crate) chosen: u16,
    pub(crate) union: u16,
}

/// Shows every choice of `size` of the sets, each of at least two elements, that have `size` elements together, by
/// ascending `chosen`.
pub(crate) fn tuples(
    sets: &[u16],
    size: usize,
    visit: &mut dyn FnMut(Tuple) -> ControlFlow<()>,
) -> ControlFlow<()> {
    tuples_of(2, sets, size, visit)
}

/// As [`tuples`], each set of at least `least` elements.
pub(crate) fn tuples_of(
    least: usize,
    sets: &[u16],
    size: usize,
    visit: &mut dyn FnMut(Tuple) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut fitting = [(0, 0); MAX_SIDE];
    let mut count = 0;
    for (index, &set) in sets.iter().enumerate() {
        if exceeds(set, least - 1) && !exceeds(set, size) {
            fitting[count] = (index, set);
            count += 1;
        }
    }
    let none = Tuple { chosen: 0, union: 0 };
    extend(&fitting[..count], size, size, none, visit)
}

/// Whether there are more elements than that, which is quicker told than how many for the few asked here.
#[inline]
fn exceeds(mut set: u16, count: usize) -> bool {
    for _ in 0..count {
        set &= set.wrapping_sub(1);
    }
    set != 0
}

fn extend(
    sets: &[(usize, u16)],
    missing: usize,
    size: usize,
    tuple: Tuple,
    visit: &mut dyn FnMut(Tuple) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if missing == 0 {
        return if exceeds(tuple.union, size - 1) {
            visit(tuple)
        } else {
            ControlFlow::Continue(())
        };
    }
    // The highest first, so that choices ascend as numbers.
    for (top, &(index, set)) in sets.iter().enumerate().skip(missing - 1) {
        let union = tuple.union | set;
        if !exceeds(union, size) {
            let chosen = tuple.chosen | 1 << index;
            extend(&sets[..top], missing - 1, size, Tuple { chosen, union }, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The elements `items[i]` of the bits i that are set.
pub(crate) fn select<T: Copy>(items: &[T], chosen: u16) -> Vec<T> {
    bits(chosen).map(|index| items[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tuple_ascending() {
        let sets = [0b0011, 0b0101, 0b0110, 0b1100, 0b1000, 0b0111, 0b1_0000, 0b0011];
        for size in 1..=4 {
            let mut found = Vec::new();
            let _ = tuples(&sets, size, &mut |tuple| {
                found.push(tuple);
                ControlFlow::Continue(())
            });
            let expected: Vec<_> = (0_u16..256)
                .filter(|chosen| chosen.count_ones() as usize == size)
                .map(|chosen| Tuple {
                    chosen,
                    union: bits(chosen).fold(0, |union, index| union | sets[index]),
                })
                .filter(|tuple| {
                    tuple.union.count_ones() as usize == size
                        && bits(tuple.chosen).all(|index| sets[index].count_ones() > 1)
                })
                .collect();
            assert_eq!(found, expected);
        }
    }
}
