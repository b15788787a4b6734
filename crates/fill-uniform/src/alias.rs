//! Drawing from integer weights with exactly these probabilities.

/// Walker's alias table in integers: as many slots as weights, each as wide as the sum of the weights, filled with
/// the weights times the number of slots. Each slot has room for two of them.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    slots: Vec<Slot>,
    width: u64,
}

/// Below `middle`, a slot's width is that of the first item; the rest is that of the second.
#[derive(Clone, Copy, Debug)]
struct Slot {
    middle: u64,
    items: [u32; 2],
}

impl Alias {
    /// From items and weights that are not all 0, the sum of the weights times their number below 2^64.
    pub(crate) fn new(weighted: &[(u32, u64)]) -> Self {
        let count = weighted.len() as u64;
        let width: u64 = weighted.iter().map(|&(_, weight)| weight).sum();
        assert!(width.checked_mul(count).is_some(), "the slots fit 64 bits");
        let mut left: Vec<u64> = weighted.iter().map(|&(_, weight)| weight * count).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..weighted.len()).partition(|&i| left[i] < width);
        let whole = |&(item, _): &(u32, u64)| Slot {
            middle: width,
            items: [item; 2],
        };
        let mut slots: Vec<Slot> = weighted.iter().map(whole).collect();
        // What a small weight leaves of its slot is filled from a large one, which may become small itself.
        while let (Some(i), Some(&j)) = (small.pop(), large.last()) {
            slots[i].middle = left[i];
            slots[i].items[1] = weighted[j].0;
            left[j] -= width - left[i];
            if left[j] < width {
                large.pop();
                small.push(j);
            }
        }
        Self { slots, width }
    }

    /// The number of slots and their width, the bounds of the two numbers to draw.
    #[inline]
    pub(crate) fn bounds(&self) -> [u64; 2] {
        [self.slots.len() as u64, self.width]
    }

    /// The item of the two numbers drawn.
    #[inline]
    pub(crate) fn at(&self, [slot, place]: [u64; 2]) -> u32 {
        let slot = &self.slots[slot as usize];
        // Chosen without a branch, which could not be predicted.
        slot.items[usize::from(place >= slot.middle)]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The widths of each item in all slots add up to its weight times the number of slots.
    pub(crate) fn check(alias: &Alias, weighted: &[(u32, u64)]) {
        let count = weighted.len() as u64;
        let sum = weighted.iter().map(|&(_, weight)| weight).sum();
        assert_eq!(alias.bounds(), [count, sum]);
        let mut widths = BTreeMap::new();
        for (i, slot) in (0..).zip(&alias.slots) {
            assert!(slot.middle <= sum);
            for (item, from, to) in [(slot.items[0], 0, slot.middle), (slot.items[1], slot.middle, sum)] {
                *widths.entry(item).or_insert(0) += to - from;
                if from < to {
                    assert_eq!([alias.at([i, from]), alias.at([i, to - 1])], [item; 2]);
                }
            }
        }
        assert_eq!(widths.len(), weighted.len());
        for (item, weight) in weighted {
            assert_eq!(widths[item], weight * count);
        }
    }

    #[test]
    fn small_tables() {
        for weights in [
            &[1][..],
            &[1, 1],
            &[0, 5],
            &[1, 2, 3, 4],
            &[7, 0, 0, 1, 1],
            &[10, 1, 1, 1, 1, 1],
            &[3, 3, 3],
        ] {
            let weighted: Vec<(u32, u64)> = (100..).zip(weights.iter().copied()).collect();
            check(&Alias::new(&weighted), &weighted);
        }
    }
}
