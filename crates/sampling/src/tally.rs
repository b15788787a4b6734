//! Statistics of clue counts, with errors from item to item.

use core::num::NonZeroU64;

use gridwright_grid::Shape;

/// n choose k, for n up to 128.
///
/// ```
/// use gridwright_sampling::binomial;
/// assert_eq!(binomial(81, 2), 3240);
/// assert_eq!(binomial(5, 6), 0);
/// ```
///
/// # Panics
///
/// When it does not fit 128 bits: not for n up to 100.
pub fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k) as u128).fold(1, |value, i| value * (n as u128 - i) / (i + 1))
}

/// A number and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error; NaN if there were too few items to know.
    pub error: f64,
}

impl Estimate {
    /// Both times a number that is known exactly.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            error: self.error * factor.abs(),
        }
    }

    /// How many standard errors it is above a number.
    pub fn deviation(self, from: f64) -> f64 {
        (self.value - from) / self.error
    }
}

/// How much a puzzle counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighting {
    /// Every puzzle alike: the statistics are those of the generator.
    Alike,
    /// An n-clue puzzle counts C(`CELLS`, n): the statistics are those of all minimal puzzles, if the generator tries
    /// [paths](crate::Generator::paths).
    Corrected,
}

/// Clue counts of the puzzles of many items, as sums of whole numbers: to merge them in any order gives the same.
///
/// All errors are computed from item to item, as items are independent and the puzzles of one are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    paths: Option<NonZeroU64>,
    cells: usize,
    items: u64,
    /// How many puzzles have so many clues.
    counts: Vec<u64>,
    /// The sum over items of the products of two counts, row by row.
    products: Vec<u64>,
}

impl Tally {
    /// Of no items, for a generator that tries so many [paths](crate::Generator::paths) an item.
    pub fn new<S: Shape>(paths: Option<NonZeroU64>) -> Self {
        let len = S::CELLS + 1;
        Self {
            paths,
            cells: S::CELLS,
            items: 0,
            counts: vec![0; len],
            products: vec![0; len * len],
        }
    }

    /// Adds an item, by the clue counts of all its puzzles. It may have none.
    ///
    /// # Panics
    ///
    /// When one is above the number of cells.
    pub fn add(&mut self, clues: impl IntoIterator<Item = usize>) {
        let mut here: Vec<(usize, u64)> = Vec::new();
        for n in clues {
            match here.iter_mut().find(|(m, _)| *m == n) {
                Some((_, count)) => *count += 1,
                None => here.push((n, 1)),
            }
        }
        self.items += 1;
        for &(n, count) in &here {
            self.counts[n] += count;
            for &(m, other) in &here {
                self.products[n * (self.cells + 1) + m] += count * other;
            }
        }
    }

    /// Adds all items of another tally, of the same kind of generator.
    ///
    /// # Panics
    ///
    /// When the shape or the number of paths an item is another.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(
            (self.cells, self.paths),
            (other.cells, other.paths),
            "tallies of one kind"
        );
        self.items += other.items;
        let mine = self.counts.iter_mut().chain(&mut self.products);
        for (mine, other) in mine.zip(other.counts.iter().chain(&other.products)) {
            *mine += other;
        }
    }

    /// How many items there were.
    pub const fn items(&self) -> u64 {
        self.items
    }

    /// How many paths were tried in all.
    pub fn paths(&self) -> Option<u64> {
        self.paths.map(|paths| paths.get() * self.items)
    }

    /// How many puzzles have n clues, by n.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many puzzles there were.
    pub fn puzzles(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean number of clues.
    pub fn mean(&self, weighting: Weighting) -> Estimate {
        self.mean_of(weighting, |n| n as f64)
    }

    /// Standard deviation of the number of clues.
    pub fn sd(&self, weighting: Weighting) -> Estimate {
        let mean = self.mean(weighting).value;
        let variance = self.mean_of(weighting, |n| (n as f64 - mean).powi(2));
        let sd = variance.value.sqrt();
        Estimate {
            value: sd,
            error: variance.error / (2.0 * sd),
        }
    }

    /// Share of the puzzles with n clues.
    pub fn share(&self, n: usize, weighting: Weighting) -> Estimate {
        self.mean_of(weighting, |m| f64::from(u8::from(m == n)))
    }

    /// Mean of a function of the number of clues.
    pub fn mean_of(&self, weighting: Weighting, function: impl Fn(usize) -> f64) -> Estimate {
        let weights = self.weights(weighting);
        let dot = |a: &[f64]| {
            a.iter()
                .zip(&self.counts)
                .map(|(a, &count)| a * count as f64)
                .sum::<f64>()
        };
        let all = dot(&weights);
        let of_function: Vec<_> = weights
            .iter()
            .zip(0..)
            .map(|(weight, n)| weight * function(n))
            .collect();
        let value = dot(&of_function) / all;
        // The error of a quotient of two sums over items: that of the sum of what each item has too much.
        let surplus: Vec<_> = weights
            .iter()
            .zip(&of_function)
            .map(|(weight, f)| f - value * weight)
            .collect();
        Estimate {
            value,
            error: (self.square(&surplus) * self.of_sample()).sqrt() / all,
        }
    }

    /// How many minimal puzzles a grid has on average, `None` without paths.
    pub fn per_grid(&self) -> Option<Estimate> {
        self.per_grid_if(|_| true)
    }

    /// How many minimal puzzles with such numbers of clues a grid has on average, `None` without paths.
    pub fn per_grid_if(&self, wanted: impl Fn(usize) -> bool) -> Option<Estimate> {
        let paths = self.paths?.get() as f64;
        let weights = self.weights(Weighting::Corrected);
        let a: Vec<_> = weights
            .iter()
            .zip(0..)
            .map(|(&weight, n)| if wanted(n) { weight / paths } else { 0.0 })
            .collect();
        let items = self.items as f64;
        let value = a
            .iter()
            .zip(&self.counts)
            .map(|(a, &count)| a * count as f64)
            .sum::<f64>()
            / items;
        let variance = (self.square(&a) / items - value * value).max(0.0) * self.of_sample();
        Some(Estimate {
            value,
            error: (variance / items).sqrt(),
        })
    }

    /// How many puzzles without bias would tell as much as one of these, were all independent.
    pub fn effective_share(&self) -> f64 {
        let weights = self.weights(Weighting::Corrected);
        let sum = |power: i32| -> f64 {
            let terms = weights.iter().zip(&self.counts);
            terms
                .map(|(weight, &count)| weight.powi(power) * count as f64)
                .sum()
        };
        sum(1).powi(2) / sum(2) / self.puzzles() as f64
    }

    fn weights(&self, weighting: Weighting) -> Vec<f64> {
        let weight = |n| match weighting {
            Weighting::Alike => 1.0,
            Weighting::Corrected => binomial(self.cells, n) as f64,
        };
        (0..=self.cells).map(weight).collect()
    }

    /// The sum over items of the square of the item's sum of a value for each puzzle.
    fn square(&self, values: &[f64]) -> f64 {
        let rows = self.products.chunks_exact(self.cells + 1).zip(values);
        rows.map(|(row, a)| a * row.iter().zip(values).map(|(&p, b)| p as f64 * b).sum::<f64>())
            .sum()
    }

    /// The variance in general over that in a sample.
    fn of_sample(&self) -> f64 {
        if self.items > 1 {
            self.items as f64 / (self.items - 1) as f64
        } else {
            f64::NAN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_grid::{B2x2, B3x3};

    /// Clue counts of five items.
    const ITEMS: [&[usize]; 5] = [&[4, 5, 5], &[], &[6], &[4, 4, 4, 5], &[5, 6]];

    fn tally(items: &[&[usize]]) -> Tally {
        let mut tally = Tally::new::<B2x2>(NonZeroU64::new(10));
        for item in items {
            tally.add(item.iter().copied());
        }
        tally
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
    }

    #[test]
    fn binomials() {
        assert_eq!([0, 1, 2, 16, 17].map(|k| binomial(16, k)), [1, 16, 120, 1, 0]);
        assert_eq!(binomial(81, 33), binomial(81, 48));
        let row: u128 = (0..=100).map(|k| binomial(100, k)).sum();
        assert_eq!(row, 1 << 100);
    }

    #[test]
    fn errors_are_those_of_items() {
        let tally = tally(&ITEMS);
        assert_eq!((tally.items(), tally.puzzles(), tally.paths()), (5, 10, Some(50)));
        assert_eq!(tally.counts()[4..7], [4, 4, 2]);

        // By the textbook, from the items themselves.
        let weight = |n: usize| binomial(16, n) as f64;
        let of_items =
            |value: &dyn Fn(usize) -> f64| ITEMS.map(|item| item.iter().map(|&n| value(n)).sum::<f64>());
        let spread = |values: [f64; 5]| {
            let mean = values.iter().sum::<f64>() / 5.0;
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            (mean, (squares / 4.0 / 5.0).sqrt())
        };
        let per_grid = tally.per_grid().unwrap();
        let (value, error) = spread(of_items(&|n| weight(n) / 10.0));
        assert!(
            near(per_grid.value, value) && near(per_grid.error, error),
            "{per_grid:?} {value} {error}"
        );

        for weighting in [Weighting::Alike, Weighting::Corrected] {
            let weight = |n| {
                if weighting == Weighting::Alike {
                    1.0
                } else {
                    weight(n)
                }
            };
            let of_mean = tally.mean(weighting);
            let (all, _) = spread(of_items(&weight));
            let (sum, _) = spread(of_items(&|n| n as f64 * weight(n)));
            let (_, error) = spread(of_items(&|n| (n as f64 - sum / all) * weight(n)));
            assert!(near(of_mean.value, sum / all), "{of_mean:?}");
            assert!(
                (of_mean.error - error / all).abs() < 1e-9,
                "{of_mean:?} {}",
                error / all
            );
        }
        assert!(near(tally.share(5, Weighting::Alike).value, 0.4));
        assert!(near(tally.sd(Weighting::Alike).value, 0.56_f64.sqrt()));
    }

    #[test]
    fn merging_is_adding() {
        let mut left = tally(&ITEMS[3..]);
        left.merge(&tally(&ITEMS[..3]));
        assert_eq!(left, tally(&ITEMS));
    }

    #[test]
    #[should_panic(expected = "tallies of one kind")]
    fn different_paths_do_not_merge() {
        Tally::new::<B3x3>(None).merge(&Tally::new::<B3x3>(NonZeroU64::new(5)));
    }

    #[test]
    fn an_empty_tally_knows_nothing() {
        let tally = Tally::new::<B3x3>(None);
        assert!(tally.mean(Weighting::Alike).value.is_nan());
        assert!(tally.per_grid().is_none() && tally.paths().is_none());
        // One item tells no error.
        let mut tally = Tally::new::<B3x3>(NonZeroU64::new(1));
        tally.add([24]);
        assert!(tally.per_grid().unwrap().error.is_nan());
    }
}
