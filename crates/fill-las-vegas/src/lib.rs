#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, below_each};
use gridwright_grid::{
    Algorithm, B3x3, Cell, Event, Filler, Flat, Grid, Info, Limited, LimitedStop, Probe, Puzzle, Shape,
    Solver,
};
use gridwright_solve_naive::Naive;

pub use gridwright_grid;

gridwright_grid::fillable_shapes! { B2x2 B2x3 B3x2 B2x4 B4x2 B3x3 B2x5 B5x2 B3x4 B4x3 B4x4 }

/// The published number of random cells, for 9x9.
pub const CELLS: usize = 11;

/// The node budget of a try that stands for the published time limit of 0.1 s.
pub const FAITHFUL_BUDGET: u64 = 1_000_000;

/// The node budget of a try that is fastest at 9x9 with 11 cells.
pub const FASTEST_BUDGET: u64 = 500;

/// Parameters with which no grid can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// More random cells than the grid has.
    Cells {
        /// Cells asked for.
        cells: usize,
        /// Cells of the grid.
        most: usize,
    },
    /// Fewer nodes than cells are left to fill.
    Budget {
        /// Nodes asked for.
        budget: u64,
        /// Cells left to fill.
        least: u64,
    },
    /// So many random cells nearly always contradict each other.
    Crowded {
        /// Cells asked for.
        cells: usize,
        /// As many as are sensible at the shape.
        most: usize,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { cells, most } => write!(f, "{cells} random cells of {most}"),
            Self::Budget { budget, least } => {
                write!(
                    f,
                    "a budget of {budget} nodes cannot fill the other cells: at least {least}"
                )
            }
            Self::Crowded { cells, most } => {
                write!(
                    f,
                    "{cells} random cells nearly always contradict each other: at most {most}"
                )
            }
        }
    }
}

impl core::error::Error for Impossible {}

/// A few random cells with random legal digits, then the naive search within a node budget; from the start again if
/// that finds no solution.
///
/// # Cost
///
/// Ruled by the budget of a try: see the crate's description. The tail is heavy where the budget is large.
///
/// # Distribution
///
/// Far from uniform (band classes: w2 0.60), since the search prefers small digits at the top. A small budget moves it: see
/// the crate's description.
///
/// # Source
///
/// Xue, Jiang, Li, "Sudoku Puzzles Generating: from Easy to Evil", 2009.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LasVegas<S: Fillable = B3x3> {
    cells: usize,
    budget: u64,
    shape: PhantomData<S>,
}

impl<S: Fillable> LasVegas<S> {
    /// Fills `cells` cells at random, then searches with at most `budget` nodes a try.
    ///
    /// # Errors
    ///
    /// When no grid, or nearly none, can be made that way.
    pub fn new(cells: usize, budget: u64) -> Result<Self, Impossible> {
        let (most, sensible) = (S::CELLS, most_cells::<S>());
        if cells > most {
            return Err(Impossible::Cells { cells, most });
        }
        if cells > sensible {
            return Err(Impossible::Crowded {
                cells,
                most: sensible,
            });
        }
        let least = (S::CELLS - cells) as u64;
        if budget < least {
            return Err(Impossible::Budget { budget, least });
        }
        Ok(Self {
            cells,
            budget,
            shape: PhantomData,
        })
    }

    /// The random cells of the default: 11 at 9x9, the same share of the cells elsewhere.
    pub fn default_cells() -> usize {
        (S::CELLS * CELLS).div_ceil(81)
    }
}

/// Up to that many random cells a try succeeds often enough.
fn most_cells<S: Shape>() -> usize {
    S::CELLS * 3 / 10
}

impl<S: Fillable> Default for LasVegas<S> {
    /// As published: 11 cells at 9x9, 1,000,000 nodes a try.
    fn default() -> Self {
        Self {
            cells: Self::default_cells(),
            budget: FAITHFUL_BUDGET,
            shape: PhantomData,
        }
    }
}

impl<S: Fillable> Algorithm for LasVegas<S> {
    const INFO: Info = Info {
        name: "las-vegas",
        summary: "11 random cells, then a search with a node budget, tried again until one works",
        source: "Xue, Jiang, Li, Sudoku Puzzles Generating: from Easy to Evil, 2009",
        distribution: "large support, far from uniform (band classes w2 0.60); depends on the budget",
    };
}

/// Moves `count` random cells to the front, each choice equally likely.
fn choose<S: Shape, R: Rng + ?Sized>(rng: &mut R, cells: &mut [Cell<S>], count: usize) {
    let mut chosen = 0;
    while chosen + 4 <= count {
        let left = (S::CELLS - chosen) as u32;
        for (i, j) in (0..).zip(below_each(rng, [left, left - 1, left - 2, left - 3])) {
            cells.swap(chosen + i, chosen + i + j as usize);
        }
        chosen += 4;
    }
    while chosen < count {
        let j = below(rng, (S::CELLS - chosen) as u32) as usize;
        cells.swap(chosen, chosen + j);
        chosen += 1;
    }
}

impl<S: Fillable> Filler<S> for LasVegas<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let mut cells = S::CellArray::filled(Cell::at(0, 0).expect("every shape has a first cell"));
        for (slot, cell) in cells.flat_mut().iter_mut().zip(Cell::all()) {
            *slot = cell;
        }
        loop {
            probe.record(Event::Attempt)?;
            choose(rng, cells.flat_mut(), self.cells);
            let Some(puzzle) = Puzzle::with_random_givens(rng, &cells.flat()[..self.cells], true) else {
                continue;
            };
            let mut limited = Limited::new(probe, self.budget);
            match Naive.try_solve(&puzzle, &mut limited, |grid| ControlFlow::Break(*grid)) {
                Ok(ControlFlow::Break(grid)) => return Ok(grid),
                Ok(ControlFlow::Continue(())) | Err(LimitedStop::Limit) => {}
                Err(LimitedStop::Caller(stop)) => return Err(stop),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gridwright_grid::SolverExt;
    use gridwright_grid::rng::stream;
    use gridwright_solve_dlx::Dlx;

    use super::*;

    #[test]
    fn most_draws_can_be_completed() {
        let (draws, mut completable) = (20_000, 0);
        let mut dlx = Dlx::default();
        for i in 0..draws {
            let mut rng = stream(99, i);
            let mut cells: Vec<Cell<B3x3>> = Cell::all().collect();
            choose(&mut rng, &mut cells, CELLS);
            let puzzle = Puzzle::with_random_givens(&mut rng, &cells[..CELLS], true);
            completable += u64::from(puzzle.is_some_and(|puzzle| dlx.first(&puzzle).is_some()));
        }
        // Measured elsewhere: 99.42 %. Five standard errors are 0.27 %.
        let share = completable as f64 / draws as f64;
        assert!((share - 0.9942).abs() < 0.0027, "{share}");
    }
}
