//! Every grid of a shape with at most six digits, up to an exchange of digits, in classes.

use std::collections::VecDeque;

use gridwright_grid::{Grid, Shape, Symmetry};

/// Digits of the largest shape whose grids are listed.
pub(crate) const MOST_DIGITS: usize = 6;

/// The grids whose first row is 1, 2, 3, ..., and their classes.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    /// The grids as numbers, in order.
    keys: Vec<u128>,
    /// For each grid, the number of its class.
    class: Vec<usize>,
    /// How many of the grids are of each class.
    pub(crate) sizes: Vec<u64>,
}

/// A grid with its digits exchanged so that the first row is 1, 2, 3, ...
fn normalised<S: Shape>(values: &[u8]) -> impl Iterator<Item = u8> {
    let mut label = [0; 32];
    for (column, &value) in values[..S::SIDE].iter().enumerate() {
        label[usize::from(value & 31)] = column as u8 + 1;
    }
    values.iter().map(move |&value| label[usize::from(value & 31)])
}

/// A grid without its first row as a number: its digits in base 8.
fn key<S: Shape>(values: impl Iterator<Item = u8>) -> u128 {
    values
        .skip(S::SIDE)
        .fold(0, |key, value| key << 3 | u128::from(value))
}

impl Small {
    /// Lists and sorts them; some 0.1 s for the 39,168 of six digits.
    pub(crate) fn new<S: Shape>() -> Self {
        let mut grids = Vec::new();
        let first: Vec<u8> = (1..=S::SIDE as u8).collect();
        extend::<S>(&mut first.clone(), &mut grids);
        let keys: Vec<u128> = grids
            .iter()
            .map(|grid| key::<S>(grid.values().iter().copied()))
            .collect();
        let mut small = Self {
            class: vec![usize::MAX; keys.len()],
            keys,
            sizes: Vec::new(),
        };
        let generators = generators::<S>();
        for start in 0..grids.len() {
            if small.class[start] != usize::MAX {
                continue;
            }
            let class = small.sizes.len();
            small.sizes.push(0);
            small.class[start] = class;
            let mut queue = VecDeque::from([start]);
            while let Some(index) = queue.pop_front() {
                small.sizes[class] += 1;
                for generator in &generators {
                    let next = small.index(&generator.grid(&grids[index]));
                    if small.class[next] == usize::MAX {
                        small.class[next] = class;
                        queue.push_back(next);
                    }
                }
            }
        }
        small
    }

    /// How many grids have a given first row.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a grid among those whose first row is 1, 2, 3, ..., once its digits are exchanged.
    pub(crate) fn index<S: Shape>(&self, grid: &Grid<S>) -> usize {
        let found = self.keys.binary_search(&key::<S>(normalised::<S>(grid.values())));
        found.expect("every grid of the shape is in the list")
    }

    /// The number of the class of a grid of that number.
    pub(crate) fn class(&self, index: usize) -> usize {
        self.class[index]
    }
}

/// Lists the grids that begin with these values, in order.
pub(crate) fn extend<S: Shape>(values: &mut Vec<u8>, grids: &mut Vec<Grid<S>>) {
    let cell = values.len();
    if cell == S::CELLS {
        grids.push(Grid::from_values(values).expect("no digit was placed twice in a house"));
        return;
    }
    let (row, column) = (cell / S::SIDE, cell % S::SIDE);
    let taken = |value: u8| {
        values.iter().enumerate().any(|(other, &digit)| {
            let (r, c) = (other / S::SIDE, other % S::SIDE);
            let boxes_agree =
                r / S::BOX_ROWS == row / S::BOX_ROWS && c / S::BOX_COLUMNS == column / S::BOX_COLUMNS;
            digit == value && (r == row || c == column || boxes_agree)
        })
    };
    let free: Vec<u8> = (1..=S::SIDE as u8).filter(|&value| !taken(value)).collect();
    for value in free {
        values.push(value);
        extend(values, grids);
        values.pop();
    }
}

/// Symmetries that make all others but the exchanges of digits.
fn generators<S: Shape>() -> Vec<Symmetry<S>> {
    let identity: Vec<u8> = (0..S::SIDE as u8).collect();
    let labels: Vec<u8> = (1..=S::SIDE as u8).collect();
    // Neighbours within a chute, and neighbouring chutes.
    let orders = |size: usize| {
        let mut orders = Vec::new();
        for i in 1..S::SIDE {
            let mut order = identity.clone();
            if i % size == 0 {
                order[i - size..i + size].rotate_left(size);
            } else {
                order.swap(i - 1, i);
            }
            orders.push(order);
        }
        orders
    };
    let rows = orders(S::BOX_ROWS)
        .into_iter()
        .map(|rows| (rows, identity.clone()));
    let columns = orders(S::BOX_COLUMNS)
        .into_iter()
        .map(|columns| (identity.clone(), columns));
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

    fn classes<S: Shape>(known: usize, grids: u64, smallest: u64) -> Small {
        let small = Small::new::<S>();
        assert_eq!(small.sizes.len(), known);
        assert_eq!(small.sizes.iter().sum::<u64>(), grids);
        assert_eq!(*small.sizes.iter().min().unwrap(), smallest);
        assert!(small.keys.is_sorted());
        small
    }

    /// The size of an orbit is the order of the group over the number of automorphisms, which another algorithm finds.
    fn sizes_agree_with_automorphisms<S: Shape>(small: &Small) {
        let mut grids = Vec::new();
        extend::<S>(&mut (1..=S::SIDE as u8).collect(), &mut grids);
        let relabellings: u128 = (1..=S::SIDE as u128).product();
        let order = Group::Full.order::<S>().unwrap();
        for (class, &size) in small.sizes.iter().enumerate() {
            let index = (0..small.len())
                .find(|&index| small.class(index) == class)
                .unwrap();
            let canonical = Canonicalizer::shared().grid(&grids[index]).unwrap();
            assert_eq!(u128::from(size) * relabellings * canonical.automorphisms, order);
        }
    }

    #[test]
    fn four_by_four() {
        let small = classes::<B2x2>(2, 12, 4);
        sizes_agree_with_automorphisms::<B2x2>(&small);
    }

    #[test]
    fn six_by_six() {
        let small = classes::<B2x3>(49, 39_168, 48);
        sizes_agree_with_automorphisms::<B2x3>(&small);
        classes::<B3x2>(49, 39_168, 48);
    }
}
