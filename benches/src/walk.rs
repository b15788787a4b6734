//! The exact law of the published random walk, move by move.
//!
//! What a walk makes of the 9x9 base is told by its rows, its columns and whether it was transposed: 2 x 1296 x 1296
//! arrangements. The probability of each after one more move follows from those before it, so nothing is sampled.

use std::collections::BTreeMap;

use gridwright::grid::Grid;
use rayon::prelude::*;

/// Orders of nine lines that keep chutes together.
const ORDERS: usize = 1296;

/// Swaps of two lines in a chute, then of two chutes.
const SWAPS: usize = 9 + 3;

/// An order of lines: for each place, the line that comes there.
type Order = [u8; 9];

/// How far a law is from the uniform one over all grids that the walk can reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Total variation, 0..=1.
    pub variation: f64,
    /// Sum of (p - u)^2 / u over the grids: a chi-square test over all of them grows by this a grid.
    pub w2: f64,
    /// The least and the greatest probability of a digit in a cell; 1/9 is even.
    pub digits: (f64, f64),
}

/// The law of the walk after some moves from a base.
#[derive(Clone, Debug)]
pub struct Law {
    base: Grid,
    orders: Vec<Order>,
    /// What each order becomes by each swap.
    swapped: Vec<[u16; SWAPS]>,
    /// Of each arrangement: whether transposed, then rows, then columns. Arrangements that make the same grid share
    /// its probability evenly.
    probabilities: Vec<f64>,
    /// How many arrangements make each grid.
    same: f64,
}

impl Law {
    /// Before any move.
    pub fn new(base: Grid) -> Self {
        let orders = orders();
        let number: BTreeMap<Order, u16> = orders.iter().copied().zip(0..).collect();
        let swapped = orders
            .iter()
            .map(|order| swaps(*order).map(|order| number[&order]))
            .collect();
        let mut law = vec![0.0; 2 * ORDERS * ORDERS];
        let values = base.values();
        let at = |transposed: bool, row: u8, column: u8| {
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            values[9 * usize::from(row) + usize::from(column)]
        };
        let mut kept = Vec::new();
        for transposed in [false, true] {
            for (x, rows) in orders.iter().enumerate() {
                for (y, columns) in orders.iter().enumerate() {
                    let mut cells = rows
                        .iter()
                        .flat_map(|&row| columns.iter().map(move |&column| (row, column)));
                    if values.iter().all(|&value| {
                        cells
                            .next()
                            .is_some_and(|(row, column)| at(transposed, row, column) == value)
                    }) {
                        kept.push((usize::from(transposed) * ORDERS + x) * ORDERS + y);
                    }
                }
            }
        }
        let same = kept.len() as f64;
        for i in kept {
            law[i] = 1.0 / same;
        }
        Self {
            base,
            orders,
            swapped,
            probabilities: law,
            same,
        }
    }

    /// How many grids the walk can reach.
    pub fn grids(&self) -> f64 {
        self.probabilities.len() as f64 / self.same
    }

    /// One more move.
    #[must_use]
    pub fn moved(&self) -> Self {
        let mut next = vec![0.0; self.probabilities.len()];
        next.par_chunks_mut(ORDERS).enumerate().for_each(|(line, next)| {
            let (half, x) = (line / ORDERS * ORDERS, line % ORDERS);
            let line_of = |x: usize| &self.probabilities[(half + x) * ORDERS..][..ORDERS];
            let here = line_of(x);
            let other = (ORDERS - half) * ORDERS;
            for (y, (next, swapped)) in next.iter_mut().zip(&self.swapped).enumerate() {
                let (lines, chutes) = swapped.split_at(9);
                let sum = |places: &[u16]| places.iter().map(|&place| here[usize::from(place)]).sum::<f64>();
                *next =
                    self.probabilities[other + y * ORDERS + x] / 5.0 + sum(lines) / 45.0 + sum(chutes) / 15.0;
            }
            for (i, &place) in self.swapped[x].iter().enumerate() {
                let share = if i < 9 { 45.0 } else { 15.0 };
                for (next, p) in next.iter_mut().zip(line_of(usize::from(place))) {
                    *next += p / share;
                }
            }
        });
        self.with(next)
    }

    /// The law of a walk whose length is that of one or the other, each half of the time.
    #[must_use]
    pub fn mixed(&self, other: &Self) -> Self {
        let both = self.probabilities.par_iter().zip(&other.probabilities);
        self.with(both.map(|(a, b)| f64::midpoint(*a, *b)).collect())
    }

    fn with(&self, probabilities: Vec<f64>) -> Self {
        Self {
            probabilities,
            orders: self.orders.clone(),
            swapped: self.swapped.clone(),
            ..*self
        }
    }

    /// How far it is from uniform.
    pub fn distance(&self) -> Distance {
        let even = 1.0 / self.probabilities.len() as f64;
        let (variation, w2) = self
            .probabilities
            .par_chunks(ORDERS)
            .map(|line| {
                line.iter().fold((0.0, 0.0), |(variation, w2), p| {
                    (variation + (p - even).abs() / 2.0, w2 + (p - even).powi(2) / even)
                })
            })
            .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        Distance {
            variation,
            w2,
            digits: self.digits(),
        }
    }

    /// The least and the greatest probability of a digit in a cell.
    fn digits(&self) -> (f64, f64) {
        // Of each half, how likely a line of the base comes to each place together with a column.
        let mut cells = vec![[0.0; 10]; 81];
        for half in 0..2 {
            // Probability of row i being line a and column j being line b, over all arrangements.
            let mut pairs = vec![0.0; 81 * 81];
            let by_rows: Vec<Vec<f64>> = (0..ORDERS)
                .into_par_iter()
                .map(|x| {
                    let line = &self.probabilities[(half * ORDERS + x) * ORDERS..][..ORDERS];
                    let mut sums = vec![0.0; 81];
                    for (p, columns) in line.iter().zip(&self.orders) {
                        for (j, &column) in columns.iter().enumerate() {
                            sums[9 * j + usize::from(column)] += p;
                        }
                    }
                    sums
                })
                .collect();
            for (rows, sums) in self.orders.iter().zip(&by_rows) {
                for (i, &row) in rows.iter().enumerate() {
                    let start = (9 * i + usize::from(row)) * 81;
                    for (pair, sum) in pairs[start..start + 81].iter_mut().zip(sums) {
                        *pair += sum;
                    }
                }
            }
            for (place, p) in pairs.iter().enumerate() {
                let (i, row, j, column) = (place / 729, place / 81 % 9, place / 9 % 9, place % 9);
                let from = if half == 0 {
                    9 * row + column
                } else {
                    9 * column + row
                };
                cells[9 * i + j][usize::from(self.base.values()[from])] += p;
            }
        }
        let all = cells.iter().flat_map(|digits| &digits[1..]);
        all.fold((1.0, 0.0), |(least, most), &p| (p.min(least), p.max(most)))
    }
}

/// The orders of nine lines that keep chutes together.
fn orders() -> Vec<Order> {
    let mut orders = vec![[0, 1, 2, 3, 4, 5, 6, 7, 8]];
    let mut done = 0;
    // All that swaps lead to.
    while done < orders.len() {
        for order in swaps(orders[done]) {
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        done += 1;
    }
    orders
}

/// An order after each swap of two lines of a chute, then of two chutes.
fn swaps(order: Order) -> [Order; SWAPS] {
    const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];
    std::array::from_fn(|i| {
        let mut order = order;
        let (a, b) = PAIRS[i % 3];
        if i < 9 {
            order.swap(i / 3 * 3 + a, i / 3 * 3 + b);
        } else {
            (0..3).for_each(|line| order.swap(3 * a + line, 3 * b + line));
        }
        order
    })
}

/// How many grids a chi-square test with so many degrees of freedom needs to reject, 99 times in 100, at one in a
/// million: normal approximation of both tails, for many degrees.
pub fn grids_needed(w2: f64, degrees: f64) -> f64 {
    // Quantiles of the normal law at 1 - 1e-6 and at 0.99.
    let (far, near) = (4.753_424_3, 2.326_347_9);
    let mut excess = 0.0;
    for _ in 0..60 {
        excess = far * (2.0 * degrees).sqrt() + near * (2.0 * degrees + 4.0 * excess).sqrt();
    }
    excess / w2
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gridwright::fill::{FillerExt, ShuffleWalk};
    use gridwright::grid::B3x3;

    use super::*;

    fn grid(law: &Law, place: usize) -> Vec<u8> {
        let (half, x, y) = (place / ORDERS / ORDERS, place / ORDERS % ORDERS, place % ORDERS);
        let (rows, columns) = (law.orders[x], law.orders[y]);
        let cell = |(row, column): (u8, u8)| {
            let (row, column) = if half == 1 { (column, row) } else { (row, column) };
            law.base.values()[9 * usize::from(row) + usize::from(column)]
        };
        rows.iter()
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
            .map(cell)
            .collect()
    }

    #[test]
    fn the_law_is_that_of_the_walk() {
        let mut law = Law::new(Grid::canonical_base());
        assert!((law.grids() - 1_119_744.0).abs() < 0.5);
        assert_eq!(law.orders.len(), ORDERS);
        assert!(law.distance().digits == (0.0, 1.0));
        law = law.moved().moved();
        let mut expected: HashMap<Vec<u8>, f64> = HashMap::new();
        for (place, &p) in law.probabilities.iter().enumerate().filter(|one| *one.1 > 0.0) {
            *expected.entry(grid(&law, place)).or_default() += p;
        }
        assert!((expected.values().sum::<f64>() - 1.0).abs() < 1e-12);
        let walk = ShuffleWalk::<B3x3>::new(Grid::canonical_base(), 2, false);
        let n = 40_000_u32;
        let mut counts: HashMap<Vec<u8>, f64> = HashMap::new();
        for grid in walk.grids(1).take(n as usize) {
            *counts.entry(grid.values().to_vec()).or_default() += 1.0;
        }
        assert!(counts.keys().all(|grid| expected.contains_key(grid)));
        let chi2: f64 = expected
            .iter()
            .map(|(grid, p)| {
                (counts.get(grid).unwrap_or(&0.0) - p * f64::from(n)).powi(2) / (p * f64::from(n))
            })
            .sum();
        let degrees = expected.len() as f64 - 1.0;
        assert!(
            chi2 < degrees + 6.0 * (2.0 * degrees).sqrt(),
            "{chi2} for {degrees}"
        );
    }

    #[test]
    fn lengths_of_one_parity_reach_half() {
        let mut law = Law::new(Grid::canonical_base());
        for _ in 0..3 {
            law = law.moved();
        }
        let distance = law.distance();
        assert!((0.5..1.0).contains(&distance.variation) && distance.w2 > 1.0);
        let mixed = law.mixed(&law.moved()).distance();
        assert!(mixed.variation < distance.variation);
    }

    #[test]
    fn more_grids_for_smaller_effects() {
        // The exact value for 480 degrees is 262.5; the more degrees, the nearer.
        assert!((grids_needed(1.0, 480.0) - 262.5).abs() < 13.0);
        assert!(grids_needed(0.01, 480.0) > 99.0 * grids_needed(1.0, 480.0));
    }
}
