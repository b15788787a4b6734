//! Random clues put in until the puzzle is unique, then taken away while it stays so.

use core::fmt;
use core::ops::ControlFlow;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, stream};
use gridwright_grid::{Algorithm, B3x3, Cell, Digit, Grid, Info, Probe, Puzzle, Solver};
use gridwright_solve_bits::Bits;

use crate::generator::{Generator, MinimalPuzzle};
use crate::subpuzzles::Masked;
use crate::top_down::Descent;

/// Puts random digits into random empty cells, each taken out at once if there is no solution with it, until the
/// solution is unique; then takes clues away in random order while it stays unique. An item is one puzzle.
///
/// # Cost
///
/// Some 0.5 ms a puzzle at 3x3. Shapes far larger can take very long: give a budget.
///
/// # Distribution
///
/// Not known puzzle by puzzle, and the grids are not uniform either. At 3x3 23.87 clues on average, of all minimal
/// puzzles 26.58.
///
/// # Source
///
/// The usual method; so named by Berthier, "Unbiased statistics of a CSP - a controlled-bias generator" (2009).
pub struct BottomUp<S: Masked = B3x3, X = Bits> {
    solver: X,
    descent: Descent<S, X>,
}

impl<S: Masked, X: Solver<S> + Clone> BottomUp<S, X> {
    /// The generator with that solver.
    pub fn new(solver: X) -> Self {
        Self {
            descent: Descent::new(solver.clone()),
            solver,
        }
    }

    /// A minimal puzzle.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_minimal<R, P>(&mut self, rng: &mut R, probe: &mut P) -> Result<MinimalPuzzle<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let mut puzzle = Puzzle::<S>::empty();
        let mut clues = 0;
        // Two solutions of the puzzle, as long as they are known.
        let mut known: Vec<Grid<S>> = Vec::new();
        loop {
            let [cell, digit] = below_each(rng, [S::CELLS as u32, S::SIDE as u32]);
            let cell = Cell::<S>::new(cell as usize).expect("below CELLS");
            let digit = Digit::new(digit as u8 + 1).expect("at most SIDE");
            if puzzle.given(cell).is_some() || cell.peers().any(|peer| puzzle.given(peer) == Some(digit)) {
                continue;
            }
            puzzle.set(cell, Some(digit));
            let mut solutions: Vec<_> = known
                .iter()
                .filter(|grid| grid.digit(cell) == digit)
                .copied()
                .collect();
            if solutions.len() < 2 {
                solutions.clear();
                let _: ControlFlow<()> = self.solver.try_solve(&puzzle, probe, |grid| {
                    solutions.push(*grid);
                    if solutions.len() == 2 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
            }
            match solutions[..] {
                [] => puzzle.set(cell, None),
                [grid] => {
                    self.descent.sub.turn_to(&grid);
                    let minimal = self.descent.minimal(clues | 1 << cell.index(), rng, probe)?;
                    return Ok(self.descent.sub.minimal_puzzle(minimal));
                }
                _ => {
                    clues |= 1 << cell.index();
                    known = solutions;
                }
            }
        }
    }
}

impl Default for BottomUp {
    /// With the fast solver.
    fn default() -> Self {
        Self::new(Bits::default())
    }
}

impl<S: Masked, X> fmt::Debug for BottomUp<S, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BottomUp").finish_non_exhaustive()
    }
}

impl<S: Masked, X> Algorithm for BottomUp<S, X> {
    const INFO: Info = Info {
        name: "bottom-up",
        summary: "random clues put in until the puzzle is unique, then taken away while it stays so",
        source: "the usual method; so named by Berthier (2009)",
        distribution: "minimal puzzles, those with few clues too often, of grids that are not uniform",
    };
}

impl<S: Masked, X: Solver<S> + Clone> Generator<S> for BottomUp<S, X> {
    fn try_item<P: Probe + ?Sized>(
        &mut self,
        seed: u64,
        index: u64,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop> {
        puzzles.push(MinimalPuzzle {
            item: index,
            ..self.try_minimal(&mut stream(seed, index), probe)?
        });
        Ok(())
    }
}
