//! Every grid of a shape with at most six digits, in classes.

use std::collections::VecDeque;

use gridwright_fill_uniform::{Numbering, numbering_at};
use gridwright_grid::{Grid, Shape, Symmetry};

/// Digits of the largest shape whose grids are sorted.
const MOST_DIGITS: usize = 6;

/// Of so few grids each is counted.
const FEW: usize = 1000;

/// The grids whose first row is 1, 2, 3, ..., and their classes.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    /// The grids as numbers, in ascending order.
    keys: Vec<u128>,
    /// For each grid, the number of its class.
    class: Vec<usize>,
    /// How many of the grids are of each class.
    pub(crate) sizes: Vec<u64>,
    /// How many grids there are with any first row.
    all: usize,
}

impl Small {
    /// Sorts them; some 0.1 s for the 39,168 of six digits.
    pub(crate) fn new<S: Shape>() -> Option<Self> {
        const UNSORTED: usize = usize::MAX;
        let numbering = numbering_at::<S>().filter(|_| S::SIDE <= MOST_DIGITS)?;
        let all = numbering.grids as usize;
        let normal = numbering.grids / Symmetry::<S>::DIGIT_ORDER;
        let grids: Vec<Grid<S>> = (0..normal).filter_map(numbering.unrank).collect();
        let generators = generators::<S>();
        let mut small = Self {
            keys: grids.iter().map(key).collect(),
            class: vec![UNSORTED; grids.len()],
            sizes: Vec::new(),
            all,
        };
        for start in 0..grids.len() {
            if small.class[start] != UNSORTED {
                continue;
            }
            let class = small.sizes.len();
            small.class[start] = class;
            small.sizes.push(0);
            let mut orbit = VecDeque::from([start]);
            while let Some(number) = orbit.pop_front() {
                small.sizes[class] += 1;
                for generator in &generators {
                    let next = small.number(&generator.grid(&grids[number]));
                    if small.class[next] == UNSORTED {
                        small.class[next] = class;
                        orbit.push_back(next);
                    }
                }
            }
        }
        Some(small)
    }

    /// The number of a grid among those with a given first row, once its digits are exchanged.
    fn number<S: Shape>(&self, grid: &Grid<S>) -> usize {
        let found = self.keys.binary_search(&key(grid));
        found.expect("every grid of the shape is in the list")
    }

    /// How many kinds of grids are counted: all, or all with a given first row.
    pub(crate) fn kinds(&self) -> usize {
        if self.counts_each() {
            self.all
        } else {
            self.class.len()
        }
    }

    /// Whether each grid is counted.
    pub(crate) fn counts_each(&self) -> bool {
        self.all <= FEW
    }

    /// The number of the class of grids of a kind.
    pub(crate) fn class(&self, kind: usize) -> usize {
        self.class[kind % self.class.len()]
    }
}

/// The rows below the first, digits exchanged so that this is 1, 2, 3, ..., as a number in base 8.
fn key<S: Shape>(grid: &Grid<S>) -> u128 {
    let (first, others) = grid.values().split_at(S::SIDE);
    let mut label = [0; 8];
    for (&value, new) in first.iter().zip(1..) {
        label[usize::from(value & 7)] = new;
    }
    let digits = others.iter().map(|&value| label[usize::from(value & 7)]);
    digits.fold(0, |key, digit| (key << 3) | digit)
}

/// Counts the grids of small shapes.
#[derive(Clone, Debug)]
pub(crate) struct Kinds<S: Shape> {
    numbering: Numbering<S>,
    /// By kind.
    pub(crate) counts: Box<[u64]>,
}

impl<S: Shape> Kinds<S> {
    pub(crate) fn new(small: &Small) -> Option<Self> {
        Some(Self {
            numbering: numbering_at()?,
            counts: vec![0; small.kinds()].into(),
        })
    }

    pub(crate) fn push(&mut self, small: &Small, grid: &Grid<S>) {
        let kind = if small.counts_each() {
            (self.numbering.rank)(grid) as usize
        } else {
            small.number(grid)
        };
        self.counts[kind] += 1;
    }
}

/// Symmetries that make all others but the exchanges of digits.
fn generators<S: Shape>() -> Vec<Symmetry<S>> {
    let identity: Vec<u8> = (0..S::SIDE as u8).collect();
    let labels: Vec<u8> = (1..=S::SIDE as u8).collect();
    // Neighbours within a chute, and neighbouring chutes.
    let orders = |size: usize| {
        let identity = &identity;
        (1..S::SIDE).map(move |i| {
            let mut order = identity.clone();
            if i % size == 0 {
                order[i - size..i + size].rotate_left(size);
            } else {
                order.swap(i - 1, i);
            }
            order
        })
    };
    let rows = orders(S::BOX_ROWS).map(|rows| (rows, identity.clone()));
    let columns = orders(S::BOX_COLUMNS).map(|columns| (identity.clone(), columns));
    rows.chain(columns)
        .map(|(rows, columns)| {
            let made = Symmetry::new(false, &rows, &columns, &labels);
            made.expect("chutes and lines within them are exchanged as wholes")
        })
        .chain(Symmetry::transposition())
        .collect()
}

#[cfg(test)]
mod tests {
    use gridwright_grid::{B2x2, B2x3, B3x2, Canonicalizer, Group};

    use super::*;

    /// The size of an orbit is the order of the group over the number of automorphisms, which another algorithm finds.
    fn sizes_agree_with_automorphisms<S: Shape>(classes: usize, grids: u64, smallest: u64) {
        let small = Small::new::<S>().unwrap();
        assert_eq!(small.sizes.len(), classes);
        assert_eq!(small.sizes.iter().sum::<u64>(), grids);
        assert_eq!(*small.sizes.iter().min().unwrap(), smallest);
        let numbering = numbering_at::<S>().unwrap();
        let order = Group::Full.order::<S>().unwrap();
        for (class, &size) in small.sizes.iter().enumerate() {
            let first = small.class.iter().position(|&of| of == class).unwrap();
            let grid = (numbering.unrank)(first as u128).unwrap();
            let canonical = Canonicalizer::shared().grid(&grid).unwrap();
            assert_eq!(
                u128::from(size) * Symmetry::<S>::DIGIT_ORDER * canonical.automorphisms,
                order
            );
        }
    }

    #[test]
    fn classes_are_orbits() {
        sizes_agree_with_automorphisms::<B2x2>(2, 12, 4);
        sizes_agree_with_automorphisms::<B2x3>(49, 39_168, 48);
        sizes_agree_with_automorphisms::<B3x2>(49, 39_168, 48);
    }
}
