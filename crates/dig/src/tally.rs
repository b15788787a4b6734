//! What the puzzles of a method are like.

use gridwright_grid::{Cell, House, HouseKind, Puzzle, Shape, Solver, SolverExt};

use crate::{Dug, is_minimal};

/// Counts over many puzzles of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Puzzles.
    pub puzzles: u64,
    /// By the number of clues.
    pub clues: Vec<u64>,
    /// Those with more than one solution.
    pub ambiguous: u64,
    /// Those with one solution and a given that can be removed.
    pub redundant: u64,
    /// Those with as many clues as were asked for.
    pub reached: u64,
    /// Those with an empty row or column.
    pub empty_line: u64,
}

impl Tally {
    /// Adds a puzzle. Each given is looked at with the solver, which may take long in large grids.
    pub fn add<S: Shape, X: Solver<S>>(&mut self, dug: &Dug<S>, solver: &mut X) {
        let clues = dug.puzzle.clues();
        self.clues.resize(S::CELLS + 1, 0);
        self.clues[clues] += 1;
        self.puzzles += 1;
        self.reached += u64::from(dug.reached);
        self.empty_line += u64::from(has_empty_line(&dug.puzzle));
        if !dug.unique && solver.count(&dug.puzzle, 2) > 1 {
            self.ambiguous += 1;
        } else {
            self.redundant += u64::from(is_minimal(&dug.puzzle, solver) == Ok(false));
        }
    }

    /// The fewest clues of a puzzle.
    pub fn least(&self) -> Option<usize> {
        self.clues.iter().position(|&number| number > 0)
    }

    /// The most.
    pub fn most(&self) -> Option<usize> {
        self.clues.iter().rposition(|&number| number > 0)
    }

    /// The mean number of clues; 0 without puzzles.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..)
            .zip(&self.clues)
            .map(|(clues, &number)| clues * number)
            .sum();
        sum as f64 / self.puzzles.max(1) as f64
    }

    /// A count as a share of the puzzles; 0 without any.
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.puzzles.max(1) as f64
    }
}

fn has_empty_line<S: Shape>(puzzle: &Puzzle<S>) -> bool {
    let given = |cell: Cell<S>| puzzle.given(cell).is_some();
    let mut houses = House::<S>::all().filter(|house| house.kind() != HouseKind::Box);
    houses.any(|house| !house.cells().any(given))
}
