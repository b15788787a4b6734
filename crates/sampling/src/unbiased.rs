//! Minimal puzzles without any bias, by acceptance.

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, stream};
use gridwright_grid::{Algorithm, B3x3, Info, Probe, Solver};
use gridwright_solve_bits::Bits;

use crate::controlled_bias::ControlledBias;
use crate::generator::{Generator, MinimalPuzzle};
use crate::subpuzzles::Masked;

/// Minimal puzzles that all are equally likely: those of [`ControlledBias`], an n-clue one accepted with probability
/// C(`CELLS`, n) / C(`CELLS`, most). An item is one grid, and has no puzzle mostly.
///
/// # Cost
///
/// Some 0.2 s a puzzle at 3x3.
///
/// # Distribution
///
/// Exactly uniform over the minimal puzzles with at most `most` clues, as far as the grids are uniform; those with more
/// come too seldom (of 9x9 puzzles 0.001 % have more than 31 clues). Puzzles of one item have one grid and are not
/// independent of each other; those of different items are. With [`Unbiased::alone`] no two are of one item.
///
/// # Source
///
/// Ours, by the weights of Berthier (2009).
#[derive(Debug)]
pub struct Unbiased<S: Masked = B3x3, X = Bits> {
    source: ControlledBias<S, X>,
    most: usize,
    alone: Option<u32>,
    accepted: Vec<MinimalPuzzle<S>>,
}

impl<S: Masked, X: Solver<S>> Unbiased<S, X> {
    /// What is accepted of a source. The lower `most` is (half of the cells at most), the more is accepted, and the
    /// more puzzles come too seldom.
    pub fn new(source: ControlledBias<S, X>, most: usize) -> Self {
        Self {
            source,
            most: most.min(S::CELLS / 2),
            alone: None,
            accepted: Vec::new(),
        }
    }

    /// At most one puzzle of each item: of k, a random one with probability k / `limit`. Exact as long as no item
    /// has more than `limit`; a small effort makes that as sure as wanted.
    #[must_use]
    pub const fn alone(mut self, limit: u32) -> Self {
        self.alone = Some(limit);
        self
    }
}

impl Default for Unbiased {
    /// Of the default source, up to 31 clues.
    fn default() -> Self {
        Self::new(ControlledBias::default(), 31)
    }
}

/// Whether to accept an n-clue puzzle: true with probability C(cells, n) / C(cells, most), exactly.
fn accepts<R: Rng + ?Sized>(rng: &mut R, cells: usize, n: usize, most: usize) -> bool {
    // The quotient is the product of these fractions, all below 1 up to half of the cells.
    (n..most).all(|k| below(rng, (cells - k) as u32) < k as u32 + 1)
}

impl<S: Masked, X> Algorithm for Unbiased<S, X> {
    const INFO: Info = Info {
        name: "unbiased",
        summary: "minimal puzzles of controlled-bias, accepted so that all are equally likely",
        source: "ours, by the weights of Berthier (2009)",
        distribution: "uniform over the minimal puzzles of up to so many clues, if the grids are uniform",
    };
}

impl<S: Masked, X: Solver<S>> Generator<S> for Unbiased<S, X> {
    fn try_item<P: Probe + ?Sized>(
        &mut self,
        seed: u64,
        index: u64,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop> {
        self.accepted.clear();
        self.source.try_item(seed, index, probe, &mut self.accepted)?;
        // A stream of its own: the numbers of the paths must not be used again.
        let mut rng = stream(!seed, index);
        self.accepted
            .retain(|puzzle| accepts(&mut rng, S::CELLS, puzzle.clues, self.most));
        if let Some(limit) = self.alone {
            let found = self.accepted.len();
            let chosen = below(&mut rng, limit.max(found as u32).max(1)) as usize;
            let one = (chosen < found).then(|| self.accepted.swap_remove(chosen));
            self.accepted.clear();
            self.accepted.extend(one);
        }
        puzzles.extend(self.accepted.drain(..).map(|puzzle| MinimalPuzzle {
            log_weight: Some(0.0),
            ..puzzle
        }));
        Ok(())
    }
}
