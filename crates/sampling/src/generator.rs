//! What all generators have in common.

use core::convert::Infallible;
use core::num::NonZeroU64;
use std::collections::VecDeque;
use std::sync::Arc;

use gridwright_grid::{Algorithm, B3x3, DynFiller, Grid, Probe, Puzzle, Shape};

use crate::tally::Tally;

/// Where the grids come from, shared by the generators of several threads.
pub type SharedFiller<S> = Arc<dyn DynFiller<S>>;

/// A puzzle with one solution that has several without any one of its clues.
#[derive(Clone, Debug)]
pub struct MinimalPuzzle<S: Shape = B3x3> {
    /// The puzzle.
    pub puzzle: Puzzle<S>,
    /// Its solution.
    pub grid: Grid<S>,
    /// How many clues it has.
    pub clues: usize,
    /// The item of the seed that it comes from. Puzzles of one item have a grid in common.
    pub item: u64,
    /// The natural logarithm of the weight that makes statistics unbiased; `None` if no such weight is known.
    pub log_weight: Option<f64>,
}

/// A way to make minimal puzzles. Implement this; call [`GeneratorExt`].
///
/// Item i of a seed is made from `stream(seed, i)` and nothing else: neither the number of threads nor the length of a
/// run shows. A generator keeps working memory, hence `&mut self`: one a thread.
pub trait Generator<S: Shape = B3x3>: Algorithm {
    /// Appends the puzzles of an item: exactly one, or as many as the paths of one grid lead to.
    ///
    /// # Errors
    ///
    /// When the probe stops it. The item is then to be thrown away as a whole: puzzles that come early are not like
    /// the others.
    fn try_item<P: Probe + ?Sized>(
        &mut self,
        seed: u64,
        index: u64,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop>;

    /// How many paths an item tries, each of which leads to every n-clue minimal puzzle of its grid with probability
    /// 1 / C(`CELLS`, n); `None` if there is no such law.
    fn paths(&self) -> Option<NonZeroU64> {
        None
    }
}

/// Ways to call a [`Generator`].
pub trait GeneratorExt<S: Shape = B3x3>: Generator<S> {
    /// The puzzles of an item.
    fn item(&mut self, seed: u64, index: u64) -> Vec<MinimalPuzzle<S>> {
        let mut puzzles = Vec::new();
        let result: Result<(), Infallible> = self.try_item(seed, index, &mut (), &mut puzzles);
        let Ok(()) = result;
        puzzles
    }

    /// The puzzles of all items of a seed, in order. Never ends.
    fn puzzles(mut self, seed: u64) -> impl Iterator<Item = MinimalPuzzle<S>>
    where
        Self: Sized,
    {
        let (mut index, mut ready) = (0, VecDeque::new());
        core::iter::from_fn(move || {
            loop {
                if let Some(puzzle) = ready.pop_front() {
                    return Some(puzzle);
                }
                ready.extend(self.item(seed, index));
                index += 1;
            }
        })
    }

    /// The clue counts of some items.
    fn tally(&mut self, seed: u64, items: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::new::<S>(self.paths());
        for index in items {
            tally.add(self.item(seed, index).iter().map(|puzzle| puzzle.clues));
        }
        tally
    }
}

impl<S: Shape, G: Generator<S> + ?Sized> GeneratorExt<S> for G {}
